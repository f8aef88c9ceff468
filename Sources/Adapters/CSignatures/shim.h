#ifndef RIFFLE_CSIGNATURES_SHIM_H
#define RIFFLE_CSIGNATURES_SHIM_H

// Keys and signatures of JSON Web Tokens (RFC 7518, RFC 8037) by OpenSSL's EVP. Every function leaves OpenSSL's queue of
// errors empty, since the queue is shared with TLS on the same thread.

#include <openssl/core_names.h>
#include <openssl/ec.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/obj_mac.h>
#include <openssl/param_build.h>
#include <openssl/pem.h>
#include <openssl/rsa.h>
#include <string.h>

enum riffle_signature {
    RIFFLE_SIGNATURE_HS256,
    RIFFLE_SIGNATURE_EDDSA,
    RIFFLE_SIGNATURE_RS256,
    RIFFLE_SIGNATURE_PS256,
    RIFFLE_SIGNATURE_ES256,
};

// Bytes of both numbers of an ES256 signature together, which JWS writes without DER.
#define RIFFLE_ES256_BYTES 64

static inline EVP_PKEY *riffle_key_done(EVP_PKEY *key) {
    ERR_clear_error();
    return key;
}

static inline EVP_PKEY *riffle_key_hmac(const unsigned char *secret, size_t count) {
    return riffle_key_done(EVP_PKEY_new_raw_private_key(EVP_PKEY_HMAC, NULL, secret, count));
}

static inline EVP_PKEY *riffle_key_ed25519(const unsigned char *bytes, size_t count, int is_private) {
    return riffle_key_done(
        is_private ? EVP_PKEY_new_raw_private_key(EVP_PKEY_ED25519, NULL, bytes, count)
                   : EVP_PKEY_new_raw_public_key(EVP_PKEY_ED25519, NULL, bytes, count));
}

// Whether the public half is a key at all: a point on its curve, a modulus without small factors.
static inline int riffle_key_is_sound(EVP_PKEY *key) {
    EVP_PKEY_CTX *context = EVP_PKEY_CTX_new_from_pkey(NULL, key, NULL);
    int is_sound = context && EVP_PKEY_public_check(context) == 1;
    EVP_PKEY_CTX_free(context);
    ERR_clear_error();
    return is_sound;
}

// A key of `type` from numbers as in a JWK: big-endian, one behind the other, of `counts` bytes each. NULL for numbers that are no key.
static inline EVP_PKEY *riffle_key_from_numbers(
    const char *type, const char *group, const char *const *names, const unsigned char *bytes, const size_t *counts,
    size_t count, int is_private) {
    enum { most = 8 };
    OSSL_PARAM_BLD *builder = OSSL_PARAM_BLD_new();
    EVP_PKEY_CTX *context = EVP_PKEY_CTX_new_from_name(NULL, type, NULL);
    OSSL_PARAM *parameters = NULL;
    EVP_PKEY *key = NULL;
    BIGNUM *numbers[most] = {0};
    int is_good = builder && context && count <= most;
    if (is_good && group)
        is_good = OSSL_PARAM_BLD_push_utf8_string(builder, OSSL_PKEY_PARAM_GROUP_NAME, group, 0);
    for (size_t i = 0; is_good && i < count; bytes += counts[i++]) {
        if (!strcmp(names[i], OSSL_PKEY_PARAM_PUB_KEY)) {
            is_good = OSSL_PARAM_BLD_push_octet_string(builder, names[i], bytes, counts[i]);
        } else {
            numbers[i] = BN_bin2bn(bytes, (int)counts[i], NULL);
            is_good = numbers[i] && OSSL_PARAM_BLD_push_BN(builder, names[i], numbers[i]);
        }
    }
    if (is_good)
        parameters = OSSL_PARAM_BLD_to_param(builder);
    if (parameters && EVP_PKEY_fromdata_init(context) == 1 &&
        EVP_PKEY_fromdata(context, &key, is_private ? EVP_PKEY_KEYPAIR : EVP_PKEY_PUBLIC_KEY, parameters) != 1)
        key = NULL;
    for (size_t i = 0; i < most; i++)
        BN_clear_free(numbers[i]);
    OSSL_PARAM_free(parameters);
    OSSL_PARAM_BLD_free(builder);
    EVP_PKEY_CTX_free(context);
    return riffle_key_done(key);
}

