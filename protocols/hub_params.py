"""Parameters of the Hub protocol: names of variants, of engine options and of rule options."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from engine.core.options import Option
from engine.core.spec import CatalogueEntry
from engine.errors import OptionError
from engine.games import CATALOGUE
from protocols.hub_line import SHOWN, read_whole, write_line
from protocols.options import ENGINE_OPTIONS

#: Hub variant -> game.
VARIANTS = {
    "normal": "draughts",
    "brazilian": "draughts64",
    "russian": "russian",
    "pool": "pool",
    "english": "checkers",
    "english-flying": "checkers-flying",
}
_SYNONYMS = {"standard": "draughts", "international": "draughts", "american": "checkers"}
#: Variants of other engines.
_FOREIGN = {
    "killer": "Killer draughts",
    "bt": "breakthrough draughts",
    "frisian": "Frisian draughts",
    "frysk": "Frysk!",
    "losing": "losing draughts",
    "antidraughts": "losing draughts",
}
#: Hub names where they are not the option's name in lower case.
_NAMES = {
    "BitbasePath": "bb-path",
    "BitbaseSize": "bb-size",
    "OwnBook": "book",
    "BookFile": "book-file",
    "Debug Log File": "log-file",
    "EvalFile": "eval-file",
    "UCI_LimitStrength": "limit-strength",
}
_HIDDEN = {
    "Clear Hash", "MultiPV", "UCI_AnalyseMode", "UCI_ShowWDL", "UCI_Opponent", "UCI_EngineAbout",
    "SyzygyPath", "SyzygyProbeDepth", "SyzygyProbeLimit", "Syzygy50MoveRule",
}  # fmt: skip
#: Parameters of Scan that mean nothing here; GUIs keep them in their settings.
_SCAN_ONLY = ("book-ply", "book-margin")
#: Bytes of a table entry, for Scan's ``tt-size``, the binary logarithm of their number.
_ENTRY_BYTES = 16
_KINDS = {"check": "bool", "spin": "int", "combo": "enum", "string": "string"}
#: The value of a rule parameter that leaves the choice to the game.
BY_GAME = "game"


def games() -> tuple[CatalogueEntry, ...]:
    """The games that are played over Hub."""
    return tuple(entry for entry in CATALOGUE if "hub" in entry.protocols)


def variant_of(game_id: str) -> str:
    """The Hub name of a game."""
    return next((name for name, game in VARIANTS.items() if game == game_id), game_id)


def read_variant(text: str) -> str:
    """The id of the game that a variant's name means.

    Raises
    ------
    OptionError
        For variants that are not played.
    """
    name = text.strip().lower()
    known = {entry.id for entry in games()}
    wanted = VARIANTS.get(name) or _SYNONYMS.get(name) or name
    for entry in games():
        if wanted in (entry.id, *entry.aliases):
            wanted = entry.id
    if wanted in known:
        return wanted
    label = f"{_FOREIGN[name]} is not played here" if name in _FOREIGN else f"unknown variant {text[:SHOWN]!r}"
    raise OptionError(f"{label}; variants: {' '.join(variant_of(game) for game in sorted(known, key=_order))}")


def _order(game_id: str) -> int:
    ordered = list(VARIANTS.values())
    return ordered.index(game_id) if game_id in ordered else len(ordered)


def hub_name(option: Option) -> str:
    """The Hub name of an engine option."""
    return _NAMES.get(option.name) or option.name.removeprefix("UCI_").lower().replace(" ", "-").replace("_", "-")


@dataclass(frozen=True)
class RuleParam:
    """A rule option over all games that have it."""

    option: Option
    """As the first of them declares it."""
    by_game: bool
    """Whether its default or its values are not the same in all games."""

    def line(self) -> str:
        """Its declaration."""
        if not self.by_game:
            return _declared(self.option.name, self.option, self.option.default)
        # A type that has room for "as the game has it".
        if self.option.kind == "spin":
            return write_line("param", {"name": self.option.name, "value": BY_GAME, "type": "string"})
        values = ("true", "false") if self.option.kind == "check" else self.option.values
        arguments = {"name": self.option.name, "value": BY_GAME, "type": "enum", "values": " ".join((BY_GAME, *values))}
        return write_line("param", arguments)


def rule_params(entries: Iterable[CatalogueEntry]) -> list[RuleParam]:
    """The rule options of all ``entries``, each name once; a combo has the values of all of them."""
    found: dict[str, list[Option]] = {}
    for entry in entries:
        for option in entry.options:
            found.setdefault(option.name, []).append(option)
    params = []
    for options in found.values():
        first = options[0]
        values = tuple(dict.fromkeys(value for option in options for value in option.values))
        same = all((option.default, option.values) == (first.default, first.values) for option in options)
        merged = Option(first.name, first.kind, first.default, first.low, first.high, values, first.help)
        params.append(RuleParam(merged, not same))
    return params


def _declared(name: str, option: Option, value: object) -> str:
    text = ("true" if value else "false") if option.kind == "check" else "" if value is None else str(value)
    arguments = {"name": name, "value": text, "type": _KINDS[option.kind]}
    if option.kind == "spin":
        arguments |= {"min": str(option.low), "max": str(option.high)}
    elif option.kind == "combo":
        arguments["values"] = " ".join(option.values)
    return write_line("param", arguments)


def declarations(chosen: CatalogueEntry) -> list[str]:
    """All ``param`` lines, the variant first."""
    names = [variant_of(entry.id) for entry in sorted(games(), key=lambda entry: _order(entry.id))]
    variant = {"name": "variant", "value": variant_of(chosen.id), "type": "enum", "values": " ".join(names)}
    lines = [write_line("param", variant)]
    lines += [_declared(hub_name(option), option, option.default) for option in ENGINE_OPTIONS if option.name not in _HIDDEN]
    return lines + [param.line() for param in rule_params(games())]


def translated(name: str, text: str) -> tuple[str, str] | None:
    """The engine's or the rules' name of a parameter and its value; None for one that means nothing here.

    Raises
    ------
    OptionError
        For an unknown parameter.
    """
    wanted = name.strip().lower()
    if wanted == "tt-size":
        return "Hash", str(_megabytes(text))
    if wanted in _SCAN_ONLY:
        return None
    for option in ENGINE_OPTIONS:
        if wanted == hub_name(option):
            return option.name, text
    for param in rule_params(games()):
        if wanted == param.option.name.lower():
            return param.option.name, text
    raise OptionError(f"unknown parameter {name[:SHOWN]!r}")


def _megabytes(text: str) -> int:
    bits = read_whole(text)
    if bits is None or not 0 <= bits <= 32:
        raise OptionError(f"parameter tt-size: {text[:SHOWN]!r} is not in 0..32")
    return max(1, (_ENTRY_BYTES << bits) >> 20)
