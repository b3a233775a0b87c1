"""What reads the record: functions that change nothing and need few queries."""
