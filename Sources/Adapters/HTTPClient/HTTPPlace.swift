import CCurl

/// Where the server of a URL is, as libcurl itself reads the URL.
struct HTTPPlace {
    /// A name, or a numeric address; one of IPv6 is in brackets.
    let host: String
    let port: String

    /// Nil when libcurl would not take the URL.
    init?(url: String) {
        guard let parts = curl_url() else { return nil }
        defer { curl_url_cleanup(parts) }
        guard curl_url_set(parts, CURLUPART_URL, url, 0) == CURLUE_OK,
            let host = HTTPPlace.part(parts, CURLUPART_HOST), let port = HTTPPlace.part(parts, CURLUPART_PORT)
        else { return nil }
        (self.host, self.port) = (host, port)
    }

    private static func part(_ parts: OpaquePointer, _ part: CURLUPart) -> String? {
        var text: UnsafeMutablePointer<CChar>?
        guard curl_url_get(parts, part, &text, UInt32(CURLU_DEFAULT_PORT)) == CURLUE_OK, let text else { return nil }
        defer { curl_free(text) }
        return String(cString: text)
    }

    /// Why it may not be asked; nil when its host is one of these, in any case of letters, with or without brackets.
    ///
    /// - Parameter hosts: nil: all.
    func refusal(among hosts: [String]?) -> String? {
        guard let hosts else { return nil }
        let bare = host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host
        guard !hosts.contains(where: { $0.lowercased() == bare.lowercased() }) else { return nil }
        return "\(bare), which is none of the hosts that may be asked (\(hosts.joined(separator: ", ")))"
    }
}
