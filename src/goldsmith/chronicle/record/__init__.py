"""The structured record of a patient as observations; what its tables mean is data."""

from goldsmith.chronicle.record.read import RecordReading, read_record
from goldsmith.chronicle.record.table_map import RecordMap, load_record_map

__all__ = ["RecordMap", "RecordReading", "load_record_map", "read_record"]
