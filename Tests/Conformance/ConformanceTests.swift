import Testing

/// What RFC 6455 demands of a server's frames and handshakes, against a real `riffle serve --conformance`.
@Suite(.serialized) enum ConformanceTests {}