// An RSA key of `count` numbers in the order of RFC 7518 §6.3: n, e (a public key), d, and p, q, dp, dq, qi.
static inline EVP_PKEY *riffle_key_rsa(const unsigned char *bytes, const size_t *counts, size_t count) {
    static const char *const names[] = {
        OSSL_PKEY_PARAM_RSA_N,         OSSL_PKEY_PARAM_RSA_E,         OSSL_PKEY_PARAM_RSA_D,
        OSSL_PKEY_PARAM_RSA_FACTOR1,   OSSL_PKEY_PARAM_RSA_FACTOR2,   OSSL_PKEY_PARAM_RSA_EXPONENT1,
        OSSL_PKEY_PARAM_RSA_EXPONENT2, OSSL_PKEY_PARAM_RSA_COEFFICIENT1};
    return riffle_key_from_numbers("RSA", NULL, names, bytes, counts, count, count > 2);
}

// A key on P-256: the point (4, x, y), and for a private key d.
static inline EVP_PKEY *riffle_key_p256(const unsigned char *bytes, const size_t *counts, size_t count) {
    static const char *const names[] = {OSSL_PKEY_PARAM_PUB_KEY, OSSL_PKEY_PARAM_PRIV_KEY};
    return riffle_key_from_numbers("EC", SN_X9_62_prime256v1, names, bytes, counts, count, count > 1);
}

// Never asks for a pass phrase, which would stop the server at a prompt.
static inline int riffle_key_no_phrase(char *buffer, int size, int is_writing, void *user) {
    (void)buffer, (void)size, (void)is_writing, (void)user;
    return 0;
}

// The key in one block of PEM; NULL when it is none, or encrypted.
static inline EVP_PKEY *riffle_key_from_pem(const void *text, int bytes, int is_private) {
    BIO *source = BIO_new_mem_buf(text, bytes);
    EVP_PKEY *key = is_private ? PEM_read_bio_PrivateKey(source, NULL, riffle_key_no_phrase, NULL)
                               : PEM_read_bio_PUBKEY(source, NULL, riffle_key_no_phrase, NULL);
    BIO_free(source);
    return riffle_key_done(key);
}

// Whether an EC key is on P-256, the curve of ES256.
static inline int riffle_key_is_p256(const EVP_PKEY *key) {
    char name[64];
    size_t count = 0;
    int is_named = EVP_PKEY_get_group_name(key, name, sizeof name, &count);
    ERR_clear_error();
    return is_named && !strcmp(name, SN_X9_62_prime256v1);
}

// Writes SHA-256 of the public half as SubjectPublicKeyInfo. Not 1 when the key has no such form.
static inline int riffle_key_digest(EVP_PKEY *key, unsigned char *digest) {
    unsigned char *der = NULL;
    int count = i2d_PUBKEY(key, &der);
    int is_good = count > 0 && EVP_Digest(der, (size_t)count, digest, NULL, EVP_sha256(), NULL) == 1;
    OPENSSL_free(der);
    ERR_clear_error();
    return is_good;
}

// Prepares `context`: SHA-256 but for Ed25519, which has its own digest; with PS256 a salt as long as the digest
// (RFC 7518 §3.5), and none of another length is accepted.
static inline int riffle_signature_begin(
    EVP_MD_CTX *context, EVP_PKEY *key, enum riffle_signature algorithm, int is_signing) {
    EVP_PKEY_CTX *padding = NULL;
    const EVP_MD *digest = algorithm == RIFFLE_SIGNATURE_EDDSA ? NULL : EVP_sha256();
    int is_good = is_signing ? EVP_DigestSignInit(context, &padding, digest, NULL, key)
                             : EVP_DigestVerifyInit(context, &padding, digest, NULL, key);
    if (is_good != 1)
        return 0;
    if (algorithm == RIFFLE_SIGNATURE_RS256)
        return EVP_PKEY_CTX_set_rsa_padding(padding, RSA_PKCS1_PADDING) == 1;
    if (algorithm == RIFFLE_SIGNATURE_PS256)
        return EVP_PKEY_CTX_set_rsa_padding(padding, RSA_PKCS1_PSS_PADDING) == 1 &&
               EVP_PKEY_CTX_set_rsa_pss_saltlen(padding, RSA_PSS_SALTLEN_DIGEST) == 1;
    return 1;
}

