import PagingClient
import Testing

/// The forms in which a person writes the address of a room.
@Suite struct RoomAddressTests {
    @Test(arguments: [
        // URLs stand for themselves, whatever their path.
        ("ws://192.0.2.7/some/rooms/talk?x=1", "ws://192.0.2.7/some/rooms/talk?x=1"),
        ("WSS://talks.example.org/rooms/talk", "WSS://talks.example.org/rooms/talk"),
        // A host and a room.
        ("192.0.2.7/talk", "ws://192.0.2.7:7420/rooms/talk"),
        ("talks.example.org/talk", "ws://talks.example.org:7420/rooms/talk"),
        ("localhost/talk", "ws://localhost:7420/rooms/talk"),
        ("192.0.2.7:8080/talk", "ws://192.0.2.7:8080/rooms/talk"),
        ("192.0.2.7:80/rooms/talk", "ws://192.0.2.7:80/rooms/talk"),
        ("[2001:db8::7]/talk", "ws://[2001:db8::7]:7420/rooms/talk"),
        ("[::1]:99/talk.v2", "ws://[::1]:99/rooms/talk.v2"),
        // A room of this machine.
        ("talk", "ws://127.0.0.1:7420/rooms/talk"), ("2024_a-b", "ws://127.0.0.1:7420/rooms/2024_a-b"),
        // The page for browsers; its default port is that of browsers.
        ("http://192.0.2.7:7420/talk", "ws://192.0.2.7:7420/rooms/talk"),
        ("http://192.0.2.7/rooms/talk", "ws://192.0.2.7/rooms/talk"),
        ("HTTPS://talks.example.org/talk", "wss://talks.example.org/rooms/talk"),
    ])
    func eachFormStandsForAURL(text: String, url: String) throws {
        let address = try RoomAddress(text)
        #expect(address.url == url)
        #expect(address.page == (text.lowercased().hasPrefix("http") ? text : nil))
    }

    @Test(arguments: [
        ("ftp://a/talk", "expected ws://, wss://, http:// or https://, got ftp://a/talk"),
        ("192.0.2.7", "expected HOST/NAME with the name of a room, got 192.0.2.7"),
        ("localhost", "expected HOST/NAME with the name of a room, got localhost"),
        ("host:7420", "expected HOST/NAME with the name of a room, got host:7420"),
        ("host:7420/", "expected HOST/NAME with the name of a room, got host:7420/"),
        ("http://host", "expected HOST/NAME with the name of a room, got http://host"),
        ("host:0/talk", "expected a port from 1 to 65535, got 0, at host:0/talk"),
        ("host:65536/talk", "expected a port from 1 to 65535, got 65536, at host:65536/talk"),
        ("host:+1/talk", "expected a port from 1 to 65535, got +1, at host:+1/talk"),
        ("[::1]7/talk", "expected a port from 1 to 65535, got 7, at [::1]7/talk"),
        ("/talk", "expected a host, got , at /talk"),
        ("[]/talk", "expected a host, got [], at []/talk"),
        ("ann@host/talk", "expected a host, got ann@host, at ann@host/talk"),
        ("host/a/b", "expected the name of a room, 1 to 64 of A-Z a-z 0-9 . _ -, got a/b, at host/a/b"),
        ("host/ä", "expected the name of a room, 1 to 64 of A-Z a-z 0-9 . _ -, got ä, at host/ä"),
        ("", "expected the name of a room, 1 to 64 of A-Z a-z 0-9 . _ -, got , at "),
    ])
    func errorsSayWhatIsExpected(text: String, sentence: String) {
        let error = #expect(throws: RoomAddress.Invalid.self) { try RoomAddress(text) }
        #expect(error?.description == sentence)
    }

    /// A token in the fragment of a page's address is not printed.
    @Test func aTokenInAFragmentIsNotRepeated() {
        let error = #expect(throws: RoomAddress.Invalid.self) { try RoomAddress("http://host:7420/talk#SECRET") }
        #expect(
            error?.description
                == "expected an address without #, got one after http://host:7420/talk: --token-file takes a token")
    }

    @Test(arguments: [
        ("ws://192.0.2.7:7420/rooms/talk", "192.0.2.7/talk"), ("ws://192.0.2.7:80/rooms/talk", "192.0.2.7:80/talk"),
        ("ws://host/rooms/talk", "host:80/talk"), ("ws://[::1]:7420/rooms/talk", "[::1]/talk"),
        ("ws://host:7420/rooms/talk?x=1", "ws://host:7420/rooms/talk?x=1"),
        ("ws://host:7420/far/rooms/talk", "ws://host:7420/far/rooms/talk"),
        ("wss://host/rooms/talk", "wss://host/rooms/talk"),
    ])
    func theShortestFormLeadsToTheSameRoom(url: String, short: String) throws {
        #expect(RoomAddress.shortest(of: url) == short)
        let again = try RoomAddress(short).url
        #expect(again == url || again == "ws://host:80/rooms/talk")
    }
}
