"""What all pages share: input, buttons, refusals, limits, the device."""
