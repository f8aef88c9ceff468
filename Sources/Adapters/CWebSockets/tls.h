#ifndef RIFFLE_TLS_H
#define RIFFLE_TLS_H

#include <openssl/err.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>
#include <stdio.h>
#include <string.h>

// Reasons why a server cannot use a certificate and a key.
enum riffle_tls_flaw {
    RIFFLE_TLS_GOOD,
    RIFFLE_TLS_NO_CERTIFICATE,
    RIFFLE_TLS_NO_KEY,
    RIFFLE_TLS_KEY_ENCRYPTED,
    RIFFLE_TLS_MISMATCH,
    RIFFLE_TLS_UNFIT,
};

// Never asks for a pass phrase, which would stop the server at a prompt; only notes that one is required.
static inline int riffle_tls_no_phrase(char *buffer, int size, int is_writing, void *is_asked) {
    (void)buffer, (void)size, (void)is_writing;
    *(int *)is_asked = 1;
    return 0;
}

// Makes connections of `context` that begin from now on show this certificate (PEM, the leaf first, then what signed
// it) and prove it with this key (PEM). With a flaw the context stays as it was. `seconds_left` is the time until the
// leaf expires. Those already connected have their own reference to the certificate they began with.
static inline enum riffle_tls_flaw riffle_tls_use_identity(
    SSL_CTX *context, const void *certificates, int certificate_bytes, const void *key_text, int key_bytes,
    long long *seconds_left) {
    enum riffle_tls_flaw flaw = RIFFLE_TLS_NO_CERTIFICATE;
    int is_asked = 0, days = 0, seconds = 0;
    BIO *chain_source = BIO_new_mem_buf(certificates, certificate_bytes);
    BIO *key_source = BIO_new_mem_buf(key_text, key_bytes);
    STACK_OF(X509) *chain = sk_X509_new_null();
    X509 *leaf = PEM_read_bio_X509(chain_source, NULL, riffle_tls_no_phrase, &is_asked);
    X509 *issuer;
    EVP_PKEY *key = NULL;
    if (!leaf)
        goto done;
    while ((issuer = PEM_read_bio_X509(chain_source, NULL, riffle_tls_no_phrase, &is_asked)))
        if (!sk_X509_push(chain, issuer))
            X509_free(issuer);
    key = PEM_read_bio_PrivateKey(key_source, NULL, riffle_tls_no_phrase, &is_asked);
    flaw = is_asked ? RIFFLE_TLS_KEY_ENCRYPTED : RIFFLE_TLS_NO_KEY;
    if (!key)
        goto done;
    flaw = RIFFLE_TLS_MISMATCH;
    if (X509_check_private_key(leaf, key) != 1)
        goto done;
    flaw = RIFFLE_TLS_UNFIT;
    if (SSL_CTX_use_cert_and_key(context, leaf, key, chain, 1) != 1)
        goto done;
    flaw = RIFFLE_TLS_GOOD;
    ASN1_TIME_diff(&days, &seconds, NULL, X509_get0_notAfter(leaf));
    *seconds_left = (long long)days * 86400 + seconds;
done:
    ERR_clear_error();
    EVP_PKEY_free(key);
    X509_free(leaf);
    sk_X509_pop_free(chain, X509_free);
    BIO_free(key_source);
    BIO_free(chain_source);
    return flaw;
}

// TLS 1.2 and later, without resumption: there is no ticket key to change with the certificate, and each loop has a
// context of its own, so that most resumptions would fail anyway. The library's choice by server name is taken out:
// there is one certificate at a time.
static inline void riffle_tls_harden(SSL_CTX *context) {
    SSL_CTX_set_min_proto_version(context, TLS1_2_VERSION);
    SSL_CTX_set_options(context, SSL_OP_NO_TICKET | SSL_OP_NO_RENEGOTIATION);
    SSL_CTX_set_num_tickets(context, 0);
    SSL_CTX_set_session_cache_mode(context, SSL_SESS_CACHE_OFF);
    SSL_CTX_set_tlsext_servername_callback(context, NULL);
}

