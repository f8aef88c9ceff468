extension StringProtocol {
    /// Whether it is a token of RFC 9110 §5.6.2, such as the name of a header.
    package var isHTTPToken: Bool {
        let marks = "!#$%&'*+-.^_`|~"
        return !isEmpty && allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) || marks.contains($0) }
    }
}
