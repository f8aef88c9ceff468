import PagingWire

/// Checks that a line is one JSON object to the letter of RFC 8259, before the laxer JSON library builds a tree of it.
///
/// It also refuses what the RFC leaves open and the library would quietly change: a repeated field, NUL, a lone
/// surrogate, an integer that would be clamped, too much depth. It keeps nothing of what it reads.
struct JSONScanner {
    let bytes: UnsafeRawBufferPointer
    /// Offset of the next byte.
    var place = 0
    private var depth = 0
    private var containers = 0

    private init(_ bytes: UnsafeRawBufferPointer) {
        self.bytes = bytes
    }

    /// Throws unless `line` is exactly one object, with or without white space around it.
    static func check(_ line: UnsafeRawBufferPointer) throws(DecodeError) {
        var scanner = JSONScanner(line)
        scanner.skipSpace()
        guard scanner.next == UInt8(ascii: "{") else { throw scanner.fault("an object is due") }
        try scanner.object()
        scanner.skipSpace()
        guard scanner.next == nil else { throw scanner.fault("something follows the object") }
    }

    /// The byte at `place`, or nil at the end.
    var next: UInt8? { place < bytes.count ? bytes[place] : nil }

    func fault(_ reason: String) -> DecodeError { DecodeError(place: .byte(place), reason: reason) }

    private mutating func skipSpace() {
        while let byte = next, byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D { place += 1 }
    }

    /// Passes over one value of any kind; `place` is at its first byte.
    private mutating func value() throws(DecodeError) {
        guard let first = next else { throw fault("the line ends where a value is due") }
        switch first {
        case UInt8(ascii: "{"): try object()
        case UInt8(ascii: "["): try array()
        case UInt8(ascii: "\""): _ = try string()
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): try number()
        case UInt8(ascii: "t"): try word("true")
        case UInt8(ascii: "f"): try word("false")
        case UInt8(ascii: "n"): try word("null")
        default: throw fault(whyNoValue)
        }
    }

    private mutating func object() throws(DecodeError) {
        try enter()
        // As many as `JSONLimits.fieldsPerObject`; kept on the stack, because this runs for every sample of a drag.
        var seen = InlineArray<64, UInt64>(repeating: 0)
        var count = 0
        skipSpace()
        if next == UInt8(ascii: "}") { return leave() }
        while true {
            let name = place
            guard next == UInt8(ascii: "\"") else { throw fault("a field's name in double quotes is due") }
            let hash = try string()
            for index in 0..<count where seen[index] == hash {
                throw DecodeError(place: .byte(name), reason: "this field occurs twice in its object")
            }
            guard count < JSONLimits.fieldsPerObject else {
                throw DecodeError(
                    place: .byte(name), reason: "more than \(JSONLimits.fieldsPerObject) fields in an object")
            }
            seen[count] = hash
            count += 1
            skipSpace()
            try pass(UInt8(ascii: ":"), "a colon is due")
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

    /// After a value: passes a comma and the space round it, or stops at `end`.
    private mutating func goesOn(until end: UInt8) throws(DecodeError) -> Bool {
        skipSpace()
        if next == end { return false }
        try pass(UInt8(ascii: ","), "a comma or the end of the list is due")
        skipSpace()
        return true
    }

    private mutating func enter() throws(DecodeError) {
        guard depth < Limits.depth else { throw fault("deeper than \(Limits.depth) levels") }
        guard containers < JSONLimits.containers else { throw fault("too many objects and lists") }
        depth += 1
        containers += 1
        place += 1
    }

    private mutating func leave() {
        depth -= 1
        place += 1
    }

    private mutating func pass(_ byte: UInt8, _ reason: String) throws(DecodeError) {
        guard next == byte else { throw fault(next == nil ? "the line ends inside a value" : reason) }
        place += 1
    }

    private mutating func word(_ word: StaticString) throws(DecodeError) {
        for index in 0..<word.utf8CodeUnitCount {
            guard place + index < bytes.count, bytes[place + index] == word.utf8Start[index] else {
                throw fault(whyNoValue)
            }
        }
        place += word.utf8CodeUnitCount
    }

    /// What a person most likely meant by the byte that begins no value.
    private var whyNoValue: String {
        switch next {
        case UInt8(ascii: "'"): "strings stand in double quotes"
        case UInt8(ascii: "/"): "there are no comments in JSON"
        case UInt8(ascii: "+"): "a number has no plus sign"
        case UInt8(ascii: "."): "a number begins with a digit"
        case UInt8(ascii: "N"), UInt8(ascii: "I"): "NaN and Infinity are not JSON"
        case UInt8(ascii: ","), UInt8(ascii: "]"), UInt8(ascii: "}"): "a value is due"
        default: "not a JSON value"
        }
    }
}
