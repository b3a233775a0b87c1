"""What phones fetch has no comments in it, and does what its source does."""

from chouette.static_files import lean_script, lean_sheet


def test_a_script_loses_its_comments_and_its_indentation_only() -> None:
    source = '// Why.\nif (a) {\n  // and why\n  b("https://x"); // here\n}\n\nlast();\n'
    assert lean_script(source) == 'if (a) {\nb("https://x"); // here\n}\nlast();\n'


def test_a_sheet_loses_its_comments_and_its_indentation_only() -> None:
    source = (
        '/* Why,\n  over lines. */\n.a {\n  content: " · "; /* here */\n}\n.b :hover { top: 0; }\n'
    )
    assert lean_sheet(source) == '.a {\ncontent: " · ";\n}\n.b :hover { top: 0; }\n'
