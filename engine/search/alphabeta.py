"""The main search: principal variation search over the kernel table of any two-team game of perfect information.

``search(address, ply, alpha, beta, depth, cut_node, top)`` returns the score of the node at ``ply`` from the view of the player
who acts there, fail-soft: a result <= alpha is an upper bound, >= beta a lower bound, else exact as far as pruning allows. Scores
of the child are negated only if its player is of the other team. After a stop the value is meaningless.

``cut_node`` is 1 where a fail high is expected. ``top`` is the end of the used arena. The steps have their usual names.
"""

from __future__ import annotations

import numpy as np

from engine.core.contract import FLAG_IN_CHECK, FLAG_NULL_OK, FLAG_THREAT, move_is_noisy
from engine.core.jit import inline_leaf, kernel, leaf
from engine.core.raw import load_i16, load_i32
from engine.core.score import INFINITE, NONE, WIN_BOUND, from_table, mate_in, mated_in
from engine.search import table
from engine.search.context import (
    SEARCH,
    call_gen,
    call_next,
    call_qsearch,
    context_at,
    frame_of,
    header_of,
    params_at,
    root_move_of,
    shape_of,
    team_of,
)
from engine.search.history import (
    bonus_of,
    corrected,
    learn_correction,
    learn_noisy,
    learn_quiet,
    learn_refutation,
    noisy_index,
    quiet_score,
    structure_line,
)
from engine.search.node import (
    LAST_PLY,
    adjudicate,
    count_node,
    evaluate,
    is_settled,
    keep_pv,
    may_store,
    no_moves,
    play,
    remember,
    table_move,
    verdict,
)
from engine.search.order import (
    MODE_PROBCUT,
    MODE_SEARCH,
    note_tried,
    start_picker,
    tried_noisy,
    tried_quiet,
    wins_exchange,
)
from engine.search.params import LMR_SIZE
from engine.search.root_moves import next_choice, note_root_move

MAX_DOUBLE = 8  #: double extensions on one path
PLY_SHIFT = 10  #: reductions are counted in 1024ths of a ply


# --- parts --------------------------------------------------------------------------------------------------------------


@inline_leaf
def _rises(ctx, ply, team, static_eval):
    """Whether the static evaluation is better than at the team's last turn (1) or not (0); 1 where nothing is known."""
    earlier = frame_of(ctx, ply - 2)
    if earlier["static_eval"] == NONE:
        earlier = frame_of(ctx, ply - 4)
        if earlier["static_eval"] == NONE:
            return np.int64(1)
    before = earlier["static_eval"]
    if earlier["team"] != team:
        before = -before
    return np.int64(static_eval > before)


@leaf
def _learn_cutoff(ctx, ply, top, picker, shape, move, depth, quiet):
    """A move failed high: reward it, punish those tried before it."""
    params = params_at(ctx["params"])
    bonus = bonus_of(params, depth)
    malus = -min(params["history_malus"] * depth, params["history_limit"])
    if quiet:
        learn_refutation(ctx, ply, move)
        learn_quiet(ctx, ply, shape, bonus)
        for index in range(picker["quiets_tried"]):
            learn_quiet(ctx, ply, tried_quiet(top, index), malus)
    else:
        learn_noisy(ctx, shape, bonus)
    for index in range(picker["noisies_tried"]):
        learn_noisy(ctx, tried_noisy(top, index), malus)


# --- search -------------------------------------------------------------------------------------------------------------


