"""An evening that a device takes along without network, and hands over afterwards."""
