import TestPeers
import Testing

@testable import RoomStore

/// Revoked tokens in each kind of store.
@Suite struct StoreRevocationTests {
    @Test(arguments: StoreKind.available) func revokedTokensStayUntilTheyExpire(kind: StoreKind) throws {
        let fixture = try StoreFixture(kind)
        let tokens: [(String, Int64?)] = [
            ("known", 2_000), ("later", nil), ("unknown", nil), ("later", 3_000), ("later", nil),
        ]
        try fixture.open { store in
            for (id, expires) in tokens { try store.revoke(RevokedToken(id: id, expires: expires)) }
            #expect(store.waitForCommit(milliseconds: Int64(WaitLimit.milliseconds)))
            #expect(try fixture.reader().revokedTokens().count == 3, "they are on the disk")
        }
        let kept = [(1_999, ["known", "later", "unknown"]), (2_000, ["later", "unknown"]), (3_000, ["unknown"])]
        for (now, ids) in kept {
            let found = try fixture.open { try $0.revokedTokens(now: Int64(now)) }
            #expect(found.map(\.id) == ids)
            #expect(try fixture.reader().revokedTokens().map(\.id) == ids, "the others are deleted")
        }
    }

    /// As a server does at its start, while the sums of its rooms are committed.
    @Test(arguments: StoreKind.available) func revokedTokensAreReadDuringCommits(kind: StoreKind) throws {
        let fixture = try StoreFixture(kind)
        try fixture.open { store in
            try store.revoke(RevokedToken(id: "a"))
            #expect(store.waitForCommit(milliseconds: Int64(WaitLimit.milliseconds)))
            for number in UInt8(0)..<100 {
                _ = try store.append(room: "talk", record: [number])
                #expect(try store.revokedTokens(now: 0).map(\.id) == ["a"])
            }
        }
        #expect(try fixture.reload().first?.records.map(\.bytes) == (UInt8(0)..<100).map { [$0] })
    }
}
