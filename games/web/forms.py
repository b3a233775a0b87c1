"""The look of our form fields."""


def entry(**attributes: str) -> dict[str, str]:
    """The attributes of our styled inputs."""
    return {"class": "input", **attributes}
