import Foundation
import Testing

@testable import riffle

/// Programs that the demo of a cluster needs beside this one.
@Suite struct ClusterProgramsTests {
    private let nats = URL(fileURLWithPath: "/usr/sbin/nats-server")

    private func failure(nats: URL?, postgres: String?) -> String? {
        do throws(DemoFailure) {
            _ = try ClusterPrograms(nats: nats, postgres: postgres)
            return nil
        } catch {
            return error.description
        }
    }

    @Test func whatIsMissingIsNamed() {
        let expected = "expected nats-server and postgresql, got no "
        #expect(failure(nats: nats, postgres: nil) == expected + "postgresql: apt-get install postgresql")
        #expect(failure(nats: nil, postgres: "/x") == expected + "nats-server: apt-get install nats-server")
        #expect(
            failure(nats: nil, postgres: nil)
                == expected + "nats-server postgresql: apt-get install nats-server postgresql")
        #expect(failure(nats: nats, postgres: "/x") == nil)
    }
}
