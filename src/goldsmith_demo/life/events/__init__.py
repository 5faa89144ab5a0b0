"""What happens to a made-up patient, one file for each kind of event."""
