/// The users of one worker that are part of the run now, by number.
struct Seats {
    private var users: [VirtualUser] = []
    private var isTaken: [Bool] = []
    private var free: [Int] = []
    /// What sits on a seat that is free: somebody as small as users are in the beginning. A user is large, and a seat that
    /// might hold none would be copied with every look at it.
    private var vacant: VirtualUser?
    /// The seat of each user of the worker, −1 without one: four bytes for each who will ever come.
    private var seatOf: [Int32]
    private let workers: Int

    var count: Int { users.count - free.count }

    init(users: Int, workers: Int) {
        self.workers = workers
        seatOf = Array(repeating: -1, count: users / workers + 1)
    }

    func seat(of user: Int) -> Int? {
        let seat = seatOf[user / workers]
        return seat >= 0 ? Int(seat) : nil
    }

    mutating func add(_ user: VirtualUser) -> Int {
        vacant = vacant ?? user
        let seat = free.popLast() ?? users.count
        if seat == users.count {
            users.append(user)
            isTaken.append(true)
        } else {
            users[seat] = user
            isTaken[seat] = true
        }
        seatOf[user.number / workers] = Int32(seat)
        return seat
    }

    mutating func remove(_ seat: Int) {
        guard isTaken[seat], let vacant else { return }
        seatOf[users[seat].number / workers] = -1
        users[seat] = vacant
        isTaken[seat] = false
        free.append(seat)
    }

    /// The user on a seat that is taken.
    subscript(seat: Int) -> VirtualUser {
        _read { yield users[seat] }
        _modify { yield &users[seat] }
    }

    /// Whether somebody sits there.
    func isTaken(_ seat: Int) -> Bool { isTaken[seat] }

    /// Everybody's number, in order.
    var numbers: [Int] { users.indices.filter { isTaken[$0] }.map { users[$0].number }.sorted() }
}
