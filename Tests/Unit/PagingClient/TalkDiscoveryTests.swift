import PagingClient
import Testing

/// Talks of the network and talks joined before, as lists to choose from.
@Suite struct TalkDiscoveryTests {
    /// The output of `avahi-browse -rtpk _riffle._tcp`.
    private static let output = #"""
        +;eth0;IPv4;tour\032on\032box;_riffle._tcp;local
        =;eth0;IPv6;tour\032on\032box;_riffle._tcp;local;box.local;2001:db8::7;7420;"room=tour"
        =;eth0;IPv4;tour\032on\032box;_riffle._tcp;local;box.local;192.0.2.7;7420;"room=tour"
        =;eth0;IPv4;keynote\032on\032hall;_riffle._tcp;local;hall.local;192.0.2.8;443;"token=1" "tls=1" "room=keynote"
        =;eth0;IPv6;six\032on\032six;_riffle._tcp;local;six.local;2001:db8::9;7421;"room=six"
        """#

    @Test func browsingFindsEachTalkOnce() {
        let talks = FoundTalk.all(inBrowseOutput: Self.output)
        #expect(
            talks.map(\.url) == [
                "ws://192.0.2.7:7420/rooms/tour", "wss://hall.local:443/rooms/keynote",
                "ws://[2001:db8::9]:7421/rooms/six",
            ])
        #expect(talks.map(\.announcement.needsToken) == [false, true, false])
    }

    /// Anybody on the network can announce anything.
    @Test(arguments: [
        "", "=", "=;;;;;;;;;", #"+;eth0;IPv4;a;_riffle._tcp;local;box.local;192.0.2.7;7420;"room=tour""#,
        #"=;eth0;IPv4;a;_riffle._tcp;local;box.local;192.0.2.7;0;"room=tour""#,
        #"=;eth0;IPv4;a;_riffle._tcp;local;box.local;192.0.2.7;7420;"name=tour""#,
        #"=;eth0;IPv4;a;_riffle._tcp;local;box.local;192.0.2.7;7420;"room=../tour""#,
        "=;eth0;IPv4;a;_riffle._tcp;local;box.local;192.0.2.7;7420;\"room=a\u{1B}[2J\"",
        #"=;eth0;IPv4;a;_riffle._tcp;local;box.local;evil@192.0.2.7;7420;"room=tour""#,
        #"=;eth0;IPv6;a;_riffle._tcp;local;box.local;fe80::1;7420;"room=tour""#,
        #"=;eth0;IPv4;a;_riffle._tcp;local;a b;192.0.2.7;7420;"room=tour" "tls=1""#,
    ])
    func aStrangeLineIsNoTalk(line: String) {
        #expect(FoundTalk(browseLine: line) == nil)
    }

    @Test func aServiceFileHasRoomPortAndRights() {
        let talk = TalkAnnouncement(room: "tour", port: 7420, isSecure: true, needsToken: true)
        #expect(talk.fileName == "riffle-7420-tour.service")
        #expect(
            talk.serviceFile == """
                <?xml version="1.0" standalone="no"?>
                <!DOCTYPE service-group SYSTEM "avahi-service.dtd">
                <service-group>
                  <name replace-wildcards="yes">tour on %h</name>
                  <service>
                    <type>_riffle._tcp</type>
                    <port>7420</port>
                    <txt-record>room=tour</txt-record>
                    <txt-record>tls=1</txt-record>
                    <txt-record>token=1</txt-record>
                  </service>
                </service-group>

                """)
        let long = TalkAnnouncement(room: String(repeating: "r", count: 64), port: 1)
        #expect(long.serviceFile.contains(">\(String(repeating: "r", count: 32)) on %h<"))
        #expect(long.serviceFile.contains("room=\(long.room)<"), "only the name is cut")
    }

    @Test func recentTalksAreFewAndHoldNoSecrets() {
        var recent = RecentTalks(text: "ws://a/rooms/one\nrubbish\nws://a b/rooms/x\nws://b/rooms/two\n")
        #expect(recent.urls == ["ws://a/rooms/one", "ws://b/rooms/two"])
        recent.note("wss://c/rooms/three?token=SECRET")
        recent.note("ws://b/rooms/two")
        recent.note("ws://ann:SECRET@c/rooms/three")
        #expect(recent.text == "ws://b/rooms/two\nwss://c/rooms/three\nws://a/rooms/one\n")
        for number in 0..<50 { recent.note("ws://d/rooms/\(number)") }
        #expect(recent.urls.count == 10 && recent.urls.first == "ws://d/rooms/49")
        #expect(RecentTalks(text: recent.text) == recent)
    }

    @Test func aChoiceIsANumberOrAnAddress() {
        let recent = RecentTalks(text: "ws://192.0.2.7:7420/rooms/tour\nws://192.0.2.9:7420/rooms/old\n")
        let choice = TalkChoice(found: FoundTalk.all(inBrowseOutput: Self.output), recent: recent)
        #expect(
            choice.talks.map(\.address) == [
                "192.0.2.7/tour", "wss://hall.local:443/rooms/keynote", "[2001:db8::9]:7421/six", "192.0.2.9/old",
            ])
        #expect(
            choice.talks.map(\.origin) == [
                "on this network", "on this network, needs a token", "on this network", "joined before",
            ])
        #expect(choice.select(" 4 ") == .address("192.0.2.9/old"))
        #expect(choice.select("host/other") == .address("host/other"))
        #expect(choice.select("") == .left && choice.select("q") == .left)
        #expect(choice.select("5") == .invalid("expected a number from 1 to 4 or an address, got 5"))
        #expect(choice.select("0") == .invalid("expected a number from 1 to 4 or an address, got 0"))
    }

    @Test(arguments: [
        ("talks.example.org", "ssh talk@talks.example.org"), ("192.0.2.7:2222", "ssh talk@192.0.2.7 -p 2222"),
        ("host:22", "ssh talk@host"), ("[2001:db8::7]:2222", "ssh talk@2001:db8::7 -p 2222"),
        ("[::1]", "ssh talk@::1"),
    ])
    func aGateHasACommand(gate: String, command: String) {
        #expect(GateAddress(gate)?.command(room: "talk") == command)
    }

    @Test(arguments: [
        "", ":22", "host:", "host:0", "host:x", "-oProxyCommand=x", "a b", "host;ls", "2001:db8::7", "[]",
    ])
    func aGateIsAHost(text: String) {
        #expect(GateAddress(text) == nil)
    }
}
