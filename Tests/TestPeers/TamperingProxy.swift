import Foundation
import Glibc

/// A proxy before a WebSocket server that tampers with what the server says, line by line.
///
/// `@unchecked Sendable`: everything mutable is touched only under `lock`.
package final class TamperingProxy: @unchecked Sendable {
    /// What becomes of a line: itself, nothing, several.
    package typealias Editor = (String) -> [String]

    package let port: UInt16
    private let server: UInt16
    private let listener: Int32
    private let editor: @Sendable (Int) -> Editor
    private let lock = NSLock()
    private var descriptors: Set<Int32> = []
    private var isEnded = false

    package struct Failure: Error {}

    /// - Parameter editor: makes what edits the lines of one connection, which are numbered from 0 as they come.
    package init(before server: UInt16, editor: @escaping @Sendable (Int) -> Editor) throws {
        self.server = server
        self.editor = editor
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        self.listener = listener
        var address = Self.loopback(0)
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let code = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { place in
                bind(listener, place, length) == 0 && listen(listener, 128) == 0
                    && getsockname(listener, place, &length) == 0
            }
        }
        guard code else { throw Failure() }
        port = UInt16(bigEndian: address.sin_port)
        Thread.detachNewThread { [self] in serve() }
    }

    package func end() {
        lock.withLock {
            isEnded = true
            for descriptor in descriptors { shutdown(descriptor, Int32(SHUT_RDWR)) }
        }
        shutdown(listener, Int32(SHUT_RDWR))
    }

    private static func loopback(_ port: UInt16) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        return address
    }

    private func serve() {
        var number = 0
        while true {
            let client = accept(listener, nil, nil)
            guard client >= 0 else { break }
            let upstream = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
            var address = Self.loopback(server)
            let code = withUnsafePointer(to: &address) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    connect(upstream, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
                }
            }
            let isWanted = lock.withLock {
                descriptors.formUnion([client, upstream])
                return !isEnded
            }
            guard code == 0, isWanted else {
                shutdown(client, Int32(SHUT_RDWR))
                continue
            }
            let mine = number
            number += 1
            Thread.detachNewThread { [self] in pump(from: client, to: upstream) }
            Thread.detachNewThread { [self] in tamper(from: upstream, to: client, number: mine) }
        }
        close(listener)
    }

    private func pump(from: Int32, to: Int32) {
        while let bytes = Self.read(from), Self.write(bytes, to) {}
        finish(from, to)
    }

    /// Whole messages once the handshake is through; the server does not break them up.
    private func tamper(from upstream: Int32, to client: Int32, number: Int) {
        let edit = editor(number)
        var unread: [UInt8] = []
        var isShaken = false
        while let bytes = Self.read(upstream) {
            unread += bytes
            if !isShaken {
                guard let head = unread.firstRange(of: Array("\r\n\r\n".utf8)) else { continue }
                guard Self.write(Array(unread[..<head.upperBound]), client) else { break }
                unread.removeSubrange(..<head.upperBound)
                isShaken = true
            }
            while let (opcode, payload, length) = Self.frame(in: unread) {
                var whole = Array(unread[..<length])
                unread.removeFirst(length)
                if opcode == 0x81 {
                    let text = String(decoding: payload, as: UTF8.self)
                    let lines = text.split(separator: "\n").flatMap { edit(String($0)) }
                    guard !lines.isEmpty else { continue }
                    whole = Self.text(lines.joined(separator: "\n"))
                }
                guard Self.write(whole, client) else { break }
            }
        }
        finish(upstream, client)
    }

    /// Both ends are told; the descriptors stay open until the process ends, so that no number comes to mean another.
    private func finish(_ one: Int32, _ other: Int32) {
        shutdown(one, Int32(SHUT_RDWR))
        shutdown(other, Int32(SHUT_RDWR))
    }

    /// The first whole frame: its first byte, its payload and how long it is in all.
    private static func frame(in bytes: [UInt8]) -> (opcode: UInt8, payload: [UInt8], length: Int)? {
        guard bytes.count >= 2 else { return nil }
        var (head, count) = (2, Int(bytes[1] & 0x7f))
        if count >= 126 {
            let digits = count == 126 ? 2 : 8
            guard bytes.count >= 2 + digits else { return nil }
            count = bytes[2..<2 + digits].reduce(0) { $0 << 8 | Int($1) }
            head += digits
        }
        guard bytes.count >= head + count else { return nil }
        return (bytes[0], Array(bytes[head..<head + count]), head + count)
    }

    private static func text(_ text: String) -> [UInt8] {
        let payload = Array(text.utf8)
        switch payload.count {
        case 0..<126: return [0x81, UInt8(payload.count)] + payload
        case 126..<65_536: return [0x81, 126, UInt8(payload.count >> 8), UInt8(payload.count & 0xff)] + payload
        default:
            return [0x81, 127] + (0..<8).map { UInt8(truncatingIfNeeded: payload.count >> (56 - $0 * 8)) } + payload
        }
    }

    private static func read(_ descriptor: Int32) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: 65_536)
        let count = recv(descriptor, &bytes, bytes.count, 0)
        return count > 0 ? Array(bytes[..<count]) : nil
    }

    private static func write(_ bytes: [UInt8], _ descriptor: Int32) -> Bool {
        var sent = 0
        while sent < bytes.count {
            let count = bytes[sent...].withUnsafeBytes {
                send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return false }
            sent += count
        }
        return true
    }
}