// The two numbers of an ES256 signature from DER to 64 bytes; 0 on failure.
static inline int riffle_es256_from_der(const unsigned char *der, size_t count, unsigned char *numbers) {
    const unsigned char *place = der;
    ECDSA_SIG *pair = d2i_ECDSA_SIG(NULL, &place, (long)count);
    int half = RIFFLE_ES256_BYTES / 2;
    int is_good = pair && BN_bn2binpad(ECDSA_SIG_get0_r(pair), numbers, half) == half &&
                  BN_bn2binpad(ECDSA_SIG_get0_s(pair), numbers + half, half) == half;
    ECDSA_SIG_free(pair);
    return is_good;
}

// The DER form of an ES256 signature, which the caller frees; the number of its bytes, 0 on failure.
static inline int riffle_es256_to_der(const unsigned char *numbers, unsigned char **der) {
    int half = RIFFLE_ES256_BYTES / 2, count = 0;
    ECDSA_SIG *pair = ECDSA_SIG_new();
    BIGNUM *r = BN_bin2bn(numbers, half, NULL), *s = BN_bin2bn(numbers + half, half, NULL);
    if (pair && r && s && ECDSA_SIG_set0(pair, r, s) == 1) {
        count = i2d_ECDSA_SIG(pair, der);
    } else {
        BN_free(r);
        BN_free(s);
    }
    ECDSA_SIG_free(pair);
    return count > 0 ? count : 0;
}

// Signs `count` bytes into `signature`, which holds `size` bytes. The number of bytes written, 0 on failure.
static inline size_t riffle_sign(
    EVP_PKEY *key, enum riffle_signature algorithm, const unsigned char *bytes, size_t count, unsigned char *signature,
    size_t size) {
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    int is_good = context && riffle_signature_begin(context, key, algorithm, 1) &&
                  EVP_DigestSign(context, signature, &size, bytes, count) == 1;
    if (is_good && algorithm == RIFFLE_SIGNATURE_ES256) {
        unsigned char numbers[RIFFLE_ES256_BYTES];
        is_good = riffle_es256_from_der(signature, size, numbers);
        memcpy(signature, numbers, sizeof numbers);
        size = sizeof numbers;
    }
    EVP_MD_CTX_free(context);
    ERR_clear_error();
    return is_good ? size : 0;
}

// Whether `signature` signs the bytes. HS256 is compared in constant time.
static inline int riffle_verify(
    EVP_PKEY *key, enum riffle_signature algorithm, const unsigned char *bytes, size_t count,
    const unsigned char *signature, size_t size) {
    EVP_MD_CTX *context;
    unsigned char *der = NULL;
    int is_good = 0;
    if (algorithm == RIFFLE_SIGNATURE_HS256) {
        unsigned char own[EVP_MAX_MD_SIZE];
        size_t length = riffle_sign(key, algorithm, bytes, count, own, sizeof own);
        return length > 0 && length == size && CRYPTO_memcmp(own, signature, size) == 0;
    }
    if (algorithm == RIFFLE_SIGNATURE_ES256) {
        int length = size == RIFFLE_ES256_BYTES ? riffle_es256_to_der(signature, &der) : 0;
        if (length == 0)
            return 0;
        signature = der;
        size = (size_t)length;
    }
    context = EVP_MD_CTX_new();
    is_good = context && riffle_signature_begin(context, key, algorithm, 0) &&
              EVP_DigestVerify(context, signature, size, bytes, count) == 1;
    EVP_MD_CTX_free(context);
    OPENSSL_free(der);
    ERR_clear_error();
    return is_good;
}

// Writes a new Ed25519 private key of 32 bytes. Not 1 on failure.
static inline int riffle_key_new_ed25519(unsigned char *bytes) {
    size_t count = 32;
    EVP_PKEY *key = EVP_PKEY_Q_keygen(NULL, NULL, "ED25519");
    int is_good = key && EVP_PKEY_get_raw_private_key(key, bytes, &count) == 1 && count == 32;
    EVP_PKEY_free(key);
    ERR_clear_error();
    return is_good;
}

static inline int riffle_key_ed25519_public(const EVP_PKEY *key, unsigned char *bytes) {
    size_t count = 32;
    int is_good = EVP_PKEY_get_raw_public_key(key, bytes, &count) == 1 && count == 32;
    ERR_clear_error();
    return is_good;
}

#endif
