/// The exponential function from + − × ÷ alone.
///
/// Those four are exact to the last bit on every platform by IEEE 754; the exponential of a platform's own
/// library is not, and two members would draw the same keyframe differently.
enum Exponential {
    private static let log2OfE = 1.442_695_040_888_963_4
    /// ln 2 in two parts, so that a multiple of it can be taken away without rounding (Cody and Waite, 1980).
    private static let ln2High = 6.931_471_803_691_238_164_90e-01
    private static let ln2Low = 1.908_214_929_270_587_700_02e-10

    /// e to the power of `exponent`, within two units in the last place; 0 below −700 and not meant above 700.
    static func value(_ exponent: Double) -> Double {
        guard exponent > -700 else { return 0 }
        precondition(exponent < 700, "the machine only ever decays")
        let doublings = Int64(roundingHalfAway: exponent * log2OfE)
        let rest = exponent - Double(doublings) * ln2High - Double(doublings) * ln2Low
        let scale = Double(bitPattern: UInt64(1_023 + doublings) << 52)
        return series(rest) * scale
    }

    /// The power series up to the thirteenth term: for |x| ≤ ½ ln 2 the next one is below 10^−17.
    private static func series(_ x: Double) -> Double {
        var sum = 1.0
        var term = 13.0
        while term > 0 {
            sum = 1 + x * sum / term
            term -= 1
        }
        return sum
    }
}
