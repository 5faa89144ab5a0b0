"""Small trained pipelines shared by several tests."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from goldsmith.core import Document
from goldsmith.examples.notes import load_documents
from goldsmith.pipeline import Analysis, Example, Pipeline, Resources, parse_config


def examples(docs: Sequence[Document], name: str = "gold") -> list[Example]:
    return [Example(Analysis(doc), doc.sets[name]) for doc in docs]


def pipeline(toml: str, resources: Resources | None = None) -> Pipeline:
    return Pipeline(parse_config(toml, where="test"), resources or Resources())


@pytest.fixture(scope="session")
def notes() -> list[Document]:
    return list(load_documents())


@pytest.fixture(scope="session")
def trained(notes: list[Document]) -> Pipeline:
    """Train the component entities briefly on half of the demo notes."""
    result = pipeline('[[component]]\nuse = "entities"\nepochs = 5\nmembers = 1\n')
    result.train(examples(notes[::2]))
    return result


@pytest.fixture(scope="session")
def model(trained: Pipeline, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("model") / "m"
    trained.save(folder, card="# A model\n")
    return folder


@pytest.fixture(scope="session")
def tokeniser() -> Any:
    tokenizers = pytest.importorskip("tokenizers", reason="the extra neural is not installed")
    letters = "abcdefghijklmnopqrstuvwxyzS.N"
    words = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "Started", "for", "No", "chest", "pain"]
    words += [*letters, *(f"##{letter}" for letter in letters)]
    vocabulary = {word: number for number, word in enumerate(words)}
    result = tokenizers.Tokenizer(tokenizers.models.WordPiece(vocabulary, unk_token="[UNK]"))
    result.pre_tokenizer = tokenizers.pre_tokenizers.BertPreTokenizer()
    result.post_processor = tokenizers.processors.BertProcessing(("[SEP]", 3), ("[CLS]", 2))
    return result


@pytest.fixture(scope="session")
def transformer(tokeniser: Any, tmp_path_factory: pytest.TempPathFactory) -> Path:
    torch = pytest.importorskip("torch", reason="torch (extra neural) is not installed")
    transformers = pytest.importorskip("transformers", reason="the extra neural is not installed")
    folder = tmp_path_factory.mktemp("transformer")
    torch.manual_seed(1)
    config = transformers.BertConfig(
        vocab_size=tokeniser.get_vocab_size(),
        hidden_size=32,
        num_hidden_layers=2,
        num_attention_heads=2,
        intermediate_size=64,
        max_position_embeddings=66,
    )
    transformers.BertModel(config).save_pretrained(folder)
    tokeniser.save(str(folder / "tokenizer.json"))
    return folder
