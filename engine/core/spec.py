"""What a game declares about itself: :class:`GameSpec` for the compiled side, :class:`CatalogueEntry` for listings."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, Protocol

from engine.core.options import Option

if TYPE_CHECKING:
    import numpy as np


@dataclass(frozen=True)
class CatalogueEntry:
    """One line of ``qiji games``; holds nothing that needs NumPy or numba, so that a handshake can use it at once."""

    id: str
    """The id on the command line and in ``UCI_Variant``; lower case."""
    name: str
    chinese_name: str
    module: str
    """The package under ``engine.games`` whose ``game(id)`` returns the :class:`GameSpec`."""
    rules: str
    """File name of the rule text."""
    seats: tuple[str, ...]
    """Seat names as ``qiji result`` prints them; the index is the player number."""
    teams: tuple[int, ...]
    """Team of each seat under default options; see ``GameSpec.seating`` and ``engine.game.Game.teams``."""
    information: str
    """``perfect``, ``chance`` or ``hidden``."""
    searches: tuple[str, ...]
    """Names of the searches, the default first."""
    protocols: tuple[str, ...]
    start: str
    """The position string that ``startpos`` stands for under default options."""
    files: int
    ranks: int
    notations: tuple[str, ...]
    """Names for ``--notation``; the first one is the wire notation."""
    options: tuple[Option, ...] = ()
    """Rule options; their values travel in the state record."""
    aliases: tuple[str, ...] = ()


class Notation(Protocol):
    """The text side of a game, pure Python. All functions are those of a module ``notation.py``.

    ``options`` is the complete dictionary of rule option values, ``memory`` the position stack.
    """

    def read_position(self, text: str, options: dict[str, Any], memory: np.ndarray) -> list[str]:
        """Write row 0 from ``text`` (never ``startpos``); return notes on what was dropped or repaired.

        Raises
        ------
        engine.errors.PositionError
            With all faults of the string in one line; row 0 is then undefined.
        """

    def write_position(self, memory: np.ndarray, ply: int, options: dict[str, Any]) -> str:
        """The canonical position string of row ``ply``."""

    def parse_move(self, memory: np.ndarray, ply: int, text: str, legal: np.ndarray, options: dict[str, Any]) -> int:
        """The move that ``text`` means in any accepted notation; ``legal`` holds the legal moves (int64).

        Raises
        ------
        engine.errors.MoveSyntaxError, engine.errors.IllegalMoveError, engine.errors.AmbiguousMoveError
        """

    def format_move(
        self, memory: np.ndarray, ply: int, move: int, legal: np.ndarray, notation: str, options: dict[str, Any]
    ) -> str:
        """``move`` (a legal move of row ``ply``) in ``notation``, one of the catalogue entry's names."""


@dataclass(frozen=True)
class Evaluation:
    """What a search evaluates with."""

    name: str
    """For people."""
    kernel: Any
    """Of the signature ``contract.EVALUATE``."""
    weights: np.ndarray
    """``int32``, shared by all threads."""
    scratch_words: int
    """``int64`` words of scratch memory for each thread."""
    helpers: tuple[Any, ...] = ()
    """Kernels that ``kernel`` calls by address; compiled with it."""


@dataclass(frozen=True)
class GameSpec:
    """A game as searches and drivers see it."""

    entry: CatalogueEntry
    state: np.dtype
    """Made by ``contract.state_dtype``."""
    kernels: dict[str, Any]
    """Kernel name -> compiled function; the names and signatures of ``core.contract``."""
    notation: Notation
    reasons: tuple[str, ...]
    """The words of ``qiji result``; result codes hold an index into this tuple."""
    max_moves: int
    """No position has more legal moves."""
    cells: int
    """Cells of the move layout, at most 512; sizes the history tables."""
    kinds: int
    """Piece kinds are 1..kinds, at most 31."""
    packed_moves: bool
    null_move: bool
    weights: Any = None
    """``int32`` array that ``evaluate`` gets; the hand-made evaluation's numbers."""
    scratch_words: int = 0
    """``int64`` words of scratch memory that ``evaluate`` wants for each thread."""
    piece_values: tuple[int, ...] = ()
    """Score units of each kind, index 0 unused; move ordering and pruning margins use them."""
    reversible_limit: int = 0
    """Reversible plies after which the game is drawn, 0 if no rule says so; near it table scores are not trusted."""
    network_inputs: int = 0
    """Inputs of the game's networks (``features`` gives indices below), 0 if it has none."""
    network_pieces: int = 0
    """Active inputs at most in ordinary play; sizes the output buckets."""
    pattern_start: Any = None
    """``int32``, the weights of ``evaluate_patterns`` before anything is learned; None: the game has no pattern tables."""
    network_file: Path | None = None
    """The network or the pattern tables that ship with the game; None: it is played with the hand-made evaluation."""
    search_params: dict[str, int] = field(default_factory=dict)
    """Numbers of the search that are other than usual for this game; names of ``search.params.PARAMETERS``."""
    analysis_params: dict[str, int] = field(default_factory=dict)
    """Those that are other than in play where positions are analysed: less is pruned, which finds more but plays weaker."""
    helpers: tuple[Any, ...] = ()
    """Kernels that ``evaluate`` and others call by address; compiled with it."""
    selective: bool = False
    """Whether ``gen_noisy`` and ``gen_quiet`` leave out legal moves that cannot change the result."""
    seating: Callable[[dict[str, Any]], tuple[int, ...]] | None = None
    """Rule options -> team of each seat, -1 for one that does not play; None: the entry's ``teams``, whatever the options."""
    solver: Any = None
    """``solver(game)`` makes what looks for forced wins before a search (``engine.forced``); None: the game has none."""
    row_options: dict[str, str] = field(default_factory=dict)
    """Documentation: rule option -> field of the state record that carries it."""

    @property
    def id(self) -> str:
        """The game's id."""
        return self.entry.id

    def hand_made(self) -> Evaluation:
        """The game's own ``evaluate`` with the weights that ship."""
        import numpy as np

        weights = np.zeros(1, np.int32) if self.weights is None else np.ascontiguousarray(self.weights, np.int32)
        return Evaluation("hand-made", self.kernels["evaluate"], weights, self.scratch_words, self.helpers)


def kernels_of(*modules: ModuleType) -> dict[str, Any]:
    """The kernels of the contract that a game's ``modules`` hold, for ``GameSpec.kernels``.

    A kernel is found by its name in :data:`contract.SIGNATURES` and by the signature that it was decorated with.

    Raises
    ------
    ValueError
        If two modules hold different kernels of one name.
    """
    from engine.core.contract import SIGNATURES

    found: dict[str, Any] = {}
    for module in modules:
        for name, signature in SIGNATURES.items():
            function = getattr(module, name, None)
            if getattr(function, "qiji_signature", None) != signature:
                continue
            if found.setdefault(name, function) is not function:
                raise ValueError(f"{module.__name__} holds another {name} than the modules before it")
    return found


def packaged_network(package_file: str, game_id: str, suffix: str = "qnet") -> Path | None:
    """``<game id>.<suffix>`` beside ``package_file`` (the ``__file__`` of the game's package), None if there is none."""
    path = Path(package_file).with_name(f"{game_id}.{suffix}")
    return path if path.is_file() else None
