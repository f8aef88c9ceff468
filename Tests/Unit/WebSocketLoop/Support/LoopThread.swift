import Foundation
import Platform

@testable import WebSocketLoop

/// A loop on a thread of its own, with a delegate that records everything and does what the test says.
final class LoopThread: Sendable {
    typealias Command = @Sendable (SocketLoop) -> Void

    let recorder = Recorder()
    let behaviour: Behaviour
    private let mailbox: Mailbox<Command>
    let waker: Waker
    private let ended = DispatchSemaphore(value: 0)

    struct Behaviour: Sendable {
        var isEchoing = false
        var upgrade: (@Sendable (UpgradeRequest) -> UpgradeDecision)?
        var onOpened: (@Sendable (SocketLoop, ConnectionID) -> Void)?
        var onReceived: (@Sendable (SocketLoop, ConnectionID) -> Void)?
        var onWritable: (@Sendable (SocketLoop, ConnectionID) -> Void)?
    }

    init(options: SocketLoop.Options = .init(), _ behaviour: Behaviour = Behaviour()) throws {
        self.behaviour = behaviour
        let start = Start()
        let (recorder, ended) = (recorder, ended)
        let thread = Thread {
            let delegate = RecordingDelegate(recorder: recorder, behaviour: behaviour)
            do {
                let loop = try SocketLoop(options: options, delegate: delegate)
                let mailbox = Mailbox<Command>(waker: loop.waker)
                delegate.loop = loop
                delegate.mailbox = mailbox
                start.fulfil(.success((loop.waker, mailbox)))
                loop.run()
                delegate.loop = nil
            } catch {
                start.fulfil(.failure(error))
            }
            ended.signal()
        }
        thread.start()
        (waker, mailbox) = try start.value().get()
    }

    func post(_ command: @escaping Command) {
        mailbox.push(command)
    }

    /// Runs on the loop and waits for the result.
    func perform<Result: Sendable>(_ body: @escaping @Sendable (SocketLoop) -> Result) -> Result {
        let box = Box<Result>()
        let done = DispatchSemaphore(value: 0)
        post { loop in
            box.value = body(loop)
            done.signal()
        }
        done.wait()
        guard let value = box.value else { preconditionFailure("The command left its result.") }
        return value
    }

    /// Connects to a server and waits until both sides know; returns what each calls the connection.
    ///
    /// - Parameter skip: how many were opened on either side before.
    func connect(to server: Server, skip: Int = 0) throws -> (here: ConnectionID, there: ConnectionID) {
        let endpoint = server.endpoint()
        let here = perform { $0.connect(endpoint) }
        let there = try server.recorder.opened(skip: skip)
        _ = try recorder.opened(skip: skip)
        return (here, there)
    }

    func stop() {
        post { $0.stop() }
        ended.wait()
    }
}

/// A value written by one thread before a semaphore and read by another after it, hence Sendable.
final class Box<Value>: @unchecked Sendable {
    var value: Value?
}

private final class Start: @unchecked Sendable {
    // Sendable because the semaphore stands between the write and the read.
    typealias Outcome = Result<(Waker, Mailbox<LoopThread.Command>), any Error>
    private var outcome: Outcome = .failure(CancellationError())
    private let semaphore = DispatchSemaphore(value: 0)

    func fulfil(_ outcome: Outcome) {
        self.outcome = outcome
        semaphore.signal()
    }

    func value() -> Outcome {
        semaphore.wait()
        return outcome
    }
}

private final class RecordingDelegate: SocketLoopDelegate {
    let recorder: Recorder
    let behaviour: LoopThread.Behaviour
    var loop: SocketLoop?
    var mailbox: Mailbox<LoopThread.Command>?

    init(recorder: Recorder, behaviour: LoopThread.Behaviour) {
        self.recorder = recorder
        self.behaviour = behaviour
    }

    func upgradeRequested(_ request: UpgradeRequest) -> UpgradeDecision {
        if let upgrade = behaviour.upgrade { return upgrade(request) }
        return request.offersSubprotocol ? .accept : .refuse(status: 400, reason: "subprotocol")
    }

    func opened(_ connection: ConnectionID, request: UpgradeRequest) {
        recorder.record(.opened(connection, path: request.path))
        if let loop { behaviour.onOpened?(loop, connection) }
    }

    func received(_ connection: ConnectionID, text: UnsafeRawBufferPointer) {
        recorder.record(.received(connection, Array(text)))
        guard let loop else { return }
        if behaviour.isEchoing { _ = loop.send(Packet(Array(text)), to: connection) }
        behaviour.onReceived?(loop, connection)
    }

    func receivedPong(_ connection: ConnectionID) { recorder.record(.pong(connection)) }

    func writable(_ connection: ConnectionID) {
        recorder.record(.writable(connection))
        if let loop { behaviour.onWritable?(loop, connection) }
    }

    func closed(_ connection: ConnectionID, code: UInt16?, reason: String) {
        recorder.record(.closed(connection, code: code, reason: reason))
    }

    func connectFailed(_ connection: ConnectionID, reason: String) {
        recorder.record(.failed(connection, reason: reason))
    }

    func httpRequested(path: String, host: String?) -> HTTPResponse {
        switch path {
        case "/healthz": HTTPResponse(status: 200, text: "ok")
        case "/large": HTTPResponse(status: 200, body: [UInt8](repeating: 120, count: 5_000_000))
        default: HTTPResponse(status: 404, text: "not found")
        }
    }

    func woken() {
        recorder.record(.woken)
        guard let loop, let mailbox else { return }
        for command in mailbox.drain() { command(loop) }
    }

    func timerFired() { recorder.record(.timer(atMilliseconds: MonotonicClock.milliseconds)) }

    func readable(descriptor: Int32) {
        var bytes = [UInt8](repeating: 0, count: 64)
        _ = read(descriptor, &bytes, bytes.count)
        recorder.record(.readable(descriptor))
    }
}
