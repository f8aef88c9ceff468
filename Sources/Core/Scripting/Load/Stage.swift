/// A stretch of a run in which the number of users goes evenly from what it was to another: `30s:500`.
package struct Stage: Hashable, Sendable {
    package var forMilliseconds: Int64
    /// Users at its end.
    package var users: Int

    package init(forMilliseconds: Int64, users: Int) {
        precondition(forMilliseconds >= 0 && users >= 0, "A stage has a length and a number of users.")
        self.forMilliseconds = forMilliseconds
        self.users = users
    }
}

extension Stage {
    /// When one user of a population comes, and when it leaves if its steps have not ended before; nil: it stays.
    package struct Stay: Hashable, Sendable {
        package var fromMilliseconds: Int64
        package var untilMilliseconds: Int64?
    }

    /// The users of stages that begin with nobody, in order of their coming. Who came first leaves first.
    package static func stays(_ stages: [Stage]) -> [Stay] {
        var stays: [Stay] = []
        var left = 0
        var start: Int64 = 0
        for stage in stages {
            let change = stage.users - (stays.count - left)
            for number in 0..<max(0, change) {
                stays.append(Stay(fromMilliseconds: start + stage.forMilliseconds * Int64(number) / Int64(change)))
            }
            for number in 0..<max(0, -change) {
                stays[left].untilMilliseconds = start + stage.forMilliseconds * Int64(number + 1) / Int64(-change)
                left += 1
            }
            start += stage.forMilliseconds
        }
        return stays
    }

    /// Milliseconds from the first stage's start to the last one's end.
    package static func length(of stages: [Stage]) -> Int64 { stages.reduce(0) { $0 + $1.forMilliseconds } }
}
