import Testing

/// `riffle load` as a whole, with real processes and sockets, one after the other.
@Suite(.serialized) enum LoadTests {}
