"""HTML as nested calls: what is written is what is shown, and nothing that somebody typed becomes markup."""

from kvartal.web.html import Html, el, join


def test_a_number_is_a_value_and_a_truth_stands_alone() -> None:
    """They are equal in Python, and opening tags are remembered: neither may be taken for the other."""
    assert [el("li", value=1), el("li", value=True), el("li", value=1)] == [
        '<li value="1"></li>',
        "<li value></li>",
        '<li value="1"></li>',
    ]
    assert [el("li", value=0), el("li", value=False), el("li", value=None)] == [
        '<li value="0"></li>',
        "<li></li>",
        "<li></li>",
    ]


def test_names_of_attributes() -> None:
    assert (
        el("input", class_="a", data_move="b c", aria_label="d") == '<input class="a" data-move="b c" aria-label="d">'
    )


def test_what_is_typed_is_text() -> None:
    typed = '<b onclick="x">&'
    assert el("p", typed, title=typed) == (
        '<p title="&lt;b onclick=&quot;x&quot;&gt;&amp;">&lt;b onclick="x"&gt;&amp;</p>'
    )
    assert join(typed, None, Html("<br>"), 3) == '&lt;b onclick="x"&gt;&amp;<br>3'
