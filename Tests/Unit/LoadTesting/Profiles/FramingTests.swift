import Scripting
import Testing

@testable import LoadTesting

@Suite struct FramingTests {
    private static func frames(_ framing: ProfileFraming, _ messages: PlainMessage...) throws -> [WireFrame] {
        var decoder = FrameDecoder(framing)
        return try messages.flatMap { message in try decoder.frames(in: message) }
    }

    private static func frame(_ kind: String, _ fields: KeyValuePairs<String, String> = [:], _ body: String = "")
        -> WireFrame
    {
        WireFrame(kind: kind, fields: fields.map { KeyedValue(key: $0.key, value: $0.value) }, body: body)
    }

    /// The bytes of a message in parts of one byte each give the same frames.
    private static func inPieces(_ framing: ProfileFraming, _ bytes: [UInt8]) throws -> [WireFrame] {
        var decoder = FrameDecoder(framing)
        return try bytes.flatMap { byte in try decoder.frames(in: .binary([byte])) }
    }

    @Test func linesAndRecords() throws {
        #expect(try Self.frames(.lines, .text("{}\n\n[1]\n")).map(\.body) == ["{}", "[1]"])
        #expect(try Self.frames(.records, .text("{}\u{1E}[1]\u{1E}")).map(\.body) == ["{}", "[1]"])
        #expect(try FrameEncoder.message(WireFrame(body: "{}"), .records) == .text("{}\u{1E}"))
        #expect(throws: FramingError.self) { try Self.frames(.text, .binary([1])) }
    }

    @Test func socketIO() throws {
        let texts = [
            "0{\"sid\":1}", "2", "42[\"a\",1]", "42/chat,7[\"a\"]", "437[1]", "44/x,{\"message\":\"no\"}", "451-5[0]",
        ]
        let frames = try texts.flatMap { try Self.frames(.socketIO, .text($0)) }
        #expect(
            frames == [
                Self.frame("0", [:], "{\"sid\":1}"), Self.frame("2"), Self.frame("42", ["namespace": "/"], "[\"a\",1]"),
                Self.frame("42", ["namespace": "/chat", "id": "7"], "[\"a\"]"),
                Self.frame("43", ["namespace": "/", "id": "7"], "[1]"),
                Self.frame("44", ["namespace": "/x"], "{\"message\":\"no\"}"),
                Self.frame("45", ["namespace": "/", "id": "5"], "[0]"),
            ])
        for (text, frame) in zip(texts, frames).dropLast() { #expect(SocketIOFraming.text(frame) == text) }
        for wrong in ["", "9", "x", "42" + String(repeating: "1", count: 30)] {
            #expect(throws: FramingError.self) { try Self.frames(.socketIO, .text(wrong)) }
        }
        #expect(try Self.frames(.socketIO, .binary([1, 2])) == [])
    }

