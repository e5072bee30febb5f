"""Review: what a match was decided by, and what each player could have done from what they knew."""

from kvartal.review.advice import Advised, advice, why_not
from kvartal.review.course import Course, course_of
from kvartal.review.decisions import Judged, judged
from kvartal.review.review import Depth, Review, Reviewing, edition, review

__all__ = [
    "Advised", "Course", "Depth", "Judged", "Review", "Reviewing", "advice", "course_of", "edition", "judged", "review",
    "why_not",
]  # fmt: skip
