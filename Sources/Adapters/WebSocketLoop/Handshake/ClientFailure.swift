import CWebSockets

/// Why the library could not open a client connection.
struct ClientFailure: Equatable {
    let reason: String
    /// The server's certificate was not accepted.
    let isCertificateRejected: Bool

    /// - Parameter message: the library's text.
    init(_ wsi: OpaquePointer, message: UnsafeRawBufferPointer) {
        if let rejection = ClientFailure.rejection(verdict: riffle_tls_verdict(wsi)) {
            (reason, isCertificateRejected) = (rejection, true)
            return
        }
        isCertificateRejected = false
        reason = ClientFailure.reason(message, status: Int(lws_http_client_http_response(wsi)))
    }

    /// - Parameter status: of the server's HTTP answer, 0 without one.
    static func reason(_ message: UnsafeRawBufferPointer, status: Int) -> String {
        // Some texts of the library include their terminator.
        let text = String(decoding: message.prefix { $0 != 0 }, as: UTF8.self)
        let reason =
            text.isEmpty
            ? "the connection failed"
            // The library only gives the number of an error of TLS.
            : text.contains("SSL err") ? "the TLS handshake failed; for a server without TLS write ws://" : text
        return status == 0 ? reason : "\(reason) (HTTP \(status))"
    }

    /// Why the server's certificate was not accepted; nil when it was.
    static func rejection(verdict: Int) -> String? {
        switch Int32(truncatingIfNeeded: verdict) {
        case X509_V_OK: return nil
        case X509_V_ERR_CERT_HAS_EXPIRED: return "the server's certificate has expired"
        case X509_V_ERR_CERT_NOT_YET_VALID: return "the server's certificate is not valid yet"
        case X509_V_ERR_HOSTNAME_MISMATCH: return "the server's certificate is for another name"
        case X509_V_ERR_IP_ADDRESS_MISMATCH: return "the server's certificate is for another address"
        default:
            let text = X509_verify_cert_error_string(verdict).map { String(cString: $0) } ?? "unknown"
            return "no trusted authority signed the server's certificate (\(text))"
        }
    }
}
