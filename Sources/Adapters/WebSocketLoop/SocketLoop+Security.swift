import CWebSockets

/// TLS: the server's certificate, and the client's check of one.
extension SocketLoop {
    /// Connections adopted from now on show this certificate; existing ones keep theirs. Only where the options
    /// had an identity to begin with: sockets do not change between TLS and plain.
    package func use(_ identity: TLSIdentity) {
        guard let serverSecurity else { return }
        identity.use(in: serverSecurity)
    }

    /// The library has made the context of the virtual host that adopted sockets belong to.
    func serverSecurityMade(_ context: OpaquePointer?) {
        guard let context, let identity = options.identity else { return }
        riffle_tls_harden(context)
        identity.use(in: context)
        serverSecurity = context
    }

    /// Authorities that clients of this loop trust; made once, because this may read hundreds of certificates.
    func trustedAuthorities() -> OpaquePointer? {
        if trust == nil {
            trust = options.authorities.map { $0.makeContext() } ?? TLSAuthorities.makeSystemContext()
        }
        return trust
    }

    /// The virtual host secure connections belong to in the client role, made for the first of them.
    func secureClients() -> OpaquePointer? {
        guard secureClientHost == nil, let context, let trust = trustedAuthorities() else { return secureClientHost }
        secureClientHost = riffle_ws_vhost_new(context, protocols, RIFFLE_WS_SECURE_CLIENT, trust)
        return secureClientHost
    }

    /// Why the server's certificate was not accepted; nil when that is not what ended the connection.
    static func distrust(_ wsi: OpaquePointer) -> String? {
        let verdict = riffle_tls_verdict(wsi)
        switch Int32(truncatingIfNeeded: verdict) {
        case X509_V_OK: return nil
        case X509_V_ERR_CERT_HAS_EXPIRED: return "the server's certificate has expired"
        case X509_V_ERR_CERT_NOT_YET_VALID: return "the server's certificate is not valid yet"
        case X509_V_ERR_HOSTNAME_MISMATCH: return "the server's certificate is for another name"
        case X509_V_ERR_IP_ADDRESS_MISMATCH: return "the server's certificate is for another address"
        default:
            let text = X509_verify_cert_error_string(verdict).map { String(cString: $0) } ?? "unknown"
            return "nobody trusted vouches for the server's certificate (\(text))"
        }
    }
}
