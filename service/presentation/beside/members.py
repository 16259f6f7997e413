"""Says how many there are of each kind, and what a group's narrow reading would find."""

from service.language.phrasing import capitalised, joined, kinds, number
from service.presentation.sheet import Sheet


def say_members(sheet: Sheet) -> None:
    """Say how many there are of each kind, and how many of the narrow reading."""
    evidence, language = sheet.evidence, sheet.language
    held = sorted(
        (service for service, count in evidence.counts.items() if count),
        key=lambda service: (-evidence.counts[service], service),
    )
    if held:
        told = joined(
            [
                f"{number(evidence.counts[service], language)} "
                f"{kinds([service], language, count=evidence.counts[service])}"
                for service in held
            ],
            language,
        )
        several = sum(evidence.counts.values()) > evidence.total
        pt = f"Por tipo{' (um lugar pode ser de vários)' if several else ''}: {told}"
        en = f"By kind{' (a place may be of several)' if several else ''}: {told}"
        mark = sheet.cite(told)
        sheet.say(f"{pt} {mark}.", f"{en} {mark}.")
    for narrower in evidence.narrower:
        kind = joined([kinds([s], language, count=2) for s in narrower.services], language)
        count, total = number(narrower.total, language), number(evidence.total, language)
        mark = sheet.cite(f"{kind}: {count} / {total}")
        if narrower.of == "a":
            sheet.say(
                f"Só {kind}: {count} de {total} {mark}.",
                f"{capitalised(kind)} alone: {count} of {total} {mark}.",
            )
        else:
            sheet.say(
                f"Só com {kind}: {count} de {total} {mark}.", f"With {kind} alone: {count} of {total} {mark}."
            )
