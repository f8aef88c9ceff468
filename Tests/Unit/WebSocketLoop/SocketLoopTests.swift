import Testing

/// Everything here runs one after the other: descriptors are counted, and sockets and processors are shared.
@Suite(.serialized, .timeLimit(.minutes(15)))
struct SocketLoopTests {}
