"""Turn a patient's structured record into observations; data files define what its tables mean."""

from goldsmith.chronicle.record.read import RecordReading, read_record
from goldsmith.chronicle.record.table_map import RecordMap, load_record_map

__all__ = ["RecordMap", "RecordReading", "load_record_map", "read_record"]
