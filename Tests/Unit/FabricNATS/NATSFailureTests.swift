import Testing

@testable import FabricNATS

@Suite struct NATSFailureTests {
    @Test func noPlaceInTheLibraryIsShown() {
        #expect(NATSFailure.detail("(conn.c:1735): No server available") == "No server available")
        #expect(NATSFailure.detail("(a): b") == "(a): b")
        #expect(NATSFailure.detail("x (conn.c:1): y") == "x (conn.c:1): y")
    }
}
