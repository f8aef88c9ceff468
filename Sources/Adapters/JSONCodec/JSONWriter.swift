import PagingEngine
import PagingRoom

/// Writes JSON directly into an array of bytes, without a tree. It allocates only when the array has to grow.
///
///     var writer = JSONWriter()
///     writer.object { writer in writer.field("seq", 7) }   // {"seq":7}
package struct JSONWriter: Sendable {
    /// Written JSON in UTF-8.
    package internal(set) var bytes: [UInt8]
    /// Writes the parsed bodies of pages beside their source; nil leaves them out.
    var documents: DocumentSource?

    /// Appends to `bytes`.
    package init(_ bytes: [UInt8] = []) {
        self.bytes = bytes
    }

    /// Writes one object with the fields that `body` writes: as the whole text, or as an entry of a list.
    package mutating func object(_ body: (inout JSONWriter) -> Void) {
        separate()
        bytes.append(UInt8(ascii: "{"))
        body(&self)
        bytes.append(UInt8(ascii: "}"))
    }

    /// Writes one object directly after the present bytes, without a comma.
    mutating func begin(_ body: (inout JSONWriter) -> Void) {
        bytes.append(UInt8(ascii: "{"))
        body(&self)
        bytes.append(UInt8(ascii: "}"))
    }

    /// Writes a field that holds an object.
    package mutating func object(_ name: StaticString, _ body: (inout JSONWriter) -> Void) {
        key(name)
        bytes.append(UInt8(ascii: "{"))
        body(&self)
        bytes.append(UInt8(ascii: "}"))
    }

    /// Writes a field that holds a list; `body` writes the entry for each element.
    package mutating func list<Elements: Swift.Sequence>(
        _ name: StaticString, _ elements: Elements, _ body: (inout JSONWriter, Elements.Element) -> Void
    ) {
        key(name)
        bytes.append(UInt8(ascii: "["))
        for element in elements { body(&self, element) }
        bytes.append(UInt8(ascii: "]"))
    }

    /// Writes a field that holds an integer.
    package mutating func field(_ name: StaticString, _ value: Int64) {
        key(name)
        append(integer: value)
    }

    /// Writes a field that holds `true` or `false`.
    package mutating func field(_ name: StaticString, _ value: Bool) {
        key(name)
        append(literal: value ? "true" : "false")
    }

    /// Writes a field that holds a string.
    package mutating func field(_ name: StaticString, _ value: String) {
        key(name)
        append(string: value)
    }

    /// Writes a field with a value that is JSON already.
    mutating func field(_ name: StaticString, encoded value: [UInt8]) {
        key(name)
        bytes.append(contentsOf: value)
    }

    /// Writes a field that holds a string without characters that need escapes.
    mutating func field(_ name: StaticString, unescaped text: [UInt8]) {
        key(name)
        bytes.append(UInt8(ascii: "\""))
        bytes.append(contentsOf: text)
        bytes.append(UInt8(ascii: "\""))
    }

    /// Writes a string as an entry of a list.
    mutating func entry(_ value: String) {
        separate()
        append(string: value)
    }

    /// Writes a comma, except at the start of an object, a list, a line or the whole text.
    private mutating func separate() {
        switch bytes.last {
        case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: ":"), UInt8(ascii: "\n"), nil: break
        default: bytes.append(UInt8(ascii: ","))
        }
    }

    /// Writes a field's name. Names are literals without characters that need escapes.
    private mutating func key(_ name: StaticString) {
        separate()
        bytes.append(UInt8(ascii: "\""))
        append(literal: name)
        append(literal: "\":")
    }

    private mutating func append(literal: StaticString) {
        bytes.append(contentsOf: UnsafeBufferPointer(start: literal.utf8Start, count: literal.utf8CodeUnitCount))
    }

    private mutating func append(integer: Int64) {
        var rest = integer.magnitude
        var digits = InlineArray<20, UInt8>(repeating: 0)
        var first = 20
        repeat {
            first -= 1
            digits[first] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
            rest /= 10
        } while rest > 0
        if integer < 0 {
            first -= 1
            digits[first] = UInt8(ascii: "-")
        }
        withUnsafeBytes(of: digits) { bytes.append(contentsOf: UnsafeRawBufferPointer(rebasing: $0[first...])) }
    }

    /// Writes a string and escapes quotes, backslashes and control characters (RFC 8259 §7).
    private mutating func append(string: String) {
        var string = string
        bytes.append(UInt8(ascii: "\""))
        string.withUTF8 { text in
            var written = 0
            for place in 0..<text.count where text[place] < 0x20 || text[place] == 0x22 || text[place] == 0x5C {
                bytes.append(contentsOf: UnsafeBufferPointer(rebasing: text[written..<place]))
                append(escaped: text[place])
                written = place + 1
            }
            bytes.append(contentsOf: UnsafeBufferPointer(rebasing: text[written...]))
        }
        bytes.append(UInt8(ascii: "\""))
    }

    private mutating func append(escaped byte: UInt8) {
        switch byte {
        case UInt8(ascii: "\""): append(literal: "\\\"")
        case UInt8(ascii: "\\"): append(literal: "\\\\")
        case UInt8(ascii: "\n"): append(literal: "\\n")
        case UInt8(ascii: "\t"): append(literal: "\\t")
        default:
            append(literal: byte < 0x10 ? "\\u000" : "\\u001")
            let digit = byte & 0x0F
            bytes.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
        }
    }
}

/// Fields with values of the domain; nil writes nothing.
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
