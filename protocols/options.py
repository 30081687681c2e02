"""The engine's options and how each protocol spells them; rule options come from the catalogue."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from engine.core.options import Option
from engine.core.spec import CatalogueEntry
from engine.errors import OptionError
from engine.games import check_options
from engine.hints import has_option, option_named, unknown_option
from engine.search.skill import ELO_HIGH, ELO_LOW, SKILL_FULL

#: Options of the engine itself, by their UCI names. ``EngineOptions.values`` holds their values.
ENGINE_OPTIONS: tuple[Option, ...] = (
    Option("Hash", "spin", 64, 1, 65536, help="size of the transposition table in MB"),
    Option("Clear Hash", "button", help="empty the transposition table"),
    Option("Threads", "spin", 1, 1, 256, help="search threads"),
    Option("Ponder", "check", False, help="the GUI may let the engine think on the opponent's time"),
    Option("MultiPV", "spin", 1, 1, 256, help="how many best lines are searched"),
    Option("Move Overhead", "spin", 30, 0, 5000, help="milliseconds kept back of every clock for the way to the GUI"),
    Option("EvalFile", "string", "", help="network to evaluate with, or hand-made; empty: the one that ships with the game"),
    Option("Search", "string", "", help="which search plays, one of those that the game has (qiji games); empty: its default"),
    Option("OwnBook", "check", False, help="play from the opening book"),
    Option("BookFile", "string", "", help="opening book: Polyglot (.bin) for chess; several are separated by ;"),
    Option("SyzygyPath", "string", "", help="folders of Syzygy tables, chess only; probed at the root"),
    Option("SyzygyProbeDepth", "spin", 1, 1, 100, help="searches that are limited to less depth do without them"),
    Option("SyzygyProbeLimit", "spin", 7, 0, 7, help="most pieces on the board for a probe"),
    Option("Syzygy50MoveRule", "check", True, help="count wins that the 50-move rule prevents as draws"),
    Option("BitbasePath", "string", "", help="folders of endgame tables, draughts only; probed in the search"),
    Option("BitbaseSize", "spin", 6, 0, 99, help="most pieces on the board for a probe"),
    Option("Skill Level", "spin", SKILL_FULL, 0, SKILL_FULL, help="below the highest value the engine plays weaker moves"),
    Option("UCI_LimitStrength", "check", False, help="play with the strength of UCI_Elo"),
    Option("UCI_Elo", "spin", ELO_HIGH, ELO_LOW, ELO_HIGH, help="strength while UCI_LimitStrength is on"),
    Option("UCI_AnalyseMode", "check", False, help="no book and no instant moves"),
    Option("UCI_ShowWDL", "check", False, help="print win, draw and loss chances"),
    Option("UCI_Opponent", "string", "", help="who the opponent is; taken and not used"),
    Option("UCI_EngineAbout", "string", "Qiji, free software under the GNU GPL 3 or later", help="for people"),
    Option("Debug Log File", "string", "", help="a file that records the conversation"),
)


class OptionValues:
    """The values of some options, set by name and text."""

    def __init__(self, options: tuple[Option, ...] = ENGINE_OPTIONS) -> None:
        self.options = options
        self.values: dict[str, bool | int | str] = {o.name: o.default for o in options if o.default is not None}

    def set(self, name: str, text: str) -> Option:
        """Set the option ``name`` to what ``text`` means; buttons only return.

        Raises
        ------
        OptionError
            For an unknown name or a bad value; nothing changes then.
        """
        option = option_named(self.options, name)
        value = option.parse(text)
        if value is not None:
            self.values[option.name] = value
        return option

    def flag(self, name: str) -> bool:
        """The value of a check option."""
        return bool(self.values[name])

    def number(self, name: str) -> int:
        """The value of a spin option."""
        return int(self.values[name])

    def text(self, name: str) -> str:
        """The value of a string or combo option."""
        return str(self.values[name])


class RuleTexts:
    """Rule options set so far, kept as text by name: a value stays when the game changes and counts where the game knows it."""

    def __init__(self, catalogue: Iterable[CatalogueEntry]) -> None:
        self.catalogue = tuple(catalogue)
        self._texts: dict[str, str] = {}

    def set(self, entry: CatalogueEntry, name: str, text: str) -> str:
        """Check and keep a value; the game at hand decides, else any game that has the option. Returns the option's name.

        Raises
        ------
        OptionError
        """
        owners = [e for e in (entry, *self.catalogue) if has_option(e.options, name)]
        if not owners:
            rules = merged_rules((entry, *self.catalogue))
            raise unknown_option(name, [o.name for o in (*ENGINE_OPTIONS, *rules)], "the handshake lists all")
        problem: OptionError | None = None
        for owner in owners:
            option = option_named(owner.options, name)
            try:
                value = option.parse(text)
            except OptionError as error:
                problem = problem or error
                if owner is entry:
                    break
                continue
            if value is not None:
                if owner is entry:
                    check_options(entry, self.of(entry) | {option.name: value})
                self._texts[option.name] = str(value)
            return option.name
        assert problem is not None
        raise problem

    def forget(self, name: str) -> None:
        """Leave an option to the game again."""
        self._texts.pop(name, None)

    def of(self, entry: CatalogueEntry) -> dict[str, str]:
        """The values that ``entry``'s game takes."""
        found = {}
        for option in entry.options:
            text = self._texts.get(option.name)
            if text is None:
                continue
            try:
                option.parse(text)
            except OptionError:
                continue  # set for another game whose option of this name has other values
            found[option.name] = text
        return found


