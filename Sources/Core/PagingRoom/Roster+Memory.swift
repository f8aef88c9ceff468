import PagingEngine

extension Roster {
    /// Comings, changes and goings since the newest record; nothing is noted before the first one, which lists
    /// everybody.
    struct News: Sendable {
        var arrivals: [MemberID] = []
        var departures: [MemberID] = []
    }

    var lastMember: MemberID { MemberID(lastNumber) }

    var hasNews: Bool { news.map { !$0.arrivals.isEmpty || !$0.departures.isEmpty } ?? false }

    /// Who came or changed and who went since the last time, or everybody.
    mutating func takeNews(whole: Bool) -> (arrivals: [RoomRecord.Seat], departures: [MemberID]) {
        defer { news = News() }
        if whole { return (seats(of: members), []) }
        // Who came and went in between needs no seat.
        return (seats(of: news?.arrivals ?? []), news?.departures ?? [])
    }

    private func seats(of members: [MemberID]) -> [RoomRecord.Seat] {
        members.compactMap { id in
            self[id].map {
                RoomRecord.Seat(member: id, name: $0.member.name, role: $0.member.role, session: $0.session)
            }
        }
    }

    /// Seats everybody again, away since `now`.
    mutating func restore(_ seats: [RoomRecord.Seat], lastMember: MemberID, at now: Instant) {
        for seat in seats where seat.member > MemberID(0) && self[seat.member] == nil && member(of: seat.session) == nil
        {
            lastNumber = seat.member.number - 1
            _ = add(name: seat.name, role: seat.role, session: seat.session)
            setAway(seat.member, at: now)
        }
        lastNumber = lastMember.number
        news = News()
    }
}
