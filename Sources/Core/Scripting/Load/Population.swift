/// How many users play an actor's part, and when each of them begins.
package enum Population: Hashable, Sendable {
    /// One, at once: an actor of a scene.
    case one
    /// So many, their starts spread evenly over a time. Each plays its steps once.
    case closed(users: Int, spreadMilliseconds: Int64)
    /// New ones come for a time, on average `rate`, at moments chosen from the seed (a Poisson process), whoever is still
    /// there; nil: as long as the run lasts. `most` at one time: a start that finds no place is dropped and counted.
    case open(rate: Rate, forMilliseconds: Int64?, most: Int)
    /// The number of users goes up and down (`Stage.stays`); who leaves says goodbye, whatever it is about to do.
    case staged([Stage])

    /// So many in a time: `20/s`, `90/m`.
    package struct Rate: Hashable, Sendable {
        package var count: Double
        package var perMilliseconds: Int64

        package init(count: Double, perMilliseconds: Int64) {
            self.count = count
            self.perMilliseconds = perMilliseconds
        }

        package var perSecond: Double { count * 1_000 / Double(perMilliseconds) }
    }
}
