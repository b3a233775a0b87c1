"""How the fields of our forms look."""


def entry(**attributes: str) -> dict[str, str]:
    """The attributes of an input that looks like ours."""
    return {"class": "input", **attributes}
