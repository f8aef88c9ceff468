import PagingWire

/// Checks that a line is one JSON object, strictly by RFC 8259. The JSON library that parses it next is less strict.
///
/// It also refuses input that the RFC allows and the library would change silently: a repeated field, NUL, a lone
/// surrogate, an integer that would be clamped, too much depth. It stores no values.
struct JSONScanner {
    /// The reason of an error at a name that its object has already.
    static let repeatedField = "this field occurs twice in its object"

    private let bytes: UnsafeRawBufferPointer
    private let containerLimit: Int
    /// Offset of the next byte.
    private var place = 0
    private var depth = 0
    private var containers = 0

    private init(_ bytes: UnsafeRawBufferPointer, containers: Int) {
        self.bytes = bytes
        containerLimit = containers
    }

    /// Throws unless `line` is exactly one object, with or without white space around it.
    ///
    /// - Parameter containers: objects and arrays in it at most.
    static func check(
        _ line: UnsafeRawBufferPointer, containers: Int = JSONLimits.containers
    ) throws(DecodeError) {
        var scanner = JSONScanner(line, containers: containers)
        scanner.skipSpace()
        guard scanner.next == UInt8(ascii: "{") else { throw scanner.mismatch("an object") }
        try scanner.object()
        scanner.skipSpace()
        guard scanner.next == nil else { throw scanner.error("something follows the object") }
    }

    /// The byte at `place`, or nil at the end.
    private var next: UInt8? { place < bytes.count ? bytes[place] : nil }

    private func error(_ reason: String) -> DecodeError { DecodeError(place: .byte(place), reason: reason) }

    private func mismatch(_ expected: String) -> DecodeError { error("expected \(expected), got \(found)") }

    /// The next byte, in words.
    private var found: String {
        guard let next else { return "the end of the line" }
        return (0x21..<0x7f).contains(next) ? "\(Character(UnicodeScalar(next)))" : "byte \(next)"
    }

    private mutating func skipSpace() {
        while let byte = next, byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D { place += 1 }
    }

