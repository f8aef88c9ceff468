/// Numbers and times as readable text.
enum Format {
    /// `1 user`, `2,000 users`.
    static func count(_ number: Int, _ noun: String) -> String {
        "\(grouped(number)) \(noun)\(number == 1 ? "" : "s")"
    }

    /// With a comma between thousands.
    static func grouped(_ number: Int) -> String {
        let digits = Array(String(number.magnitude))
        var text = number < 0 ? "-" : ""
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.count - index) % 3 == 0 { text += "," }
            text.append(digit)
        }
        return text
    }

    /// With a fixed number of digits after the point.
    static func decimal(_ number: Double, places: Int) -> String {
        guard number.isFinite, number.magnitude < 1e15 else { return "\(number)" }
        let unit = (0..<places).reduce(1) { unit, _ in unit * 10 }
        let scaled = Int((number.magnitude * Double(unit)).rounded())
        let sign = number < 0 && scaled > 0 ? "-" : ""
        guard places > 0 else { return sign + "\(scaled)" }
        let fraction = String(scaled % unit)
        return sign + "\(scaled / unit)." + String(repeating: "0", count: places - fraction.count) + fraction
    }

    /// With three significant digits, and no more than two after the point.
    static func short(_ number: Double) -> String {
        let magnitude = number.magnitude
        if magnitude < 9.995 { return decimal(number, places: 2) }
        if magnitude < 99.95 { return decimal(number, places: 1) }
        return magnitude < 1e15 ? grouped(Int(number.rounded())) : decimal(number, places: 0)
    }

    /// A count: whole numbers in full, others shortened.
    static func number(_ number: Double) -> String {
        number == number.rounded() && number.magnitude < 1e15 ? grouped(Int(number)) : short(number)
    }

    /// A share in percent to three places. Rounded down: only a complete one is 100 %.
    static func share(_ part: Double) -> String {
        var text = decimal(percent(part), places: 3)
        while text.hasSuffix("0") { text.removeLast() }
        return (text.hasSuffix(".") ? String(text.dropLast()) : text) + " %"
    }

    /// A share in percent, rounded down to three places; what binary lacks of a decimal fraction is none.
    static func percent(_ part: Double) -> Double { (part * 100_000 + 1e-6).rounded(.down) / 1_000 }

    /// A time in the unit that suits its size.
    static func time(microseconds: Double) -> String {
        if microseconds < 999.5 { return "\(decimal(microseconds, places: 0)) us" }
        if microseconds < 999_500 { return "\(short(microseconds / 1_000)) ms" }
        return "\(short(microseconds / 1_000_000)) s"
    }

    /// A distance in pages to three digits, without its unit.
    static func pages(_ distance: Double) -> String {
        distance.magnitude < 0.9995 ? decimal(distance, places: 3) : short(distance)
    }

    /// A duration such as `2 min 5 s`.
    static func span(microseconds: Int64) -> String {
        let seconds = (microseconds + 500_000) / 1_000_000
        guard seconds >= 60 else { return "\(decimal(Double(microseconds) / 1_000_000, places: 1)) s" }
        guard seconds >= 3_600 else { return "\(seconds / 60) min \(seconds % 60) s" }
        return "\(seconds / 3_600) h \(seconds % 3_600 / 60) min"
    }

    /// A number of bytes.
    static func bytes(_ number: Int) -> String {
        if number < 1_000 { return "\(number) B" }
        if number < 999_500 { return "\(short(Double(number) / 1_000)) kB" }
        if number < 999_500_000 { return "\(short(Double(number) / 1_000_000)) MB" }
        return "\(short(Double(number) / 1_000_000_000)) GB"
    }

    static func left(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.count))
    }

    static func right(_ text: String, _ width: Int) -> String {
        String(repeating: " ", count: max(0, width - text.count)) + text
    }
}
