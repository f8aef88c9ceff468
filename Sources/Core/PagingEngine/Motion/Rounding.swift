extension Int64 {
    /// `value` to the nearest whole number, a half away from zero, so that mirrored values round to mirrored ones.
    ///
    /// - Precondition: `value` lies within ± 2^62; all values of the pager are below 2^54.
    init(roundingHalfAway value: Double) {
        precondition(value > -0x1p62 && value < 0x1p62, "expected a value within ± 2^62")
        let whole = Int64(value)
        let rest = value - Double(whole)
        self = rest >= 0.5 ? whole + 1 : rest <= -0.5 ? whole - 1 : whole
    }

    /// This divided by `divisor` > 0 to the nearest whole number, a half away from zero.
    func dividedRoundingHalfAway(by divisor: Int64) -> Int64 {
        let (quotient, rest) = quotientAndRemainder(dividingBy: divisor)
        guard rest.magnitude >= divisor.magnitude - rest.magnitude else { return quotient }
        return self < 0 ? quotient - 1 : quotient + 1
    }

    /// This limited to `range`.
    func limited(to range: ClosedRange<Int64>) -> Int64 {
        Swift.min(Swift.max(self, range.lowerBound), range.upperBound)
    }
}
