import CNATS
import ClusterTraffic
import Glibc

/// One connection of the library. All calls come from the thread of the fabric, and may block it: the library keeps its
/// lock while it connects again.
final class NATSClient {
    let socket: NATSSocket
    private let connection: OpaquePointer
    private var subscriptions: [Subject: OpaquePointer] = [:]
    /// The subject of messages to oneself, which show that the server answers.
    private let echo: String
    private var echoSubscription: OpaquePointer?
    private let cluster: ClusterName

    private init(_ connection: OpaquePointer, _ socket: NATSSocket, _ cluster: ClusterName) {
        self.connection = connection
        self.socket = socket
        self.cluster = cluster
        echo = "riffle.\(cluster).echo.\(UInt64.random(in: .min ... .max))"
        _ = natsConnection_SubscribeSync(&echoSubscription, connection, echo)
    }

    /// Connects to one of the servers; takes some seconds at most for each.
    static func connect(
        _ settings: NATSFabric.Settings, wake: NATSWake, report: @escaping @Sendable (String) -> Void
    ) throws(NATSFailure) -> NATSClient {
        var options: OpaquePointer?
        try check(natsOptions_Create(&options))
        guard let options else { throw NATSFailure(text: "no memory") }
        defer { natsOptions_Destroy(options) }
        try apply(settings, to: options)
        let socket = NATSSocket(wake: wake, report: report)
        var connection: OpaquePointer?
        do throws(NATSFailure) {
            try check(socket.install(in: options))
            try check(natsConnection_Connect(&connection, options), expected: "a connection")
            guard let connection else { throw NATSFailure(text: "no connection") }
            return NATSClient(connection, socket, settings.cluster)
        } catch {
            socket.release()
            throw error
        }
    }

    private static func apply(_ settings: NATSFabric.Settings, to options: OpaquePointer) throws(NATSFailure) {
        var urls: [UnsafeMutablePointer<CChar>?] = settings.address.urls.map { strdup($0) }
        defer { for url in urls { free(url) } }
        let status = urls.withUnsafeMutableBufferPointer { urls in
            urls.withMemoryRebound(to: UnsafePointer<CChar>?.self) { urls in
                natsOptions_SetServers(options, urls.baseAddress, Int32(urls.count))
            }
        }
        try check(status)
        // Servers that a server names were not checked by NATSAddress.
        try check(natsOptions_SetIgnoreDiscoveredServers(options, true))
        try check(natsOptions_SetSendAsap(options, true))
        try check(natsOptions_SetTimeout(options, NATSFabric.connectMilliseconds))
        try check(natsOptions_SetMaxReconnect(options, -1))
        try check(natsOptions_SetReconnectWait(options, NATSFabric.reconnectMilliseconds))
        try check(natsOptions_SetReconnectJitter(options, 50, 50))
        // What was published without a connection must not be sent later.
        try check(natsOptions_SetReconnectBufSize(options, 1))
        // Its pings would close the socket from another thread while this one reads: see the echoes of NATSLoop.
        try check(natsOptions_SetPingInterval(options, 0))
        if settings.address.isSecure { try check(natsOptions_SetSecure(options, true)) }
        if let file = settings.authoritiesFile {
            try check(natsOptions_LoadCATrustedCertificates(options, file))
        }
        if let file = settings.credentialsFile {
            try check(natsOptions_SetUserCredentialsFromFiles(options, file, nil))
        }
    }

    private static func check(_ status: natsStatus, expected: String? = nil) throws(NATSFailure) {
        guard status != NATS_OK else { return }
        var last = status
        let detail = nats_GetLastError(&last).map { NATSFailure.detail(String(cString: $0)) } ?? ""
        let text = natsStatus_GetText(status).map { String(cString: $0) } ?? "error \(status.rawValue)"
        throw NATSFailure(status: text, detail: detail, expected: expected)
    }

    /// Ends the connection; waits for the library's threads.
    func end() {
        for subscription in subscriptions.values { natsSubscription_Destroy(subscription) }
        if let echoSubscription { natsSubscription_Destroy(echoSubscription) }
        // The library would write what is left itself, and wait for an answer that this thread would have to read.
        write()
        natsConnection_Destroy(connection)
    }

    // MARK: State

    var isConnected: Bool { natsConnection_Status(connection) == NATS_CONN_STATUS_CONNECTED }
    var isClosed: Bool { natsConnection_IsClosed(connection) }
    /// The largest message that the server takes.
    var maximumPayload: Int64 { natsConnection_GetMaxPayload(connection) }
    /// Bytes that the server has not taken.
    var bufferedBytes: Int { Int(natsConnection_Buffered(connection)) }

    /// Makes the library connect again.
    func interrupt() {
        if let descriptor = socket.current.descriptor { shutdown(descriptor, Int32(SHUT_RDWR)) }
    }

    // MARK: Traffic

    func subscribe(_ subject: Subject) throws(NATSFailure) {
        guard subscriptions[subject] == nil else { return }
        var subscription: OpaquePointer?
        try NATSClient.check(natsConnection_SubscribeSync(&subscription, connection, subject.text(in: cluster)))
        subscriptions[subject] = subscription
    }

    func unsubscribe(_ subject: Subject) {
        if let subscription = subscriptions.removeValue(forKey: subject) { natsSubscription_Destroy(subscription) }
    }

    /// Returns false when the message is lost.
    func publish(_ bytes: [UInt8], to subject: Subject) -> Bool { publish(bytes, subject.text(in: cluster)) }

    func publishEcho() { _ = publish([0], echo) }

    private func publish(_ bytes: [UInt8], _ subject: String) -> Bool {
        bytes.withUnsafeBytes {
            natsConnection_Publish(connection, subject, $0.baseAddress, Int32($0.count)) == NATS_OK
        }
    }

    /// Writes what waits. The library takes a write of nothing for the end of the connection.
    func write() {
        if socket.current.wantsToWrite { natsConnection_ProcessWriteEvent(connection) }
    }

    /// Reads what has come and appends the messages.
    func read(into events: inout [FabricEvent]) {
        natsConnection_ProcessReadEvent(connection)
        for (subject, subscription) in subscriptions {
            take(from: subscription) { events.append(.received($0, on: subject)) }
        }
        if let echoSubscription { take(from: echoSubscription) { _ in } }
    }

    private func take(from subscription: OpaquePointer, _ body: ([UInt8]) -> Void) {
        var count: UInt64 = 0
        guard natsSubscription_QueuedMsgs(subscription, &count) == NATS_OK else { return }
        while count > 0 {
            count -= 1
            var message: OpaquePointer?
            guard natsSubscription_NextMsg(&message, subscription, 0) == NATS_OK, let message else { return }
            let data = UnsafeRawBufferPointer(
                start: natsMsg_GetData(message), count: Int(natsMsg_GetDataLength(message)))
            body(Array(data))
            natsMsg_Destroy(message)
        }
    }
}

/// The reason why the library did not do something.
struct NATSFailure: Error {
    let text: String

    init(text: String) { self.text = text }

    /// - Parameter detail: what the library adds to the status; often it is the same again.
    init(status: String, detail: String, expected: String?) {
        let found = detail.isEmpty || detail == status ? status : "\(status): \(detail)"
        text = expected.map { "expected \($0), got an error (\(found))" } ?? found
    }

    /// Text of the library without its own file and line: `(conn.c:1735): No server` becomes `No server`.
    static func detail(_ text: String) -> String {
        guard text.hasPrefix("("), let place = text.firstRange(of: "): "), text[..<place.lowerBound].contains(".c:")
        else { return text }
        return String(text[place.upperBound...])
    }
}
