"""`kvartal serve`: the server with its pages."""

from kvartal.server.commands import serve
from kvartal.web import install

install()
command = serve
