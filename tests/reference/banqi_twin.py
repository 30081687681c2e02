"""Banqi once more, slow and literal: a dictionary of squares, the rule text line by line. Shares nothing with the engine."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

FILES, RANKS = "abcdefgh", "1234"
READING = [file + rank for rank in reversed(RANKS) for file in FILES]
ORDER = "KABRNCPkabrncp"
SET = dict(zip("KABRNCP", (1, 2, 2, 2, 2, 2, 5), strict=True))
TABLES = {
    "banqi": {"K": "KABRNC", "A": "ABRNCP", "B": "BRNCP", "R": "RNCP", "N": "NCP", "C": "KABRNCP", "P": "PK"},
    "banqi-lianzhong": {"K": "KABRNC", "A": "ABRNCP", "B": "BRNCP", "R": "RNCP", "N": "CP", "C": "KABRCP", "P": "K"},
    "banqi-hk": {"K": "KABRNC", "A": "ABP", "B": "BP", "R": "RNCABP", "N": "NCABP", "C": "CABP", "P": "PK"},
}


@dataclass(frozen=True)
class Rules:
    """The options."""

    game: str = "banqi"
    by_seat: bool = False
    equal_all: bool = False
    cannon_takes_horse: bool = False
    no_progress: int = 180
    repetition: bool = True
    wipeout: bool = True

    def takes(self, attacker: str, victim: str) -> bool:
        """Whether a piece takes another, letters without colour."""
        prey = TABLES[self.game][attacker]
        if self.game == "banqi-lianzhong":
            if self.equal_all and attacker in "NP":
                prey += attacker
            if self.cannon_takes_horse and attacker == "C":
                prey += "N"
        return victim in prey

    @property
    def jumps(self) -> bool:
        """Whether the cannon captures by a jump."""
        return self.game != "banqi-hk"


def colour(letter: str) -> str:
    """``w`` red, ``b`` black."""
    return "w" if letter.isupper() else "b"


def line(square: str, right: int, up: int) -> list[str]:
    """The squares from ``square`` to the border, without itself."""
    file, rank = FILES.index(square[0]) + right, RANKS.index(square[1]) + up
    found = []
    while 0 <= file < 8 and 0 <= rank < 4:
        found.append(FILES[file] + RANKS[rank])
        file, rank = file + right, rank + up
    return found


DIRECTIONS = ((0, 1), (-1, 0), (1, 0), (0, -1))


@dataclass(frozen=True)
class Twin:
    """A position and the positions since the last flip or capture."""

    board: dict[str, str]
    """Square -> letter, ``?`` face-down."""
    pool: dict[str, int]
    turn: str
    quiet: int
    ply: int
    rules: Rules
    past: tuple[str, ...] = field(default=())

    @classmethod
    def read(cls, text: str, rules: Rules) -> Twin:
        """From a position string that is known to be good."""
        rows, turn, pool, quiet, ply = text.split()
        board = {}
        for rank, row in zip(reversed(RANKS), rows.split("/"), strict=True):
            file = 0
            for sign in row:
                if sign.isdigit():
                    file += int(sign)
                else:
                    board[FILES[file] + rank] = sign
                    file += 1
        pairs = [] if pool == "-" else list(zip(pool[::2], pool[1::2], strict=True))
        return cls(board, {letter: int(n) for letter, n in pairs}, turn, int(quiet), int(ply), rules)

    def text(self) -> str:
        """The canonical string."""
        rows = []
        for rank in reversed(RANKS):
            row, run = "", 0
            for file in FILES:
                piece = self.board.get(file + rank)
                if piece is None:
                    run += 1
                else:
                    row, run = row + (str(run) if run else "") + piece, 0
            rows.append(row + (str(run) if run else ""))
        pool = "".join(f"{letter}{self.pool[letter]}" for letter in ORDER if self.pool.get(letter))
        return f"{'/'.join(rows)} {self.turn} {pool or '-'} {self.quiet} {self.ply}"

    # --- actions ---

    def _targets(self, square: str) -> set[str]:
        letter = self.board[square]
        kind = letter.upper()
        found = set()
        for direction in DIRECTIONS:
            ahead = line(square, *direction)
            if ahead:
                other = self.board.get(ahead[0])
                if other is None:
                    found.add(ahead[0])
                elif not (kind == "C" and self.rules.jumps) and self._may_take(letter, other):
                    found.add(ahead[0])
            if kind == "C" and self.rules.jumps:
                pieces = [place for place in ahead if place in self.board]
                if len(pieces) > 1 and self._may_take(letter, self.board[pieces[1]]):
                    found.add(pieces[1])
        return found

    def _may_take(self, letter: str, other: str) -> bool:
        return other != "?" and colour(other) != colour(letter) and self.rules.takes(letter.upper(), other.upper())

    def _actions(self) -> list[str]:
        """As if the game went on: in reading order of the start, then of the target."""
        found = []
        for square in READING:
            letter = self.board.get(square)
            if letter == "?":
                found.append(square + square)
            elif letter is not None and colour(letter) == self.turn:
                found += [square + target for target in sorted(self._targets(square), key=READING.index)]
        return found

    def moves(self) -> list[str]:
        """The legal actions; none after the end."""
        return self._actions() if self.result() == "ongoing" else []

    def play(self, token: str) -> Twin:
        """After an action; a flip comes with its letter."""
        board, pool = dict(self.board), dict(self.pool)
        start, end = token[:2], token[2:4]
        if start == end:
            letter = token[4]
            assert board[start] == "?" and pool.get(letter, 0) > 0
            board[start] = letter
            pool[letter] -= 1
            turn = {"w": "b", "b": "w"}[self.turn if self.turn != "-" else colour(letter)]
            return Twin(board, pool, turn, 0, self.ply + 1, self.rules)
        took = end in board
        board[end] = board.pop(start)
        turn = {"w": "b", "b": "w"}[self.turn]
        past = () if took else (*self.past, self._sight())
        return Twin(board, pool, turn, 0 if took else self.quiet + 1, self.ply + 1, self.rules, past)

    def _sight(self) -> str:
        return " ".join(self.text().split()[:2])

    # --- the end ---

    def result(self) -> str:
        """What ``qiji result`` prints."""
        if self.turn == "-":
            return "ongoing"
        names = {"w": "red", "b": "black"}
        other = {"w": "b", "b": "w"}
        everything = [letter for letter in self.board.values() if letter != "?"]
        everything += [letter for letter, count in self.pool.items() if count]
        if self.rules.wipeout:
            for side in "wb":
                if not any(colour(letter) == side for letter in everything):
                    return f"win {names[other[side]]} wipeout"
        if not self._actions():
            return f"win {names[other[self.turn]]} no-moves"
        if self.rules.no_progress and self.quiet >= self.rules.no_progress:
            return "draw no-progress"
        if self.rules.repetition and self.past.count(self._sight()) >= 2:
            return "draw repetition"
        return "ongoing"

    # --- counting ---

    def perft(self, depth: int, mode: str = "kinds", deal: str = "") -> int:
        """Sequences of actions; repetition is not looked at."""
        if depth == 0:
            return 1
        blind = replace(self, rules=replace(self.rules, repetition=False))
        total = 0
        for token in blind.moves():
            if token[:2] != token[2:]:
                total += blind.play(token).perft(depth - 1, mode, deal)
                continue
            for letter, count in self.pool.items():
                if count and (mode != "deal" or deal[READING.index(token[:2])] == letter):
                    weight = count if mode == "weighted" else 1
                    total += weight * blind.play(token + letter).perft(depth - 1, mode, deal)
        return total
