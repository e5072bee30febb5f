"""HTTP and sockets: addresses, messages, limits, and a process from start to end."""
