import PagingEngine
import PagingRoom

/// Fields that hold values of the domain; nil writes nothing.
extension JSONWriter {
    mutating func field(_ name: StaticString, _ value: Int) { field(name, Int64(value)) }

    mutating func field(_ name: StaticString, ifAny value: Int?) {
        if let value { field(name, Int64(value)) }
    }

    mutating func field(_ name: StaticString, ifAny value: String?) {
        if let value { field(name, value) }
    }

    mutating func field<Word: RawRepresentable>(_ name: StaticString, _ value: Word) where Word.RawValue == String {
        field(name, value.rawValue)
    }

    mutating func field(_ name: StaticString, _ value: RequestID) { field(name, value.number) }
    mutating func field(_ name: StaticString, _ value: Sequence) { field(name, value.number) }
    mutating func field(_ name: StaticString, _ value: PageIndex) { field(name, value.value) }
    mutating func field(_ name: StaticString, _ value: Position) { field(name, value.units) }
    mutating func field(_ name: StaticString, _ value: Distance) { field(name, value.units) }
    mutating func field(_ name: StaticString, _ value: Velocity) { field(name, value.unitsPerSecond) }
    mutating func field(_ name: StaticString, _ value: Instant) { field(name, value.milliseconds) }
    mutating func field(_ name: StaticString, _ value: MemberID) { field(name, Int64(value.number)) }
    mutating func field(_ name: StaticString, _ value: DragID) { field(name, value.number) }
    mutating func field(_ name: StaticString, _ value: AnimationID) { field(name, value.number) }

    mutating func field(_ name: StaticString, ifAny value: MemberID?) {
        if let value { field(name, value) }
    }
}