def merged_rules(entries: Iterable[CatalogueEntry]) -> tuple[Option, ...]:
    """The rule options of all ``entries``, each name once: with the values of every game that has it, the first one's default."""
    found: dict[str, Option] = {}
    for entry in entries:
        for option in entry.options:
            name = option.name.lower()
            found[name] = _joined(found[name], option) if name in found else option
    return tuple(found.values())


def _joined(first: Option, other: Option) -> Option:
    """``first`` with room for what ``other``, of the same name, can be; a text where they are of different kinds."""
    if first.kind != other.kind:
        return replace(first, kind="string", default=_default_text(first), low=None, high=None, values=())
    if first.kind == "combo":
        known = {value.lower() for value in first.values}
        return replace(first, values=(*first.values, *(value for value in other.values if value.lower() not in known)))
    if first.kind == "spin":
        assert first.low is not None and first.high is not None and other.low is not None and other.high is not None
        return replace(first, low=min(first.low, other.low), high=max(first.high, other.high))
    return first


# --- spelling -----------------------------------------------------------------------------------------------------------


def uci_line(option: Option) -> str:
    """``option name N type T ...`` of UCI."""
    words = ["option name", option.name, "type", option.kind]
    if option.kind != "button":
        words += ["default", _default_text(option) or "<empty>"]
    if option.kind == "spin":
        words += ["min", str(option.low), "max", str(option.high)]
    for value in option.values:
        words += ["var", value]
    return " ".join(words)


def ucci_name(option: Option) -> str:
    """The one-word lower-case name of an option in UCCI."""
    return option.name.replace(" ", "").lower()


def ucci_line(option: Option, name: str | None = None) -> str:
    """``option N type T [min max] [var ...] [default D]`` of UCCI, combo values in lower case."""
    words = ["option", name or ucci_name(option), "type", option.kind]
    if option.kind == "spin":
        words += ["min", str(option.low), "max", str(option.high)]
    for value in option.values:
        words += ["var", value.lower()]
    default = _default_text(option).lower() if option.kind == "combo" else _default_text(option)
    if option.kind != "button" and default:
        words += ["default", default]
    return " ".join(words)


def xboard_line(option: Option, value: bool | int | str | None = None) -> str:
    """``feature option="N -type ..."`` of XBoard; ``value`` stands in for the default."""
    now = option.default if value is None else value
    if option.kind == "check":
        body = f"-check {int(bool(now))}"
    elif option.kind == "spin":
        body = f"-spin {now} {option.low} {option.high}"
    elif option.kind == "combo":
        body = "-combo " + " /// ".join(("*" if v == now else "") + v for v in option.values)
    elif option.kind == "button":
        body = "-button"
    else:
        kind = "-file" if option.name.lower().endswith("file") else "-string"
        body = f"{kind} {now}"
    return f'feature option="{option.name} {body}"'


def _default_text(option: Option) -> str:
    if option.kind == "check":
        return "true" if option.default else "false"
    return "" if option.default is None else str(option.default)
