"""What happens to a made-up patient: a module for each kind of event."""
