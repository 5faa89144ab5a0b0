"""Names as the look-up sees them: words made equal, forms hashed, one table to find them in."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from goldsmith.terminology.concept import NameKind
from goldsmith.terminology.index import forms
from goldsmith.terminology.index.hashing import U64, filtering, mixed, running, table
from goldsmith.terminology.index.packed import Ints, Lists, grouped, pack_strings
from goldsmith.terminology.index.scan import Tokens, scan
from goldsmith.terminology.index.words import STOP, folded, normal

CASED, PUNCTUATED, WORDLIKE, ORDERED, ENDS_IN_S = 1, 2, 4, 8, 16
#: Names of more words have enough that say which they are, in any order.
_FEW = 3
_BATCH = 20_000
_BREAK = "\x00"
STOP_CLASS = 0
#: Stop words are known though no name should have them.
_STOP_TEXT = " ".join(sorted(STOP))


class Words(NamedTuple):
    """All words of all names: distinct ones, and the classes of those that are made equal."""

    hashes: U64
    texts: list[str]
    classes: Ints
    normals: list[str]


class Rows(NamedTuple):
    """The words of each form, one form behind the other, stop words left out."""

    words: Ints
    ends: NDArray[np.int64]
    punctuated: NDArray[np.bool_]


def look_up_arrays(
    names: Sequence[str], kinds: Sequence[NameKind], live: Sequence[bool]
) -> tuple[dict[str, NDArray[Any]], Words, Lists]:
    """The arrays of the look-up, the words, and for each name the classes of its words."""
    texts, owners = _forms(names, kinds, live)
    words, rows = _scanned(texts)
    by_name = _first_rows(words, rows, len(names))
    arrays = _form_arrays(texts, owners, kinds, words, rows)
    arrays |= _word_arrays(words)
    return arrays, words, by_name


def _forms(
    names: Sequence[str], kinds: Sequence[NameKind], live: Sequence[bool]
) -> tuple[list[str], list[int]]:
    """Every name, then the variants of those that are looked for; and whose name each one is."""
    texts, owners = list(names), list(range(len(names)))
    for number, (text, kind, alive) in enumerate(zip(names, kinds, live, strict=True)):
        if not alive or kind in ("related", "retired"):
            owners[number] = -1
            continue
        for variant in forms.variants(text):
            texts.append(variant)
            owners.append(number)
    return texts, owners


def _scanned(texts: Sequence[str]) -> tuple[Words, Rows]:
    hashes, counts = [np.zeros(0, np.uint64)], [np.zeros(0, np.intp)]
    broken, seen = [np.zeros(0, np.bool_)], dict[int, str]()
    _remember(seen, _STOP_TEXT, scan(_STOP_TEXT))
    for at in range(0, len(texts), _BATCH):
        batch = texts[at : at + _BATCH]
        joined = _BREAK.join(text.replace(_BREAK, " ") for text in batch)
        tokens = scan(joined)
        starts = np.cumsum([0, *(len(text) + 1 for text in batch)])
        first = np.searchsorted(tokens.start, starts)
        counts.append(np.diff(first))
        hashes.append(tokens.hash)
        medium = np.append(tokens.medium, 0)
        last = np.maximum(first[1:] - 1, first[:-1])
        broken.append(medium[last] != medium[first[:-1]])
        _remember(seen, joined, tokens)
    return _classed(np.concatenate(hashes), np.concatenate(counts), np.concatenate(broken), seen)


def _remember(seen: dict[int, str], text: str, tokens: Tokens) -> None:
    unique, first = np.unique(tokens.hash, return_index=True)
    for value, begin, stop in zip(
        unique.tolist(), tokens.start[first].tolist(), tokens.end[first].tolist(), strict=True
    ):
        if value not in seen:
            seen[value] = folded(text[begin:stop])


def _classed(
    hashes: U64, counts: NDArray[np.intp], broken: NDArray[np.bool_], seen: dict[int, str]
) -> tuple[Words, Rows]:
    known = sorted(seen, key=seen.__getitem__)
    texts = [seen[value] for value in known]
    shared = [normal(text) for text in texts]
    normals = sorted(set(shared) - STOP)
    number = dict.fromkeys(STOP, STOP_CLASS) | {text: n for n, text in enumerate(normals, 1)}
    classes = np.array([number[text] for text in shared], np.int32)
    keys = np.array(known, np.uint64)
    words = Words(keys, texts, classes, ["", *normals])
    order = np.argsort(keys)
    index = order[np.searchsorted(keys, hashes, sorter=order)].astype(np.int32)
    row = np.repeat(np.arange(len(counts)), counts)
    keep = classes[index] != STOP_CLASS
    ends = np.zeros(len(counts) + 1, np.int64)
    np.cumsum(np.bincount(row[keep], minlength=len(counts)), out=ends[1:])
    return words, Rows(index[keep], ends, broken)


def _first_rows(words: Words, rows: Rows, count: int) -> Lists:
    end = rows.ends[count]
    return Lists(words.classes[rows.words[:end]], rows.ends[: count + 1])


def _form_arrays(
    texts: Sequence[str], owners: Sequence[int], kinds: Sequence[NameKind], words: Words, rows: Rows
) -> dict[str, NDArray[Any]]:
    owner = np.array(owners, np.int32)
    sizes = np.diff(rows.ends)
    chosen = np.flatnonzero((owner >= 0) & (sizes > 0) & (sizes <= forms.LONGEST))
    start, end = rows.ends[chosen], rows.ends[chosen + 1]
    classes = words.classes[rows.words]
    bags = bag_keys(class_values(classes), start, end)
    surface = running(words.hashes[rows.words]).between(start, end)
    order = running(class_values(classes)).between(start, end)
    flags, worth = _judged(texts, owner, kinds, chosen, sizes, rows.punctuated)
    good = worth > 0
    sort = np.lexsort((surface, -worth.astype(np.int16), bags))
    sort = sort[good[sort]]
    unique, group = np.unique(bags[sort], return_inverse=True)
    lists = grouped(group, sort.astype(np.int32), len(unique))
    bag_table = table(unique, np.arange(len(unique), dtype=np.int32))
    single = np.full(len(words.normals), -1, np.int32)
    alone = start[sizes[chosen] == 1]
    single[classes[alone]] = bag_table.find(bag_keys(class_values(classes[alone]), *_ones(alone)))
    picked = lists.values
    return {
        "bag.keys": bag_table.keys,
        "bag.values": bag_table.values,
        "form.ends": lists.ends.astype(np.int32),
        "form.name": owner[chosen[picked]],
        "form.surface": surface[picked],
        "form.order": order[picked],
        "form.flags": flags[picked],
        "form.worth": worth[picked],
        "class.single": single,
        "pair.bits": filtering(_pairs(classes, rows.ends, chosen)).bits,
    }


def _ones(places: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any]]:
    """Where stretches of one begin and end, as many as there are places."""
    begin = np.arange(len(places))
    return begin, begin + 1


def _pairs(classes: Ints, ends: NDArray[np.int64], chosen: NDArray[np.intp]) -> U64:
    """A key for every two classes that some form has both of."""
    row = np.repeat(np.arange(len(ends) - 1), np.diff(ends))
    wanted = np.zeros(len(ends) - 1, np.bool_)
    wanted[chosen] = True
    keep = wanted[row]
    row, values = row[keep], class_values(classes[keep])
    found = [np.zeros(0, np.uint64)]
    for apart in range(1, forms.LONGEST):
        same = row[apart:] == row[:-apart]
        found.append(np.unique(mixed((values[apart:] + values[:-apart])[same])))
    return np.unique(np.concatenate(found))


def class_values(classes: Ints) -> U64:
    """A scattered value for each class of words."""
    return mixed(classes.astype(np.uint64))


def bag_keys(values: U64, start: NDArray[Any], end: NDArray[Any]) -> U64:
    """A key for each stretch of values that does not depend on their order."""
    sums = np.zeros(len(values) + 1, np.uint64)
    np.cumsum(values, out=sums[1:])
    return mixed(sums[end] - sums[start])


def _judged(
    texts: Sequence[str],
    owner: Ints,
    kinds: Sequence[NameKind],
    chosen: NDArray[np.intp],
    sizes: NDArray[Any],
    punctuated: NDArray[np.bool_],
) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    flags = np.where(punctuated[chosen], PUNCTUATED, 0).astype(np.uint8)
    worth = np.zeros(len(chosen), np.uint8)
    for at, (row, size) in enumerate(zip(chosen.tolist(), sizes[chosen].tolist(), strict=True)):
        text, kind = texts[row], kinds[owner[row]]
        cased = size <= 2 and forms.is_abbreviation(text)
        alone = 1 if size == 1 or cased else size
        worth[at] = forms.worth(text, kind, words=alone, abbreviation=cased)
        if 1 < size <= _FEW and not forms.may_be_reordered(text):
            flags[at] |= ORDERED
        if cased:
            flags[at] |= CASED | (WORDLIKE if forms.is_word(text) else 0)
            flags[at] |= ENDS_IN_S if text[-1] in "sS" else 0
    return flags, worth


def _word_arrays(words: Words) -> dict[str, NDArray[Any]]:
    known = table(words.hashes, words.classes)
    shared = {text: number for number, text in enumerate(words.normals)}
    joined = _BREAK.join(words.normals[1:])
    tokens = scan(joined)
    texts = [joined[s:e] for s, e in zip(tokens.start.tolist(), tokens.end.tolist(), strict=True)]
    pairs = {
        value: shared[text]
        for value, text in zip(tokens.hash.tolist(), texts, strict=True)
        if text in shared
    }
    keys = np.array(sorted(pairs), np.uint64)
    normals = table(keys, np.array([pairs[int(key)] for key in keys], np.int32))
    return {
        "word.keys": known.keys,
        "word.values": known.values,
        "normal.keys": normals.keys,
        "normal.values": normals.values,
        "word.class": words.classes,
        **pack_strings("word.text", words.texts),
        **pack_strings("class.text", words.normals),
    }
