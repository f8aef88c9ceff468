import CCurl
import Glibc

/// One request on its way, and what has come of its answer.
///
/// The library calls it on the thread of HTTP only, as long as the handle is in its hands.
final class HTTPTransfer {
    let user: Int
    let handle: UnsafeMutableRawPointer
    private let waitedMicroseconds: Int64
    private var lines: UnsafeMutablePointer<curl_slist>?
    private var addresses: UnsafeMutablePointer<curl_slist>?
    private var headers: [HTTPRequest.HeaderLine] = []
    private var headerBytes = 0
    private var body: [UInt8] = []
    private var isTooLong = false
    /// The only hosts that it may connect to; nil: all.
    private var hosts: [String]?
    /// Why it was kept from a host.
    private var refusal: String?
    private let errorText: UnsafeMutablePointer<CChar>

    /// Nil when memory is out.
    init?(user: Int, waitedMicroseconds: Int64) {
        guard let handle = curl_easy_init() else { return nil }
        (self.user, self.handle, self.waitedMicroseconds) = (user, handle, waitedMicroseconds)
        errorText = .allocate(capacity: Int(CURL_ERROR_SIZE))
        errorText.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
    }

    deinit {
        curl_easy_cleanup(handle)
        curl_slist_free_all(lines)
        curl_slist_free_all(addresses)
        errorText.deallocate()
    }

    /// Fills in the request.
    ///
    /// - Parameters:
    ///   - share: The user's cookies and connections.
    ///   - resolved: The host's addresses as `HOST:PORT:ADDRESS`; nil lets the library look up the host.
    func prepare(
        _ request: HTTPRequest, _ options: HTTPClient.HTTPOptions, share: UnsafeMutableRawPointer, resolved: String?
    ) {
        riffle_curl_pointer(handle, CURLOPT_SHARE, share)
        riffle_curl_text(handle, CURLOPT_URL, request.url)
        riffle_curl_text(handle, CURLOPT_PROTOCOLS_STR, "http,https")
        riffle_curl_text(handle, CURLOPT_REDIR_PROTOCOLS_STR, "http,https")
        riffle_curl_text(handle, CURLOPT_PROXY, "")
        riffle_curl_text(handle, CURLOPT_USERAGENT, options.agent)
        riffle_curl_text(handle, CURLOPT_COOKIEFILE, "")
        riffle_curl_number(handle, CURLOPT_NOSIGNAL, 1)
        riffle_curl_number(handle, CURLOPT_TIMEOUT_MS, Int(request.withinMilliseconds))
        riffle_curl_number(handle, CURLOPT_FOLLOWLOCATION, request.redirects > 0 ? 1 : 0)
        riffle_curl_number(handle, CURLOPT_MAXREDIRS, request.redirects)
        setAuthorities(options.authorities)
        hosts = options.hosts
        if hosts != nil { openSockets() }
        if let source = request.source { riffle_curl_text(handle, CURLOPT_INTERFACE, source) }
        if let resolved {
            addresses = curl_slist_append(nil, resolved)
            riffle_curl_list(handle, CURLOPT_RESOLVE, addresses)
        }
        for header in request.headers {
            // A semicolon stands for a header without a value.
            let line = header.value.isEmpty ? "\(header.name);" : "\(header.name): \(header.value)"
            lines = curl_slist_append(lines, line)
        }
        riffle_curl_list(handle, CURLOPT_HTTPHEADER, lines)
        riffle_curl_pointer(handle, CURLOPT_ERRORBUFFER, errorText)
        setMethod(request)
        riffle_curl_writers(
            handle, { HTTPTransfer.at($3)?.takeBody($0, $1 * $2) ?? 0 },
            { HTTPTransfer.at($3)?.takeHeader($0, $1 * $2) ?? 0 }, Unmanaged.passUnretained(self).toOpaque())
    }

    private func setAuthorities(_ authorities: HTTPClient.HTTPAuthorities) {
        switch authorities {
        case .system: return
        case .file(let path): riffle_curl_text(handle, CURLOPT_CAINFO, path)
        case .pem(let bytes): riffle_curl_bytes(handle, CURLOPT_CAINFO_BLOB, bytes, bytes.count)
        }
        riffle_curl_text(handle, CURLOPT_CAPATH, nil)
    }

    /// Lets the library ask for each socket. It does so for redirects, too, and a connection that it takes again is one that
    /// was allowed.
    private func openSockets() {
        riffle_curl_opener(
            handle,
            { data, _, address in
                guard let address, HTTPTransfer.at(data)?.mayConnect() == true else { return CURL_SOCKET_BAD }
                return socket(
                    address.pointee.family, address.pointee.socktype | Int32(SOCK_CLOEXEC.rawValue),
                    address.pointee.protocol)
            }, Unmanaged.passUnretained(self).toOpaque())
    }

