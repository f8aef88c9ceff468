/// Large values by name that are changed where they lie; a dictionary moves each out and back in for every change.
struct Shelf<Value: Sendable>: Sendable {
    private var places: [String: Int] = [:]
    private var values: [Value?] = []
    private var vacant: [Int] = []

    var count: Int { places.count }

    /// In their order, which is the same in every process.
    var names: [String] { places.keys.sorted() }

    /// The value of that name; nil when there is none, which also takes it away.
    subscript(name: String) -> Value? {
        _read {
            // An array's own subscript would hand out a copy: a retain for everything the value holds.
            if let place = places[name] { yield values.span[place] } else { yield nil }
        }
        _modify {
            if let place = places[name] {
                defer { if values[place] == nil { vacate(place, of: name) } }
                yield &values[place]
            } else {
                var value: Value?
                defer { if let value { add(value, name) } }
                yield &value
            }
        }
    }

    private mutating func add(_ value: Value, _ name: String) {
        let place = vacant.popLast() ?? values.count
        if place == values.count { values.append(value) } else { values[place] = value }
        places[name] = place
    }

    private mutating func vacate(_ place: Int, of name: String) {
        places[name] = nil
        vacant.append(place)
    }
}
