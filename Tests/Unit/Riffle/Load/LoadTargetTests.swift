import Testing
import WebSocketLoop

@testable import riffle

/// The path and the query of a target beside those of a script.
@Suite struct LoadTargetTests {
    @Test(arguments: [
        ("ws://h:1", "/ws", "/ws"), ("ws://h:1/", "/ws", "/ws"), ("ws://h:1?x=1", "/ws", "/ws?x=1"),
        ("ws://h:1/?x=1", "/ws?y=2", "/ws?y=2&x=1"), ("ws://h:1/other", "/ws", "/other"),
        ("ws://h:1/other?x=1", "/ws", "/other?x=1"),
    ])
    func ofAPlainServer(url: String, path: String, whole: String) throws {
        #expect(try LoadTarget(url: url, isPlain: true).endpoint(path: path).path == whole)
    }

    @Test(arguments: [
        ("ws://h:1", "/ws", "ws://h:1/ws"), ("ws://h:1/", "/ws?token=x", "ws://h:1/ws?…"),
        ("ws://h:1?token=x", "/ws", "ws://h:1/ws?…"), ("ws://h:1/other?token=x", "/ws", "ws://h:1/other?…"),
        ("ws://h:1/rooms/a", nil, "ws://h:1/rooms/a"), ("ws://h:1", nil, "ws://h:1"),
    ])
    func shownWithoutSecrets(url: String, path: String?, text: String) {
        #expect(LoadTargets.shown([url], path: path) == text)
    }
}
