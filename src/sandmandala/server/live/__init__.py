"""Live play over WebSockets: connections and the transport below them."""
