import Testing

/// Rules of RFC 6455 for a server's frames and handshakes, against a real `riffle serve --conformance`.
@Suite(.serialized) enum ConformanceTests {}
