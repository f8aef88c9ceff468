import Testing

@testable import WebSocketLoop

@Suite struct HostAddressesTests {
    @Test(arguments: ["127.0.0.1", "::1", "192.0.2.7"])
    func aNumericAddressIsItself(address: String) throws {
        #expect(try HostAddresses.of(address) == [address])
    }

    @Test func aNameHasItsAddressesEachOnce() throws {
        let addresses = try HostAddresses.of("localhost")
        #expect(addresses.contains("127.0.0.1") || addresses.contains("::1"))
        #expect(Set(addresses).count == addresses.count)
    }

    @Test func aFailureSaysWhichHostItIs() {
        let failure = #expect(throws: HostAddresses.LookupFailure.self) { try HostAddresses.of("no-such-host.invalid") }
        #expect(failure?.description.contains("no-such-host.invalid") == true)
    }

    @Test func anEndpointNamesItsAddress() throws {
        let endpoint = try Endpoint(url: "ws://host/rooms/a")
        #expect(endpoint.description == "host:80" && endpoint.at("10.0.0.1").description == "host:80 (10.0.0.1)")
        #expect(try Endpoint(url: "ws://[::1]:7/a").at("::1").description == "[::1]:7")
    }
}

extension SocketLoopTests {
    /// The name is for the request, the address for the connection.
    @Suite struct ConnectingToAnAddress {
        @Test func theNameIsNotLookedUp() throws {
            let loop = try LoopThread(.init(isEchoing: true))
            defer { loop.stop() }
            let acceptor = try Acceptor(host: "127.0.0.1", port: 0) { descriptor in
                loop.post { $0.adopt(descriptor: descriptor) }
            }
            defer { acceptor.stop() }
            let named = Endpoint(host: "no-such-host.invalid", port: acceptor.port, path: "/rooms/x")
            _ = loop.perform { $0.connect(named.at("127.0.0.1")) }
            _ = try loop.recorder.opened(skip: 1)
        }
    }
}
