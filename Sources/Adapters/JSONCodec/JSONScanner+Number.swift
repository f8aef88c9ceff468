extension JSONScanner {
    /// Passes over a number: digits without leading zeros, then perhaps a fraction and an exponent.
    ///
    /// Integers that do not fit 64 bits are refused here, because the JSON library would clamp them.
    mutating func number() throws(DecodeError) {
        let start = place
        let isNegative = next == UInt8(ascii: "-")
        if isNegative { place += 1 }
        if next == UInt8(ascii: "I") { throw fault("NaN and Infinity are not JSON") }
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

    /// Passes over one digit or more; their value, or nil when it is beyond `Int64`.
    private mutating func digits() throws(DecodeError) -> Int64? {
        guard let first = next, isDigit(first) else { throw fault("a digit is due") }
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
