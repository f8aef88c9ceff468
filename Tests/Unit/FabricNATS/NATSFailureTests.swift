import Testing

@testable import FabricNATS

@Suite struct NATSFailureTests {
    @Test func noPlaceInTheLibraryIsShown() {
        #expect(NATSFailure.detail("(conn.c:1735): No server available") == "No server available")
        #expect(NATSFailure.detail("(a): b") == "(a): b")
        #expect(NATSFailure.detail("x (conn.c:1): y") == "x (conn.c:1): y")
    }

    @Test func aFailureIsToldOnce() {
        let found = [("No server", "No server"), ("Timeout", ""), ("SSL Error", "no file")].map {
            NATSFailure(status: $0.0, detail: $0.1, expected: "a connection").text
        }
        #expect(
            found == [
                "expected a connection, got an error (No server)", "expected a connection, got an error (Timeout)",
                "expected a connection, got an error (SSL Error: no file)",
            ])
        #expect(NATSFailure(status: "Timeout", detail: "", expected: nil).text == "Timeout")
    }
}
