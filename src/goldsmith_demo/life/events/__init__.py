"""Events in the life of a made-up patient: one module for each kind of event."""
