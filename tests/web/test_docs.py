"""The interactive description of the API in a real browser: complete, usable, and nothing is asked of anybody else."""

from collections.abc import Callable

import pytest
from browser import DESK, PHONE, Person


@pytest.mark.parametrize("address", ["/docs", "/docs/", "/docs/index.html"])
def test_every_operation_is_listed(person: Callable[..., Person], address: str) -> None:
    page = person().go(address)
    page.locator("details.operation").first.wait_for()
    described = page.evaluate("fetch('/docs/openapi.json').then((answer) => answer.json())")
    operations = [f"{method.upper()}{path}" for path, methods in described["paths"].items() for method in methods]
    assert len(operations) >= 17
    listed = page.locator("details.operation > summary")
    assert listed.count() == len(operations)
    shown = ["".join(each.split(" — ")[0].split()) for each in listed.all_inner_texts()]
    assert shown == operations


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_an_operation_is_tried_from_the_page(person: Callable[..., Person], size: dict[str, int]) -> None:
    someone = person(size=size)
    page = someone.go("/docs")

    def operation(name: str) -> object:
        return page.locator("details.operation", has=page.locator("summary", has_text=name)).first

    def tried(name: str, body: str = "", **fields: str) -> str:
        box = operation(name)
        box.locator("summary").first.click()
        for field, value in fields.items():
            box.locator(f"input[name={field}]").fill(value)
        if body:
            box.locator("textarea").fill(body)
        box.get_by_role("button", name="Send").click()
        answer = box.locator("output")
        answer.wait_for()
        someone.fits()
        return str(answer.inner_text())

    made = tried("Choose a name", '{"name": "Ann <b>of</b> the docs"}')
    assert made.startswith("201")
    assert "Ann <b>of</b> the docs" in made  # as text
    assert tried("Who am I?").startswith("200")
    table = tried("Set up a table", '{"game": "flip", "seats": ["me", "open"]}')
    assert table.startswith("201")
    name = table.split('"table": "')[1].split('"')[0]
    assert '"status": "open"' in tried("The table as I may see it", table_id=name)
    assert '"name": "Ann' in tried("Do something at a table", '{"do": "look"}', table_id=name)
