/// What the rooms of a run are called.
package enum LoadRoom {
    /// With one room it is the target's own; of several each has its number, from 1, at the end of the name.
    package static func name(_ number: Int, of rooms: Int, target: String) -> String {
        rooms == 1 ? target : "\(target)-\(number + 1)"
    }
}