    @Test func mqttIsWrittenByTheStandard() throws {
        func bytes(_ frame: WireFrame) throws -> [UInt8] { try MQTTFraming.bytes(frame) }
        let connect: [UInt8] =
            [0x10, 19, 0, 4] + Array("MQTT".utf8) + [4, 0xC2, 0, 60] + [0, 1, 0x63, 0, 1, 0x75, 0, 1, 0x70]
        #expect(try bytes(Self.frame("CONNECT", ["client": "c", "username": "u", "password": "p"])) == connect)
        #expect(
            try bytes(Self.frame("PUBLISH", ["topic": "a/b"], "hi")) == [0x30, 7, 0, 3, 0x61, 0x2F, 0x62, 0x68, 0x69])
        #expect(
            try bytes(Self.frame("PUBLISH", ["topic": "a", "qos": "1", "packet": "258"])) == [
                0x32, 5, 0, 1, 0x61, 1, 2,
            ])
        #expect(try bytes(Self.frame("SUBSCRIBE", ["packet": "1", "topic": "#"])) == [0x82, 6, 0, 1, 0, 1, 0x23, 0])
        #expect(try bytes(Self.frame("PINGREQ")) == [0xC0, 0])
        let long = try bytes(Self.frame("PUBLISH", ["topic": "a"], String(repeating: "x", count: 200)))
        #expect(long.prefix(3) == [0x30, 0xCB, 0x01])
        for wrong in [
            Self.frame("PUBLISH"), Self.frame("PUBLISH", ["topic": "a", "qos": "3"]), Self.frame("SUBACK"),
            Self.frame("PUBACK", ["packet": "0"]), Self.frame("X"),
        ] {
            #expect(throws: FramingError.self) { try bytes(wrong) }
        }
    }

    @Test func mqttIsReadInPieces() throws {
        let bytes: [UInt8] = [
            0x20, 2, 0, 0, 0x34, 6, 0, 1, 0x61, 0, 9, 0x7A, 0x40, 2, 0, 7, 0x90, 3, 0, 1, 0x80, 0xD0, 0,
        ]
        let expected = [
            Self.frame("CONNACK", ["session": "0", "code": "0"]),
            Self.frame("PUBLISH", ["topic": "a", "qos": "2", "retain": "0", "packet": "9"], "z"),
            Self.frame("PUBACK", ["packet": "7"]), Self.frame("SUBACK", ["packet": "1", "code": "128"]),
            Self.frame("PINGRESP"),
        ]
        #expect(try Self.inPieces(.mqtt, bytes) == expected)
        #expect(try Self.frames(.mqtt, .binary(bytes)) == expected)
        for wrong: [UInt8] in [
            [0x00, 0], [0x20, 0], [0x36, 3, 0, 1, 0x61], [0x30, 2, 0, 9], [0x30, 0xFF, 0xFF, 0xFF, 0xFF, 1], [0x10, 0],
        ] {
            #expect(throws: FramingError.self, "\(wrong)") { try Self.frames(.mqtt, .binary(wrong)) }
        }
        // A packet beyond the limit is refused by its header alone.
        #expect(throws: FramingError.self) { try Self.frames(.mqtt, .binary([0x30, 0xFF, 0xFF, 0xFF, 0x7F])) }
    }

    @Test func nats() throws {
        let text =
            "INFO {\"a\":1}\r\nMSG a.b 1 5\r\nhe\r\no\r\nMSG a 2 r.1 0\r\n\r\nHMSG i 3 16 18\r\nNATS/1.0 503\r\n\r\nhi\r\n"
            + "PING\r\n+OK\r\n-ERR 'no'\r\n"
        let expected = [
            Self.frame("INFO", [:], "{\"a\":1}"), Self.frame("MSG", ["subject": "a.b", "sid": "1"], "he\r\no"),
            Self.frame("MSG", ["subject": "a", "sid": "2", "reply": "r.1"]),
            Self.frame("HMSG", ["subject": "i", "sid": "3", "status": "503"], "hi"), Self.frame("PING"),
            Self.frame("+OK"), Self.frame("-ERR", [:], "'no'"),
        ]
        #expect(try Self.frames(.nats, .binary(Array(text.utf8))) == expected)
        #expect(try Self.inPieces(.nats, Array(text.utf8)) == expected)
        let written = try NATSFraming.bytes(Self.frame("PUB", ["subject": "a", "reply": "r"], "é"))
        #expect(String(decoding: written, as: UTF8.self) == "PUB a r 2\r\né\r\n")
        for wrong in ["MSG a 1 x\r\n", "MSG a 1 3\r\nabcde", "HMSG a 1 9 3\r\n", "WHAT\r\n", "MSG a 1 99999999999\r\n"]
        {
            #expect(throws: FramingError.self, "\(wrong)") { try Self.frames(.nats, .text(wrong)) }
        }
        // A value cannot begin a line of its own.
        #expect(throws: FramingError.self) {
            try NATSFraming.bytes(Self.frame("SUB", ["subject": "a\r\nPUB", "sid": "1"]))
        }
        #expect(throws: FramingError.self) { try NATSFraming.bytes(Self.frame("CONNECT", [:], "{}\r\nPING")) }
    }

    @Test func stomp() throws {
        let sent = Self.frame("SEND", ["destination": "/a:b\r\nx", "empty": ""], "é\n")
        let text = try STOMPFraming.text(sent)
        #expect(text == "SEND\ndestination:/a\\cb\\r\\nx\ncontent-length:3\n\né\n\0")
        let back = try Self.frames(.stomp, .text("\n\r\n" + text + "\n" + "RECEIPT\r\nreceipt-id:7\r\n\r\n\0"))
        #expect(back.map(\.kind) == ["SEND", "RECEIPT"])
        #expect(back[0]["destination"] == "/a:b\r\nx" && back[0].body == "é\n")
        #expect(back[1]["receipt-id"] == "7")
        #expect(try Self.frames(.stomp, .text("\n")) == [])
        #expect(try STOMPFraming.text(Self.frame("HEARTBEAT")) == "\n")
        for wrong in ["A", "A\n", "A\nb\n\n\0", "A\n\nx", "A\ncontent-length:9\n\nx\0", "A\ncontent-length:-1\n\nx\0"] {
            #expect(throws: FramingError.self, "\(wrong)") { try Self.frames(.stomp, .text(wrong)) }
        }
        #expect(throws: FramingError.self) { try STOMPFraming.text(Self.frame("CONNECT", ["login": "a\nb"])) }
        #expect(throws: FramingError.self) { try STOMPFraming.text(Self.frame("SE\nND")) }
    }
}
