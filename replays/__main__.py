"""``python -m replays`` is ``khamsin``."""

from replays.cli.main import main

raise SystemExit(main())