    private func mayConnect() -> Bool {
        guard let url = riffle_curl_url(handle), let place = HTTPPlace(url: String(cString: url)) else { return false }
        refusal = place.refusal(among: hosts)
        return refusal == nil
    }

    private func setMethod(_ request: HTTPRequest) {
        switch request.method {
        case "GET": riffle_curl_number(handle, CURLOPT_HTTPGET, 1)
        case "HEAD": riffle_curl_number(handle, CURLOPT_NOBODY, 1)
        case "POST": riffle_curl_number(handle, CURLOPT_POST, 1)
        default: riffle_curl_text(handle, CURLOPT_CUSTOMREQUEST, request.method)
        }
        guard request.body != nil || request.method == "POST" else { return }
        let body = request.body ?? ""
        riffle_curl_number(handle, CURLOPT_POSTFIELDSIZE, body.utf8.count)
        riffle_curl_text(handle, CURLOPT_COPYPOSTFIELDS, body)
    }

    private static func at(_ data: UnsafeMutableRawPointer?) -> HTTPTransfer? {
        data.map { Unmanaged<HTTPTransfer>.fromOpaque($0).takeUnretainedValue() }
    }

    private func takeBody(_ bytes: UnsafeMutablePointer<CChar>?, _ count: Int) -> Int {
        guard body.count + count <= HTTPRequest.bodyBytes else {
            isTooLong = true
            return 0
        }
        body += UnsafeRawBufferPointer(start: bytes, count: count)
        return count
    }

    private func takeHeader(_ bytes: UnsafeMutablePointer<CChar>?, _ count: Int) -> Int {
        headerBytes += count
        guard headerBytes <= HTTPRequest.headerBytes else {
            isTooLong = true
            return 0
        }
        let line = String(decoding: UnsafeRawBufferPointer(start: bytes, count: count), as: UTF8.self)
        // Each answer before the last one, such as a redirect, has a status line and headers of its own.
        if line.hasPrefix("HTTP/") { headers = [] }
        guard let colon = line.firstIndex(of: ":") else { return count }
        let value = line[line.index(after: colon)...].drop { $0 == " " || $0 == "\t" }
        let end = value.lastIndex { !$0.isWhitespace }.map { value.index(after: $0) } ?? value.startIndex
        headers.append(HTTPRequest.HeaderLine(String(line[..<colon]), String(value[..<end])))
        return count
    }

    /// The outcome, once the library has ended the transfer.
    func outcome(_ result: CURLcode) -> HTTPOutcome {
        let answer: HTTPOutcome.HTTPReply
        if result == CURLE_OK {
            answer = .answered(status: riffle_curl_status(handle), headers: headers, body: body)
        } else {
            answer = .failed(HTTPTransfer.failure(result), reason: reason(result))
        }
        return HTTPOutcome(answer: answer, cookies: cookies, waitedMicroseconds: waitedMicroseconds)
    }

    private static func failure(_ result: CURLcode) -> HTTPOutcome.FailureKind {
        switch result {
        case CURLE_OPERATION_TIMEDOUT: .timeout
        case CURLE_COULDNT_CONNECT, CURLE_COULDNT_RESOLVE_HOST, CURLE_INTERFACE_FAILED: .refused
        case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CONNECT_ERROR, CURLE_SSL_CACERT_BADFILE, CURLE_SSL_CIPHER,
            CURLE_SSL_ISSUER_ERROR, CURLE_SSL_CERTPROBLEM:
            .tls
        default: .broken
        }
    }

    private func reason(_ result: CURLcode) -> String {
        if isTooLong { return "an answer of more than \(HTTPRequest.bodyBytes) bytes, or with too long headers" }
        if let refusal { return refusal }
        let text = String(cString: errorText)
        return text.isEmpty ? curl_easy_strerror(result).map { String(cString: $0) } ?? "an unknown error" : text
    }

    private var cookies: [HTTPCookie] {
        let list = riffle_curl_cookies(handle)
        defer { curl_slist_free_all(list) }
        var cookies: [HTTPCookie] = []
        var next = list
        while let entry = next {
            if let text = entry.pointee.data, let cookie = HTTPCookie(line: String(cString: text)) {
                cookies.append(cookie)
            }
            next = entry.pointee.next
        }
        return cookies
    }
}
