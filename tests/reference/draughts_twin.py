"""The draughts family a second time, slowly, from the rule text alone: a dictionary of squares, whole histories, no counters.

Nothing here is shared with the engine. Squares are (row, column) inside and numbers outside; White is "W", Black "B".
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace


@dataclass(frozen=True)
class Rules:
    """A column of the rule text's table in section 1, with the options of section 8."""

    side: int = 8
    first: str = "W"
    back: bool = True
    flying: bool = True
    most: bool = False
    passing: bool = False
    must: bool = True
    draws: str = "fmjd64"
    limit: int = 15
    repetition: int = 3


RULES = {
    "checkers": Rules(first="B", back=False, flying=False, draws="wcdf", limit=40),
    "checkers-flying": Rules(first="B", back=False, draws="flying", limit=40),
    "draughts": Rules(side=10, most=True, draws="fmjd", limit=25),
    "draughts64": Rules(most=True),
    "russian": Rules(passing=True),
    "pool": Rules(),
}
DIAGONALS = [(down, right) for down in (-1, 1) for right in (-1, 1)]


def with_options(game_id: str, **options: object) -> Rules:
    """The rules of a game under options of section 8, by their names there."""
    names = {"KingRange": "flying", "Promotion": "passing", "CaptureRule": "most", "MustCapture": "must", "DrawRules": "draws"}
    words = {"flying": True, "short": False, "through": True, "end": False, "most": True, "free": False}
    plain = {"KingMovesLimit": "limit", "Repetition": "repetition"}
    changes = {}
    for name, value in options.items():
        if name in plain or name in ("MustCapture", "DrawRules"):
            changes[plain.get(name) or names[name]] = value
        else:
            changes[names[name]] = words[str(value)]
    return replace(RULES[game_id], **changes)


