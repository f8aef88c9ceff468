import PagingWire

/// The connection of one user of a simulated load run.
struct LoadLine {
    /// Messages that fit between a server and a client that does not read, before the server hears of it.
    static let capacity = 64

    let user: Int
    let loop: Int
    /// One way.
    let latencyMicroseconds: Int64
    var isRead = true
    /// Messages that came while the user did not read.
    var unread: [[ServerMessage]] = []
    /// Whether the server waits for an answer to its ping.
    var owesPong = false
    var isChoked = false
}