    /// Skips one value of any kind; `place` is at its first byte.
    private mutating func value() throws(DecodeError) {
        guard let first = next else { throw mismatch("a value") }
        switch first {
        case UInt8(ascii: "{"): try object()
        case UInt8(ascii: "["): try array()
        case UInt8(ascii: "\""): _ = try string()
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): try number()
        case UInt8(ascii: "t"): try word("true")
        case UInt8(ascii: "f"): try word("false")
        case UInt8(ascii: "n"): try word("null")
        default: throw error(whyNoValue)
        }
    }

    private mutating func object() throws(DecodeError) {
        try enter()
        // `JSONLimits.fieldsPerObject` entries, on the stack, because this code runs for every sample of a drag.
        var seen = InlineArray<64, UInt64>(repeating: 0)
        var count = 0
        skipSpace()
        if next == UInt8(ascii: "}") { return leave() }
        while true {
            let name = place
            guard next == UInt8(ascii: "\"") else { throw mismatch("a field's name in double quotes") }
            let hash = try string()
            for index in 0..<count where seen[index] == hash {
                throw DecodeError(place: .byte(name), reason: Self.repeatedField)
            }
            guard count < JSONLimits.fieldsPerObject else {
                throw DecodeError(
                    place: .byte(name), reason: "more than \(JSONLimits.fieldsPerObject) fields in an object")
            }
            seen[count] = hash
            count += 1
            skipSpace()
            try pass(UInt8(ascii: ":"), "a colon")
            skipSpace()
            try value()
            guard try goesOn(until: UInt8(ascii: "}")) else { return leave() }
        }
    }

    private mutating func array() throws(DecodeError) {
        try enter()
        skipSpace()
        if next == UInt8(ascii: "]") { return leave() }
        while true {
            try value()
            guard try goesOn(until: UInt8(ascii: "]")) else { return leave() }
        }
    }

    /// Skips a comma and the space around it after a value. Returns false at `end`.
    private mutating func goesOn(until end: UInt8) throws(DecodeError) -> Bool {
        skipSpace()
        if next == end { return false }
        try pass(UInt8(ascii: ","), "a comma or the end of the list")
        skipSpace()
        return true
    }

    private mutating func enter() throws(DecodeError) {
        guard depth < Limits.depth else { throw error("deeper than \(Limits.depth) levels") }
        guard containers < containerLimit else { throw error("too many objects and lists") }
        depth += 1
        containers += 1
        place += 1
    }

    private mutating func leave() {
        depth -= 1
        place += 1
    }

    private mutating func pass(_ byte: UInt8, _ expected: String) throws(DecodeError) {
        guard next == byte else { throw mismatch(expected) }
        place += 1
    }

    /// Skips a string and returns the hash of its text.
    private mutating func string() throws(DecodeError) -> UInt64 {
        var scanner = JSONStringScanner(bytes, at: place)
        let hash = try scanner.hash()
        place = scanner.place
        return hash
    }

    private mutating func word(_ word: StaticString) throws(DecodeError) {
        for index in 0..<word.utf8CodeUnitCount {
            guard place + index < bytes.count, bytes[place + index] == word.utf8Start[index] else {
                throw error(whyNoValue)
            }
        }
        place += word.utf8CodeUnitCount
    }

    /// Most likely mistake behind a byte that begins no value.
    private var whyNoValue: String {
        switch next {
        case UInt8(ascii: "'"): "strings stand in double quotes"
        case UInt8(ascii: "/"): "there are no comments in JSON"
        case UInt8(ascii: "+"): "a number has no plus sign"
        case UInt8(ascii: "."): "a number begins with a digit"
        case UInt8(ascii: "N"), UInt8(ascii: "I"): "NaN and Infinity are not JSON"
        case UInt8(ascii: ","), UInt8(ascii: "]"), UInt8(ascii: "}"): "expected a value, got \(found)"
        default: "not a JSON value"
        }
    }

    /// Skips a number: digits without leading zeros, then an optional fraction and exponent.
    ///
    /// Refuses integers that do not fit in 64 bits, because the JSON library would clamp them.
    private mutating func number() throws(DecodeError) {
        let start = place
        let isNegative = next == UInt8(ascii: "-")
        if isNegative { place += 1 }
        if next == UInt8(ascii: "I") { throw error("NaN and Infinity are not JSON") }
        let firstDigit = place
        let magnitude = try digits()
        if place - firstDigit > 1, bytes[firstDigit] == UInt8(ascii: "0") {
            throw DecodeError(place: .byte(firstDigit), reason: "a number has no leading zeros")
        }
        var isInteger = true
        if next == UInt8(ascii: ".") {
            isInteger = false
            place += 1
            _ = try digits()
        }
        if next == UInt8(ascii: "e") || next == UInt8(ascii: "E") {
            isInteger = false
            place += 1
            if next == UInt8(ascii: "+") || next == UInt8(ascii: "-") { place += 1 }
            _ = try digits()
        }
        guard !isInteger || magnitude != nil else {
            throw DecodeError(place: .byte(start), reason: "the integer is out of range")
        }
    }

    /// Skips one or more digits. Returns their value, or nil when it does not fit in `Int64`.
    private mutating func digits() throws(DecodeError) -> Int64? {
        guard let first = next, isDigit(first) else { throw mismatch("a digit") }
        var value: Int64 = 0
        var fits = true
        while let byte = next, isDigit(byte) {
            if fits {
                let (tens, overflowTens) = value.multipliedReportingOverflow(by: 10)
                let (sum, overflowSum) = tens.addingReportingOverflow(Int64(byte - UInt8(ascii: "0")))
                fits = !overflowTens && !overflowSum
                value = sum
            }
            place += 1
        }
        return fits ? value : nil
    }

    private func isDigit(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") }
}
