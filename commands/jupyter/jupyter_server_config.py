"""What JupyterLab is told when run.py starts it; a user's own configuration files are read as well."""

import zmq

c = get_config()  # noqa: F821

# As long as the interval between pings, for Tornado shortens a longer one with a warning.
c.ServerApp.tornado_settings = {"ws_ping_timeout": 30_000}

# Kernels of today warn about each connection that is not encrypted.
if zmq.has("curve"):
    c.KernelManager.transport_encryption = "auto"
