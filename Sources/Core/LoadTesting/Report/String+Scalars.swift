extension String {
    /// The text with some scalars replaced; nil keeps one. Formats are read by scalars: a quote before a combining mark is a
    /// quote there, but not a `Character` of its own.
    func replacingScalars(_ replacement: (Unicode.Scalar) -> String?) -> String {
        var text = ""
        for scalar in unicodeScalars {
            if let other = replacement(scalar) { text += other } else { text.unicodeScalars.append(scalar) }
        }
        return text
    }
}
