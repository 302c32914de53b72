"""What JupyterLab is told when run.py starts it; a user's own configuration files are read as well."""

import logging

import zmq
from jupyter_server.services.kernels.connection.channels import ZMQChannelsWebsocketConnection

c = get_config()  # noqa: F821

# Tornado shortens Jupyter's own ping timeout of 90 s to the interval of 30 s, for itself, and says so.
# (A setting of 30 s would end the warning, and with Jupyter every connection after 30 s.)
logging.getLogger("tornado.general").addFilter(
    lambda record: "websocket_ping_timeout" not in record.getMessage()
)

# Kernels of today warn about each connection that is not encrypted.
if zmq.has("curve"):
    c.KernelManager.transport_encryption = "auto"


class PromptConnection(ZMQChannelsWebsocketConnection):
    """Each message to the page leaves at once: a system may hold a small one back for 40 ms (Nagle)."""

    def connect(self):
        self.websocket_handler.set_nodelay(True)
        return super().connect()


c.ServerApp.kernel_websocket_connection_class = PromptConnection