@dataclass
class Board:
    """A position: what stands where, and whose turn it is."""

    rules: Rules
    turn: str
    men: dict[tuple[int, int], str] = field(default_factory=dict)
    """Place -> "w", "W", "b" or "B"; capitals are kings."""

    # --- squares ---

    def number(self, place: tuple[int, int]) -> int:
        """The number of a dark square: count them row by row."""
        half = self.rules.side // 2
        return place[0] * half + place[1] // 2 + 1

    def place(self, number: int) -> tuple[int, int]:
        """The inverse of :meth:`number`."""
        row, index = divmod(number - 1, self.rules.side // 2)
        return row, 2 * index + (row + 1) % 2

    def on_board(self, place: tuple[int, int]) -> bool:
        """Whether the place is a square."""
        return 0 <= place[0] < self.rules.side and 0 <= place[1] < self.rules.side

    # --- text ---

    @classmethod
    def read(cls, rules: Rules, text: str) -> Board:
        """From a canonical position string."""
        turn, *sides = text.split(":")
        board = cls(rules, turn)
        for group in sides:
            for item in filter(None, group[1:].split(",")):
                king = item.startswith("K")
                letter = group[0] if king else group[0].lower()
                board.men[board.place(int(item.lstrip("K")))] = letter
        return board

    def text(self) -> str:
        """The canonical position string."""
        listed = {
            side: ",".join(
                ("K" if letter.isupper() else "") + str(number)
                for number, letter in sorted((self.number(place), letter) for place, letter in self.men.items())
                if letter.upper() == side
            )
            for side in "WB"
        }
        return f"{self.turn}:W{listed['W']}:B{listed['B']}"

    # --- captures ---

    def _leaps(self, place, letter, taken):
        """``(victim, landings)`` of each single jump from ``place``; the jumping piece is not on the board."""
        royal, flies = letter.isupper(), letter.isupper() and self.rules.flying
        forward = -1 if letter.upper() == "W" else 1
        for down, right in DIAGONALS:
            if not royal and not self.rules.back and down != forward:
                continue
            line = []
            spot = (place[0] + down, place[1] + right)
            while self.on_board(spot):
                line.append(spot)
                spot = (spot[0] + down, spot[1] + right)
            if not flies:
                line = line[:2]
            blocks = [index for index, spot in enumerate(line) if spot in self.men]
            if not blocks:
                continue
            victim = line[blocks[0]]
            if victim in taken or self.men[victim].upper() == self.turn:
                continue
            end = blocks[1] if len(blocks) > 1 else len(line)
            landings = line[blocks[0] + 1 : end]
            if landings:
                yield victim, landings

    def _chains(self, place, letter, taken):
        """Every way to finish a chain as ``(end, captured in order)``; nothing if no jump is possible from here."""
        for victim, landings in self._leaps(place, letter, taken):
            following = []
            for landing in landings:
                crowned = letter
                if self.rules.passing and landing[0] == (0 if self.turn == "W" else self.rules.side - 1):
                    crowned = letter.upper()
                following += list(self._chains(landing, crowned, (*taken, victim)))
            yield from following or [(landing, (*taken, victim)) for landing in landings]

    def orders(self):
        """All captures with their order: ``(start, end, captured in order)``, the majority rule applied."""
        found = []
        for place, letter in list(self.men.items()):
            if letter.upper() == self.turn:
                del self.men[place]
                found += [(place, end, order) for end, order in self._chains(place, letter, ())]
                self.men[place] = letter
        if self.rules.most and found:
            longest = max(len(order) for _, _, order in found)
            found = [way for way in found if len(way[2]) == longest]
        return set(found)

    def _steps(self):
        """Moves without capture."""
        for place, letter in self.men.items():
            if letter.upper() != self.turn:
                continue
            forward = -1 if self.turn == "W" else 1
            for down, right in DIAGONALS:
                if letter.islower() and down != forward:
                    continue
                reach = self.rules.side if letter.isupper() and self.rules.flying else 1
                for distance in range(1, reach + 1):
                    end = (place[0] + distance * down, place[1] + distance * right)
                    if not self.on_board(end) or end in self.men:
                        break
                    yield place, end, frozenset()

    def legal(self):
        """Legal moves as ``(start, end, frozenset of captured)`` in places."""
        takes = {(start, end, frozenset(order)) for start, end, order in self.orders()}
        if takes and self.rules.must:
            return takes
        return takes | set(self._steps())

    def wire(self, move) -> str:
        """A move in Hub form."""
        start, end, taken = move
        numbers = [self.number(start), self.number(end), *sorted(self.number(place) for place in taken)]
        return ("x" if taken else "-").join(map(str, numbers))

    def after(self, move) -> Board:
        """The position after a legal move."""
        start, end, taken = move
        men = {place: letter for place, letter in self.men.items() if place not in taken and place != start}
        letter = self.men[start]
        top = 0 if self.turn == "W" else self.rules.side - 1
        touched = any(abs(place[0] - top) == 1 for place in taken) if self.rules.passing else False
        if end[0] == top or (touched and letter.islower()):
            letter = letter.upper()
        men[end] = letter
        return Board(self.rules, "B" if self.turn == "W" else "W", men)


def perft(board: Board, depth: int, every_order: bool = False) -> int:
    """Leaves; ``every_order`` counts each order of captures as a move of its own."""
    if depth == 0:
        return 1
    total = 0
    ways: dict = {}
    for start, end, order in board.orders():
        ways[start, end, frozenset(order)] = ways.get((start, end, frozenset(order)), 0) + 1
    for move in board.legal():
        weight = ways.get(move, 1) if every_order else 1
        total += weight * perft(board.after(move), depth - 1, every_order)
    return total


# --- ends ---------------------------------------------------------------------------------------------------------------


class Game:
    """A game as a list of positions and moves; its end is found by reading all of it."""

    def __init__(self, board: Board) -> None:
        self.boards, self.moves = [board], []

    def play(self, move) -> None:
        """Add a legal move."""
        self.boards.append(self.boards[-1].after(move))
        self.moves.append(move)

    def _since(self, resets) -> int:
        """Plies since the last one for which ``resets(ply)`` holds, or since the start."""
        count = 0
        for ply in reversed(range(len(self.moves))):
            if resets(ply):
                break
            count += 1
        return count

    def _run(self, holds) -> int:
        """Plies since ``holds(board)`` became true without a break, -1 if it is false now."""
        count = -1
        for board in reversed(self.boards):
            if not holds(board):
                break
            count += 1
        return count

    def result(self) -> str:
        """``ongoing``, ``loss`` of the side to move or ``draw``."""
        board, rules = self.boards[-1], self.boards[-1].rules
        if not board.legal():
            return "loss"

        def took(ply):
            return bool(self.moves[ply][2])

        def man_moved(ply):
            return self.boards[ply].men[self.moves[ply][0]].islower()

        def crowned(ply):
            return man_moved(ply) and self.boards[ply + 1].men[self.moves[ply][1]].isupper()

        same = sum(earlier.turn == board.turn and earlier.men == board.men for earlier in self.boards)
        if rules.repetition and same >= rules.repetition:
            return "draw"
        if rules.draws == "repetition":
            return "ongoing"
        quiet = self._since(lambda ply: took(ply) or man_moved(ply))
        if rules.limit and quiet >= 2 * rules.limit:
            return "draw"
        if rules.draws == "flying" and _one_king_each(board) and _nobody_wins(board):
            return "draw"
        if rules.draws not in ("fmjd", "fmjd64"):
            return "ongoing"
        if self._run(lambda b: _lone_against(b) in (1, 2)) >= 10:
            return "draw"
        if rules.draws == "fmjd":
            return "draw" if self._run_long() >= 32 else "ongoing"
        if rules.side == 8 and self._run(_road_held) >= 10:
            return "draw"
        balance = self._since(lambda ply: took(ply) or crowned(ply))
        letters = list(board.men.values())
        if "W" in letters and "B" in letters:
            if len(letters) in (4, 5) and balance >= 60 or len(letters) in (6, 7) and balance >= 120:
                return "draw"
        return "ongoing"

    def _run_long(self) -> int:
        """The clock of three pieces against a lone king; it runs on when they become fewer."""
        fitting = [_lone_against(board) for board in self.boards]
        count = -1
        for value in fitting:
            if value == 0:
                count = -1
            elif count >= 0:
                count += 1
            elif value == 3:
                count = 0
        return count


def _lone_against(board: Board) -> int:
    """How many pieces stand against a lone king if they have a king among them and are at most three, else 0."""
    sides = {side: [letter for letter in board.men.values() if letter.upper() == side] for side in "WB"}
    for lone, other in (("W", "B"), ("B", "W")):
        if sides[lone] == [lone] and other in sides[other] and len(sides[other]) <= 3:
            return len(sides[other])
    return 0


def _road_held(board: Board) -> bool:
    """Three against a lone king that has the long diagonal to itself."""
    if _lone_against(board) != 3:
        return False
    on_road = [letter for (row, column), letter in board.men.items() if row + column == board.rules.side - 1]
    return len(on_road) == 1 and sum(letter.upper() == on_road[0] for letter in board.men.values()) == 1


def _one_king_each(board: Board) -> bool:
    return sorted(board.men.values()) == ["B", "W"]


def _is_lost(board: Board) -> bool:
    """No capture, and every move lets the other side capture."""
    return not board.orders() and all(board.after(move).orders() for move in board.legal())


def _nobody_wins(board: Board) -> bool:
    if board.orders() or _is_lost(board):
        return False
    return not any(_is_lost(board.after(move)) for move in board.legal())
