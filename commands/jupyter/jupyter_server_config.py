"""What JupyterLab is told when run.py starts it; a user's own configuration files are read as well."""

import zmq
from jupyter_server.services.kernels.connection.channels import ZMQChannelsWebsocketConnection

c = get_config()  # noqa: F821

# As long as the interval between pings, for Tornado shortens a longer one with a warning.
c.ServerApp.tornado_settings = {"ws_ping_timeout": 30_000}

# Kernels of today warn about each connection that is not encrypted.
if zmq.has("curve"):
    c.KernelManager.transport_encryption = "auto"


class PromptConnection(ZMQChannelsWebsocketConnection):
    """Each message to the page leaves at once: a system may hold a small one back for 40 ms (Nagle)."""

    def connect(self):
        self.websocket_handler.set_nodelay(True)
        return super().connect()


c.ServerApp.kernel_websocket_connection_class = PromptConnection
