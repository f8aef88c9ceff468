import CReadySockets

// ReadySockets: libev learns of them through these two, in front of the C library's own. It would take thousands at
// once and serve them all before it looks at timers and other threads' mail. Where `SocketLoop.Options.pacesEndings`,
// those that hang up are told a few in each millisecond: 2,500 connections that broke together held a loop up for 60 to
// 180 ms, for libwebsockets 4.1.6 looks through its table of all descriptors twice at each ending. The linker exports
// both names for libev (Package.swift).

@c(epoll_wait)
package func readySockets(
    _ queue: Int32, _ events: UnsafeMutableRawPointer, _ limit: Int32, _ milliseconds: Int32
) -> Int32 {
    riffle_epoll_wait(queue, events, limit, milliseconds)
}

@c(epoll_ctl)
package func watchSocket(
    _ queue: Int32, _ operation: Int32, _ descriptor: Int32, _ event: UnsafeMutableRawPointer?
) -> Int32 {
    riffle_epoll_watch(queue, operation, descriptor, event)
}