// A server's context without a certificate; the library makes those of its virtual hosts itself.
static inline SSL_CTX *riffle_tls_server_new(void) {
    SSL_CTX *context = SSL_CTX_new(TLS_server_method());
    if (context)
        riffle_tls_harden(context);
    return context;
}

// A client's context that trusts these certificates (PEM), or with NULL those the system trusts; NULL when there is
// none among them.
static inline SSL_CTX *riffle_tls_client_new(const void *authorities, int bytes) {
    SSL_CTX *context = SSL_CTX_new(TLS_client_method());
    int is_asked = 0, found = 0;
    BIO *source;
    X509 *authority;
    if (!context)
        return NULL;
    SSL_CTX_set_min_proto_version(context, TLS1_2_VERSION);
    // The library sets this for the contexts it makes: a connection at rest keeps no buffers, 34 kB.
    SSL_CTX_set_mode(context, SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER | SSL_MODE_RELEASE_BUFFERS);
    SSL_CTX_set_verify(context, SSL_VERIFY_PEER, NULL);
    if (!authorities) {
        found = SSL_CTX_set_default_verify_paths(context);
    } else {
        // A certificate that is named is trusted, also when another authority signed it.
        X509_STORE *store = SSL_CTX_get_cert_store(context);
        X509_STORE_set_flags(store, X509_V_FLAG_PARTIAL_CHAIN);
        source = BIO_new_mem_buf(authorities, bytes);
        while ((authority = PEM_read_bio_X509(source, NULL, riffle_tls_no_phrase, &is_asked))) {
            found += X509_STORE_add_cert(store, authority) == 1;
            X509_free(authority);
        }
        BIO_free(source);
    }
    ERR_clear_error();
    if (found > 0)
        return context;
    SSL_CTX_free(context);
    return NULL;
}

// Writes the names and IPv4 addresses of a server certificate (PEM, the leaf first), each with a line end, as many as
// fit into `size` bytes; returns the number of bytes.
static inline int riffle_tls_names(const void *certificates, int bytes, char *names, int size) {
    int is_asked = 0, used = 0;
    BIO *source = BIO_new_mem_buf(certificates, bytes);
    X509 *leaf = PEM_read_bio_X509(source, NULL, riffle_tls_no_phrase, &is_asked);
    GENERAL_NAMES *all = leaf ? X509_get_ext_d2i(leaf, NID_subject_alt_name, NULL, NULL) : NULL;
    for (int i = 0; i < sk_GENERAL_NAME_num(all); i++) {
        const GENERAL_NAME *name = sk_GENERAL_NAME_value(all, i);
        const ASN1_STRING *text = name->type == GEN_DNS     ? name->d.dNSName
                                  : name->type == GEN_IPADD ? name->d.iPAddress
                                                            : NULL;
        int length = text ? ASN1_STRING_length(text) : 0;
        const unsigned char *data = text ? ASN1_STRING_get0_data(text) : NULL;
        char address[16];
        if (name->type == GEN_IPADD && length == 4) {
            length = snprintf(address, sizeof address, "%d.%d.%d.%d", data[0], data[1], data[2], data[3]);
            data = (const unsigned char *)address;
        } else if (name->type != GEN_DNS) {
            continue;
        }
        if (length > size - used - 1)
            break;
        memcpy(names + used, data, (size_t)length);
        used += length;
        names[used++] = '\n';
    }
    GENERAL_NAMES_free(all);
    ERR_clear_error();
    X509_free(leaf);
    BIO_free(source);
    return used;
}

// The fault of the peer's certificate (X509_V_ERR_…); X509_V_OK without a fault or without a certificate.
static inline long riffle_tls_verdict(struct lws *wsi) {
    SSL *ssl = lws_get_ssl(wsi);
    return ssl ? SSL_get_verify_result(ssl) : X509_V_OK;
}

#endif
