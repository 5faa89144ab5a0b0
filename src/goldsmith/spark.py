"""Goldsmith in your own Spark job or notebook (extra `spark`).

    import goldsmith.spark

    notes = spark.read.parquet("notes.parquet")          # columns id and text
    annotated = goldsmith.spark.extract(notes, "model")
    annotated.where("error is null").write.parquet("annotated")

Executors need Goldsmith and the model: see docs/scale.md.
"""

from __future__ import annotations

import os
from collections.abc import Collection
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pyspark.sql import DataFrame

__all__ = ["extract"]


def extract(
    dataframe: DataFrame,
    model: str | os.PathLike[str],
    *,
    set_name: str = "system",
    only: bool = False,
    source_set: str = "",
    layers: Collection[str] = (),
    longest_note: int = 10_000_000,
) -> DataFrame:
    """Annotate a DataFrame of notes with a trained model.

    Args:
        dataframe: The notes: `id` and `text`, and optionally the other columns of the format
            `parquet`. A text may be bytes in UTF-8. Notes with the same id are all annotated: to
            find them, Spark would have to sort all notes by id, which is left to you
            (`dataframe.dropDuplicates(["id"])`).
        model: The model folder, at the same path on every executor, or shipped with
            `spark.archives` under its name.
        set_name: The name of the new annotation set.
        only: Drop the sets of the input.
        source_set: The annotation set to start from, for a model over given mentions.
        layers: The layers to take from that set: mentions, codes, assertion.
        longest_note: The largest number of characters in a note; longer notes fail. A higher limit
            takes more memory.

    Returns:
        The columns of the format `parquet`, and `error`: null, or why the note failed. The text of
        a note that failed is empty.

    Raises:
        InputError: There is no model, or the DataFrame has no column `id` or `text`.

    Example:
        annotated = goldsmith.spark.extract(spark.read.parquet("notes.parquet"), "model")
        annotated.selectExpr("id", "explode(sets) as s").selectExpr("id", "explode(s.mentions)")
    """
    from goldsmith.project.models.tables.data_frames import extract_data_frame

    return extract_data_frame(
        dataframe,
        Path(model),
        set_name=set_name,
        only=only,
        source_set=source_set,
        layers=tuple(layers),
        longest_note=longest_note,
    )
