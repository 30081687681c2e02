"""The pyramid played literally from the rule text: a dictionary of balls, one ball at a time, no bit sets; slow."""

from __future__ import annotations

from collections.abc import Iterator

Site = tuple[int, int, int]  # level, file, rank, all from 1
Board = dict[Site, str]

SITES = [(level, file, rank) for level in range(1, 5) for file in range(1, 6 - level) for rank in range(1, 6 - level)]


def name(site: Site) -> str:
    return f"{site[0]}{'abcd'[site[1] - 1]}{site[2]}"


def below(site: Site) -> list[Site]:
    level, file, rank = site
    return [] if level == 1 else [(level - 1, f, r) for f in (file, file + 1) for r in (rank, rank + 1)]


def read(text: str) -> tuple[Board, str]:
    pyramid, side = text.split()
    board = {}
    for level, part in enumerate(pyramid.split("|"), start=1):
        for number, row in enumerate(part.split("/")):
            file = 1
            for letter in row:
                if letter.isdigit():
                    file += int(letter)
                else:
                    board[level, file, 5 - level - number] = letter
                    file += 1
    return board, side


def shape_list(options: dict) -> list[set[Site]]:
    shapes = [set(below((level + 1, f, r))) for level in (1, 2, 3) for f in range(1, 5 - level) for r in range(1, 5 - level)]
    if options["lines"]:
        for level, length in ((1, 4), (2, 3)):
            every = range(1, length + 1)
            shapes += [{(level, file, rank) for file in every} for rank in every]
            shapes += [{(level, file, rank) for rank in every} for file in every]
            if options["diagonals"]:
                shapes += [{(level, k, k) for k in every}, {(level, k, length + 1 - k) for k in every}]
    return shapes


class Twin:
    """The turns of one position under rule options as the command line has them."""

    def __init__(self, board: Board, side: str, options: dict) -> None:
        self.board, self.side, self.options = board, side, options
        self.shapes = shape_list(options)

    def is_free(self, board: Board, site: Site) -> bool:
        return not any(site in below(other) for other in board)

    def is_open(self, board: Board, site: Site) -> bool:
        return site not in board and all(other in board for other in below(site))

    def reserve(self, side: str) -> int:
        return 15 - sum(ball == side for ball in self.board.values())

    def top(self) -> str | None:
        return self.board.get((4, 1, 1))

    def mains(self) -> Iterator[tuple[str, Site, Board]]:
        """Text, target and board of every main action."""
        if self.reserve(self.side):
            for site in SITES:
                if self.is_open(self.board, site):
                    yield name(site), site, {**self.board, site: self.side}
        for origin, ball in self.board.items():
            if ball != self.side or not self.is_free(self.board, origin):
                continue
            lifted = {site: other for site, other in self.board.items() if site != origin}
            for site in SITES:
                if site[0] > origin[0] and self.is_open(lifted, site):
                    yield f"{name(origin)}-{name(site)}", site, {**lifted, site: self.side}

    def bonuses(self, board: Board, stacked: frozenset, left: int) -> Iterator[tuple[str, Board]]:
        """Text and board of every way to take back up to ``left`` balls, the empty one first."""
        yield "", board
        if left == 0 or (4, 1, 1) in board:
            return
        for site, ball in board.items():
            if ball != self.side or site in stacked or not self.is_free(board, site):
                continue
            lifted = {other: colour for other, colour in board.items() if other != site}
            for text, end in self.bonuses(lifted, stacked, left - 1):
                yield f"x{name(site)}{text}", end
            if self.options["restack"]:
                for goal in SITES:
                    if goal[0] > site[0] and self.is_open(lifted, goal):
                        put = {**lifted, goal: self.side}
                        for text, end in self.bonuses(put, stacked | {goal}, left - 1):
                            yield f"x{name(site)}-{name(goal)}{text}", end

    def turns(self) -> dict[str, Board]:
        """The shortest and least text of every turn, and the board after it."""
        if self.top() or (self.options["out"] == "reserve" and not self.reserve(self.side)):
            return {}
        best: dict = {}
        mains = list(self.mains())
        for text, site, board in mains:
            earned = site != (4, 1, 1) and self.options["bonus"]
            earned = earned and any(site in s and all(board.get(x) == self.side for x in s) for s in self.shapes)
            for bonus, end in self.bonuses(board, frozenset(), 2) if earned else [("", board)]:
                if earned and self.options["take_min"] and not bonus:
                    continue
                key = text, frozenset(end.items())
                best[key] = min(best.get(key, text + bonus), text + bonus, key=lambda t: (len(t), t))
        if not mains and self.options["out"] == "pass":
            return {"pass": self.board}
        return {turn: dict(end) for (_, end), turn in best.items()}

    def result(self) -> str:
        """The result without repetition."""
        if self.top():
            return f"win {'white' if self.top() == 'w' else 'black'} top"
        out = self.options["out"]
        stuck = not self.reserve(self.side) if out == "reserve" else out == "no-move" and not any(self.mains())
        return f"win {'black' if self.side == 'w' else 'white'} out-of-balls" if stuck else "ongoing"
