import Testing

/// `riffle load` as a whole, with real processes and sockets. Most of the time they wait, so they may do so together.
@Suite enum LoadTests {}