@kernel(SEARCH)
def search(address, ply, alpha, beta, depth, cut_node, top):
    """See the module's docstring."""
    ctx = context_at(address)
    params = params_at(ctx["params"])
    row = ctx["root_row"] + ply
    header = header_of(ctx, row)
    threatened = header["flags"] & FLAG_THREAT != 0
    if depth <= 0:
        if not threatened or params["threat_extension"] == 0 or ply >= 2 * ctx["depth"]:
            return call_qsearch(ctx["qsearch"], (address, ply, alpha, beta, top))
        depth = np.int64(1)
    frame = frame_of(ctx, ply)
    is_root = ply == 0
    is_pv = beta - alpha > 1
    excluded = frame["excluded"]
    frame["pv_length"] = 0
    depth = min(depth, table.MAX_DEPTH)

    # 1. Stop, ends of the game, mate distance pruning.
    if count_node(ctx, ply):
        return np.int64(0)
    if not is_root:
        if excluded == 0:
            code = adjudicate(ctx, row)
            if code != 0:
                return verdict(ctx, row, ply, code, False)
        if ply >= LAST_PLY:
            return evaluate(ctx, row)
        alpha = max(alpha, mated_in(ply))
        beta = min(beta, mate_in(ply + 1))
        if alpha >= beta:
            return alpha

    # 2. Transposition table.
    in_check = header["flags"] & FLAG_IN_CHECK != 0
    seat = np.int64(header["player"])
    team = team_of(ctx, header)
    frame["team"] = team
    key = header["key"]
    fold_bits, data = table.probe(ctx["table"], ctx["clusters"], key)
    bound = table.entry_bound(data)
    table_score = from_table(table.entry_score(data), ply)
    table_depth = table.entry_depth(data)
    was_pv = is_pv or table.entry_pv(data) != 0
    if is_root:
        first_move = root_move_of(ctx, ctx["line"])["move"]
    else:
        first_move = table_move(ctx, row, fold_bits, top)
    if not is_pv and excluded == 0 and is_settled(ctx, header, data, table_score, alpha, beta, depth):
        if table_score >= beta and first_move != 0:
            shape = shape_of(ctx, row, first_move)
            if not move_is_noisy(shape):
                learn_quiet(ctx, ply, shape, bonus_of(params, depth))
        return table_score
    noisy_first = first_move != 0 and move_is_noisy(shape_of(ctx, row, first_move))

    # 3. Static evaluation.
    raw_eval = np.int64(NONE)
    improving = np.int64(0)
    if in_check:
        static_eval = np.int64(NONE)
        estimate = np.int64(NONE)
        frame["static_eval"] = NONE
    else:
        if excluded != 0:
            static_eval = frame["static_eval"]
        else:
            if bound != 0:
                raw_eval = table.entry_eval(data)
            if raw_eval == NONE:
                raw_eval = evaluate(ctx, row)
            static_eval = corrected(ctx, ply, header, team, raw_eval)
            frame["static_eval"] = static_eval
        estimate = static_eval
        if bound != 0 and params["use_table"] != 0:
            if (bound & table.LOWER != 0 and table_score > estimate) or (bound & table.UPPER != 0 and table_score < estimate):
                estimate = table_score
        improving = _rises(ctx, ply, team, static_eval)
    grandchild = frame_of(ctx, ply + 2)
    grandchild["killer1"], grandchild["killer2"], grandchild["cutoffs"] = 0, 0, 0

    if not is_pv and not in_check and not threatened and excluded == 0:
        # 4. Razoring: far below alpha only captures could help.
        if depth <= params["razor_depth"] and estimate + params["razor_base"] + params["razor_slope"] * depth <= alpha:
            score = call_qsearch(ctx["qsearch"], (address, ply, alpha, alpha + 1, top))
            if score <= alpha or ctx["stopped"] != 0:
                return score

        # 5. Reverse futility: far above beta the opponent will not come back in a few plies.
        margin = params["futile_slope"] * depth - params["futile_improving"] * improving
        if depth <= params["futile_depth"] and estimate - max(margin, 15) >= beta and estimate < WIN_BOUND and beta > -WIN_BOUND:
            return (estimate + beta) // 2

        # 6. Null move: if even passing holds beta, a move will.
        if (
            params["null_depth"] != 0
            and depth >= params["null_depth"]
            and ctx["null_move"] != 0
            and header["flags"] & FLAG_NULL_OK != 0
            and frame_of(ctx, ply - 1)["move"] != 0
            and ply >= ctx["null_ply"]
            and estimate >= beta
            and static_eval >= beta + params["null_margin"] * (6 - depth)
            and beta > -WIN_BOUND
        ):
            less = params["null_base"] + depth // params["null_divisor"] + min((estimate - beta) // params["null_eval"], 3)
            play(ctx, ply, row, np.int64(0), np.int64(0))
            if team_of(ctx, header_of(ctx, row + 1)) != team:
                score = -search(address, ply + 1, -beta, 1 - beta, depth - less, 1 - cut_node, top)
                if ctx["stopped"] != 0:
                    return np.int64(0)
                if score >= beta:
                    score = beta if score >= WIN_BOUND else score
                    if depth < params["null_verify"] or ctx["null_ply"] != 0:
                        return score
                    ctx["null_ply"] = ply + 3 * (depth - less) // 4
                    proof = search(address, ply, beta - 1, beta, depth - less, np.int64(0), top)
                    ctx["null_ply"] = 0
                    if proof >= beta or ctx["stopped"] != 0:
                        return score

    # 7. Internal iterative reduction: without a table move the order is poor.
    if params["iir_depth"] != 0 and depth >= params["iir_depth"] and first_move == 0 and (is_pv or cut_node != 0):
        depth -= 1

    # 8. ProbCut: a capture that beats beta by a margin at low depth will beat it at full depth.
    raised = beta + params["probcut_margin"] - 50 * improving
    if (
        not is_pv
        and not in_check
        and excluded == 0
        and params["probcut_depth"] != 0
        and depth >= params["probcut_depth"]
        and abs(beta) < WIN_BOUND
        and not (bound != 0 and table_depth >= depth - 3 and table_score < raised)
    ):
        picker = start_picker(top, np.int64(MODE_PROBCUT), first_move if noisy_first else np.int64(0))
        picker["threshold"] = max(raised - static_eval, 0)
        while True:
            move = call_next(ctx["next_move"], (address, ply, top))
            if move == 0:
                break
            if move == first_move and not wins_exchange(ctx, row, move, picker["shape"], picker["threshold"]):
                continue
            play(ctx, ply, row, move, picker["shape"])
            if team_of(ctx, header_of(ctx, row + 1)) != team:
                score = -call_qsearch(ctx["qsearch"], (address, ply + 1, -raised, 1 - raised, picker["top"]))
                if score >= raised:
                    score = -search(address, ply + 1, -raised, 1 - raised, depth - 4, 1 - cut_node, picker["top"])
            else:
                score = search(address, ply + 1, raised - 1, raised, depth - 4, cut_node, picker["top"])
            if ctx["stopped"] != 0:
                return np.int64(0)
            if score >= raised:
                remember(ctx, ply, key, move, score, raw_eval, depth - 3, np.int64(table.LOWER), np.int64(was_pv))
                return score

    # 9. Moves; a forced reply is searched one ply deeper.
    if in_check and params["single_reply"] != 0 and not is_root and excluded == 0 and ply < 2 * ctx["depth"]:
        if call_gen(ctx["gen_moves"], (ctx["memory"], ctx["memory_bytes"], row, top, ctx["max_moves"])) == 1:
            depth += 1
    picker = start_picker(top, np.int64(MODE_SEARCH), first_move)
    line1, line2 = frame_of(ctx, ply - 1)["line"], frame_of(ctx, ply - 2)["line"]
    line0, line4 = structure_line(ctx, header), frame_of(ctx, ply - 4)["line"]
    best = np.int64(-INFINITE)
    best_move, best_shape = np.int64(0), np.int64(0)
    best_quiet = False
    old_alpha = alpha
    count = np.int64(0)
    root_index = ctx["line"] - 1
    enough_quiets = (params["lmp_base"] + params["lmp_slope"] * depth * depth // 100) * (1 + improving)
    while True:
        root_index += 1
        move, shape = next_choice(ctx, address, ply, top, root_index)
        if move == 0:
            break
        if move == excluded:
            continue
        count += 1
        quiet = not move_is_noisy(shape)
        if quiet:
            history = quiet_score(ctx, seat, shape, line0, line1, line2, line4)
        else:
            history = load_i16(ctx["noisy_history"], noisy_index(ctx, shape))
        reduction = load_i32(ctx["reductions"], min(depth, LMR_SIZE - 1) * LMR_SIZE + min(count, LMR_SIZE - 1))
        if improving == 0:
            reduction += params["lmr_improving"]
        new_depth = depth - 1

        # 10. Pruning of single moves, once one is known that does not lose.
        if not is_root and best > -WIN_BOUND:
            low_depth = max(new_depth - (max(reduction - history * 1024 // params["lmr_history"], 0) >> PLY_SHIFT), 0)
            if quiet:
                if depth <= params["lmp_depth"] and not in_check and count > enough_quiets:
                    picker["skip_quiets"] = 1
                    continue
                reach = static_eval + params["move_futility_base"] + params["move_futility_slope"] * low_depth
                if (
                    (low_depth <= params["history_depth"] and history < -params["history_slope"] * depth)
                    or (not in_check and low_depth <= params["move_futility_depth"] and reach <= alpha)
                    or (
                        low_depth <= params["see_depth"]
                        and not wins_exchange(ctx, row, move, shape, -params["see_quiet"] * low_depth * low_depth)
                    )
                ):
                    play(ctx, ply, row, move, shape)
                    if header_of(ctx, row + 1)["flags"] & FLAG_IN_CHECK == 0:
                        continue
            elif depth <= params["see_depth"] and picker["losing"] != 0:
                if not wins_exchange(ctx, row, move, shape, -params["see_noisy"] * depth):
                    if params["see_check"] != 0:
                        continue
                    play(ctx, ply, row, move, shape)
                    if header_of(ctx, row + 1)["flags"] & FLAG_IN_CHECK == 0:
                        continue

        # 11. Singular extension: is the table move better than all others by a margin?
        extension = np.int64(0)
        if (
            move == first_move
            and not is_root
            and excluded == 0
            and params["singular_depth"] != 0
            and depth >= params["singular_depth"]
            and table_depth >= depth - 3
            and bound & table.LOWER != 0
            and abs(table_score) < WIN_BOUND
            and ply < 2 * ctx["depth"]
        ):
            singular_beta = table_score - params["singular_margin"] * depth // 100
            frame["excluded"] = move
            score = search(address, ply, singular_beta - 1, singular_beta, (depth - 1) // 2, cut_node, picker["top"])
            frame["excluded"] = 0
            if ctx["stopped"] != 0:
                return np.int64(0)
            if score < singular_beta:
                extension = np.int64(1)
                if not is_pv and score < singular_beta - params["singular_double"] and frame["extensions"] < MAX_DOUBLE:
                    extension = np.int64(2)
            elif singular_beta >= beta:
                return singular_beta
            elif table_score >= beta:
                extension = np.int64(-2)
            elif cut_node != 0:
                extension = np.int64(-1)

        # 12. Make the move.
        nodes_before = ctx["nodes"]
        play(ctx, ply, row, move, shape)
        child = header_of(ctx, row + 1)
        flips = team_of(ctx, child) != team
        gives_check = flips and child["flags"] & FLAG_IN_CHECK != 0
        if (
            gives_check
            and params["check_extension"] != 0
            and extension == 0
            and ply < 2 * ctx["depth"]
            and (
                params["check_extension"] > 1
                or (picker["losing"] == 0 and (not quiet or wins_exchange(ctx, row, move, shape, np.int64(0))))
            )
        ):
            extension = np.int64(1)
        new_depth += extension
        if extension >= 2:
            frame_of(ctx, ply + 1)["extensions"] += 1

        # 13. Late move reduction, then a null window at full depth, then the full window.
        sign = np.int64(-1 if flips else 1)
        low = -alpha - 1 if flips else alpha
        score = alpha + 1
        unproven = not is_pv or (count > 1 and params["use_pvs"] != 0)
        if (
            params["lmr_depth"] != 0
            and depth >= params["lmr_depth"]
            and count > 1 + np.int64(is_pv) + np.int64(is_root)
            and (quiet or cut_node != 0 or picker["losing"] != 0)
        ):
            if cut_node != 0:
                reduction += params["lmr_cut"]
            if was_pv:
                reduction -= params["lmr_pv"]
            if is_root:
                reduction -= params["lmr_root"]
            if gives_check:
                reduction -= params["lmr_check"]
            if not quiet:
                reduction -= 1024
            elif noisy_first:
                reduction += params["lmr_noisy"]
            if frame_of(ctx, ply + 1)["cutoffs"] > 3:
                reduction += params["lmr_cutoffs"]
            if move == picker["killer1"] or move == picker["killer2"] or move == picker["counter"]:
                reduction -= params["lmr_killer"]
            reduction -= history * 1024 // params["lmr_history"]
            reduced = min(max(new_depth - (reduction >> PLY_SHIFT), 1), new_depth + np.int64(is_pv))
            score = sign * search(address, ply + 1, low, low + 1, reduced, np.int64(flips), picker["top"])
            unproven = score > alpha and reduced < new_depth
            if unproven:
                if score > best + params["lmr_deeper"]:
                    new_depth += 1
                elif score < best + 8:
                    new_depth -= 1
                unproven = reduced < new_depth
        if unproven:
            score = sign * search(address, ply + 1, low, low + 1, new_depth, np.int64(flips) ^ cut_node, picker["top"])
        if is_pv and score > alpha:
            if flips:
                score = -search(address, ply + 1, -beta, -alpha, new_depth, np.int64(0), picker["top"])
            else:
                score = search(address, ply + 1, alpha, beta, new_depth, np.int64(0), picker["top"])
        if ctx["stopped"] != 0:
            return np.int64(0)

        # 14. What it found.
        if is_root:
            note_root_move(ctx, root_index, score, alpha, beta, count == 1, ctx["nodes"] - nodes_before)
        if score > best:
            best = score
            if score > alpha:
                best_move, best_shape, best_quiet = move, shape, quiet
                if is_pv:
                    keep_pv(ctx, ply, move)
                if score >= beta:
                    frame["cutoffs"] += 1
                    break
                alpha = score
        note_tried(picker, top, shape, quiet)

    # 15. No legal move: checkmate, stalemate or what the game makes of it.
    if count == 0:
        return alpha if excluded != 0 else no_moves(ctx, row, ply)

    # 16. Learn and store.
    if best >= beta:
        _learn_cutoff(ctx, ply, top, picker, best_shape, best_move, depth, best_quiet)
    elif best <= old_alpha and not is_root and params["fail_low_bonus"] != 0:
        before = frame_of(ctx, ply - 1)
        if before["slot"] != 0 and not move_is_noisy(before["shape"]):
            learn_quiet(ctx, ply - 1, before["shape"], np.int64(min(params["fail_low_bonus"] * depth, params["history_limit"])))
    if excluded == 0:
        bound = table.bound_of(best, old_alpha, beta, is_pv)
        if may_store(best) and (not is_root or ctx["line"] == 0):
            remember(ctx, ply, key, best_move, best, raw_eval, depth, bound, np.int64(was_pv))
        if (
            not in_check
            and (best_move == 0 or best_quiet)
            and not (bound == table.LOWER and best <= static_eval)
            and not (bound == table.UPPER and best >= static_eval)
            and abs(best) < WIN_BOUND
        ):
            learn_correction(ctx, ply, header, team, best - static_eval, depth)
    return best
