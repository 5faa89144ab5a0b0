"""The arrays of the lookup: normalised words, hashed forms, and a hash table from bags of words.

Every name and its variants are forms. Words with the same normal form belong to one word class. A
form is found by its bag of classes; its surface and order hashes then show how it was matched.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from goldsmith.terminology.concept import NameKind
from goldsmith.terminology.index import forms
from goldsmith.terminology.index.hashing import (
    U64,
    HashTable,
    build_bloom_filter,
    build_hash_table,
    build_prefix_hashes,
    mix_bits,
)
from goldsmith.terminology.index.normalisation import STOP_WORDS, fold_text, normalise_word
from goldsmith.terminology.index.packed import Ints, Lists, group_values, pack_strings
from goldsmith.terminology.index.scan import Tokens, scan

#: Flags of a form: an abbreviation in capitals, with punctuation, also an English word, only in
#: this order of words, ending in s.
CASED, PUNCTUATED, WORDLIKE, ORDERED, ENDS_IN_S = 1, 2, 4, 8, 16
#: Forms with more words are unambiguous in any order.
_MAX_ORDERED_WORDS = 3
_BATCH_SIZE = 20_000
_SEPARATOR = "\x00"
STOP_CLASS = 0
#: Stop words belong to the vocabulary even if no name contains them.
_STOP_TEXT = " ".join(sorted(STOP_WORDS))


class Vocabulary(NamedTuple):
    """The distinct words of all names, and the class of words with the same normal form."""

    hashes: U64
    texts: list[str]
    #: The class of each word.
    classes: Ints
    #: The normal form of each class.
    normals: list[str]


class FormWords(NamedTuple):
    """The words of each form without stop words, one form after the other."""

    words: Ints
    ends: NDArray[np.int64]
    punctuated: NDArray[np.bool_]


def build_lookup_arrays(
    names: Sequence[str], kinds: Sequence[NameKind], live: Sequence[bool]
) -> tuple[dict[str, NDArray[Any]], Vocabulary, Lists]:
    """Build the arrays of the lookup.

    Args:
        names: The text of each name.
        kinds: The kind of each name.
        live: Whether the concept of each name is in use.

    Returns:
        The arrays, the vocabulary, and the word classes of each name.
    """
    texts, owners = _list_forms(names, kinds, live)
    vocabulary, rows = _scan_forms(texts)
    by_name = _list_classes(vocabulary, rows, len(names))
    arrays = _build_form_arrays(texts, owners, kinds, vocabulary, rows)
    arrays |= _build_word_arrays(vocabulary)
    return arrays, vocabulary, by_name


def _list_forms(
    names: Sequence[str], kinds: Sequence[NameKind], live: Sequence[bool]
) -> tuple[list[str], list[int]]:
    """Return every name and the variants of searchable names, with the name each belongs to.

    The owner of a name that is not searchable is -1.
    """
    texts, owners = list(names), list(range(len(names)))
    for number, (text, kind, alive) in enumerate(zip(names, kinds, live, strict=True)):
        if not alive or kind in ("related", "retired"):
            owners[number] = -1
            continue
        for variant in forms.list_variants(text):
            texts.append(variant)
            owners.append(number)
    return texts, owners


def _scan_forms(texts: Sequence[str]) -> tuple[Vocabulary, FormWords]:
    hashes, counts = [np.zeros(0, np.uint64)], [np.zeros(0, np.intp)]
    punctuated, words = [np.zeros(0, np.bool_)], dict[int, str]()
    _add_words(words, _STOP_TEXT, scan(_STOP_TEXT))
    for start in range(0, len(texts), _BATCH_SIZE):
        batch = texts[start : start + _BATCH_SIZE]
        content = _SEPARATOR.join(text.replace(_SEPARATOR, " ") for text in batch)
        tokens = scan(content)
        starts = np.cumsum([0, *(len(text) + 1 for text in batch)])
        first = np.searchsorted(tokens.start, starts)
        counts.append(np.diff(first))
        hashes.append(tokens.hash)
        medium = np.append(tokens.medium, 0)
        last = np.maximum(first[1:] - 1, first[:-1])
        punctuated.append(medium[last] != medium[first[:-1]])
        _add_words(words, content, tokens)
    return _classify_words(
        np.concatenate(hashes), np.concatenate(counts), np.concatenate(punctuated), words
    )


def _add_words(words: dict[int, str], text: str, tokens: Tokens) -> None:
    """Add the distinct words of a text by their hash."""
    unique, first = np.unique(tokens.hash, return_index=True)
    for value, start, end in zip(
        unique.tolist(), tokens.start[first].tolist(), tokens.end[first].tolist(), strict=True
    ):
        if value not in words:
            words[value] = fold_text(text[start:end])


def _classify_words(
    hashes: U64, counts: NDArray[np.intp], punctuated: NDArray[np.bool_], by_hash: dict[int, str]
) -> tuple[Vocabulary, FormWords]:
    ordered = sorted(by_hash, key=by_hash.__getitem__)
    texts = [by_hash[value] for value in ordered]
    normal_forms = [normalise_word(text) for text in texts]
    normals = sorted(set(normal_forms) - STOP_WORDS)
    number = dict.fromkeys(STOP_WORDS, STOP_CLASS) | {text: n for n, text in enumerate(normals, 1)}
    classes = np.array([number[text] for text in normal_forms], np.int32)
    keys = np.array(ordered, np.uint64)
    vocabulary = Vocabulary(keys, texts, classes, ["", *normals])
    order = np.argsort(keys)
    index = order[np.searchsorted(keys, hashes, sorter=order)].astype(np.int32)
    row = np.repeat(np.arange(len(counts)), counts)
    keep = classes[index] != STOP_CLASS
    ends = np.zeros(len(counts) + 1, np.int64)
    np.cumsum(np.bincount(row[keep], minlength=len(counts)), out=ends[1:])
    return vocabulary, FormWords(index[keep], ends, punctuated)


def _list_classes(vocabulary: Vocabulary, rows: FormWords, count: int) -> Lists:
    """Return the word classes of the first `count` forms, which are the names themselves."""
    end = rows.ends[count]
    return Lists(vocabulary.classes[rows.words[:end]], rows.ends[: count + 1])


def _build_form_arrays(
    texts: Sequence[str],
    owners: Sequence[int],
    kinds: Sequence[NameKind],
    vocabulary: Vocabulary,
    rows: FormWords,
) -> dict[str, NDArray[Any]]:
    owner = np.array(owners, np.int32)
    sizes = np.diff(rows.ends)
    chosen = np.flatnonzero((owner >= 0) & (sizes > 0) & (sizes <= forms.MAX_WORDS))
    start, end = rows.ends[chosen], rows.ends[chosen + 1]
    classes = vocabulary.classes[rows.words]
    bags = hash_bags(hash_classes(classes), start, end)
    surface = build_prefix_hashes(vocabulary.hashes[rows.words]).between(start, end)
    order = build_prefix_hashes(hash_classes(classes)).between(start, end)
    flags, worth = _score_forms(texts, owner, kinds, chosen, sizes, rows.punctuated)
    searchable = worth > 0
    sort = np.lexsort((surface, -worth.astype(np.int16), bags))
    sort = sort[searchable[sort]]
    unique, group = np.unique(bags[sort], return_inverse=True)
    lists = group_values(group, sort.astype(np.int32), len(unique))
    bag_table = build_hash_table(unique, np.arange(len(unique), dtype=np.int32))
    single = np.full(len(vocabulary.normals), -1, np.int32)
    single_words = start[sizes[chosen] == 1]
    single_keys = mix_bits(hash_classes(classes[single_words]))
    single[classes[single_words]] = bag_table.find(single_keys)
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
        "pair.bits": build_bloom_filter(_hash_pairs(classes, rows.ends, chosen)).bits,
    }


def _hash_pairs(classes: Ints, ends: NDArray[np.int64], chosen: NDArray[np.intp]) -> U64:
    """Return a key for every pair of classes that occur together in a chosen form."""
    row = np.repeat(np.arange(len(ends) - 1), np.diff(ends))
    is_chosen = np.zeros(len(ends) - 1, np.bool_)
    is_chosen[chosen] = True
    keep = is_chosen[row]
    row, values = row[keep], hash_classes(classes[keep])
    keys = [np.zeros(0, np.uint64)]
    for distance in range(1, forms.MAX_WORDS):
        same = row[distance:] == row[:-distance]
        keys.append(np.unique(mix_bits((values[distance:] + values[:-distance])[same])))
    return np.unique(np.concatenate(keys))


def hash_classes(classes: Ints) -> U64:
    """Return a hash for each word class."""
    return mix_bits(classes.astype(np.uint64))


def hash_bags(values: U64, start: NDArray[Any], end: NDArray[Any]) -> U64:
    """Return a hash for each range of values that does not depend on their order."""
    sums = np.zeros(len(values) + 1, np.uint64)
    np.cumsum(values, out=sums[1:])
    return mix_bits(sums[end] - sums[start])


def _score_forms(
    texts: Sequence[str],
    owner: Ints,
    kinds: Sequence[NameKind],
    chosen: NDArray[np.intp],
    sizes: NDArray[Any],
    punctuated: NDArray[np.bool_],
) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """Return the flags and the worth of each chosen form."""
    flags = np.where(punctuated[chosen], PUNCTUATED, 0).astype(np.uint8)
    worth = np.zeros(len(chosen), np.uint8)
    for at, (row, size) in enumerate(zip(chosen.tolist(), sizes[chosen].tolist(), strict=True)):
        text, kind = texts[row], kinds[owner[row]]
        cased = size <= 2 and forms.is_abbreviation(text)
        words = 1 if size == 1 or cased else size
        worth[at] = forms.score_name(text, kind, words=words, abbreviation=cased)
        if 1 < size <= _MAX_ORDERED_WORDS and not forms.may_be_reordered(text):
            flags[at] |= ORDERED
        if cased:
            flags[at] |= CASED | (WORDLIKE if forms.is_word(text) else 0)
            flags[at] |= ENDS_IN_S if text[-1] in "sS" else 0
    return flags, worth


def _build_word_arrays(vocabulary: Vocabulary) -> dict[str, NDArray[Any]]:
    by_hash = build_hash_table(vocabulary.hashes, vocabulary.classes)
    by_normal = _build_normal_table(vocabulary.normals)
    return {
        "word.keys": by_hash.keys,
        "word.values": by_hash.values,
        "normal.keys": by_normal.keys,
        "normal.values": by_normal.values,
        "word.class": vocabulary.classes,
        **pack_strings("word.text", vocabulary.texts),
        **pack_strings("class.text", vocabulary.normals),
    }


def _build_normal_table(normals: Sequence[str]) -> HashTable:
    """Build the table from the hash of a normal form to its class."""
    number = {text: index for index, text in enumerate(normals)}
    content = _SEPARATOR.join(normals[1:])
    tokens = scan(content)
    texts = [content[s:e] for s, e in zip(tokens.start.tolist(), tokens.end.tolist(), strict=True)]
    pairs = {
        value: number[text]
        for value, text in zip(tokens.hash.tolist(), texts, strict=True)
        if text in number
    }
    keys = np.array(sorted(pairs), np.uint64)
    return build_hash_table(keys, np.array([pairs[int(key)] for key in keys], np.int32))
