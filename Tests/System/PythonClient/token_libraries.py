"""Makes and checks tokens by PyJWT and by Authlib, for each algorithm of riffle.

make FOLDER: writes keys, ALG.private.{pem,jwk} and ALG.public.{pem,jwk,jwks}, and prints {"library", "algorithm", "token"},
one a line. check FOLDER: reads {"algorithm", "token"} from FOLDER/tokens, one a line, and prints the claims that both libraries
verify with the public key; ends with 1 when one refuses.
"""

import json
import pathlib
import sys
import warnings

warnings.simplefilter("ignore")

import jwt
from authlib.jose import JsonWebKey, JsonWebToken
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, rsa

ALGORITHMS = ("HS256", "EdDSA", "RS256", "PS256", "ES256")
CLAIMS = {"room": "talk", "role": "member", "name": "Ann Öz", "exp": 1_900_000_000, "iat": 1_700_000_000}


def private_key(algorithm):
    if algorithm == "EdDSA":
        return ed25519.Ed25519PrivateKey.generate()
    if algorithm == "ES256":
        return ec.generate_private_key(ec.SECP256R1())
    return rsa.generate_private_key(public_exponent=65537, key_size=2048)


def pem(key, is_private):
    if is_private:
        return key.private_bytes(
            serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
        )
    return key.public_key().public_bytes(serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo)


def authlib_key(folder, algorithm, half):
    if algorithm == "HS256":
        return JsonWebKey.import_key(json.loads((folder / "HS256.private.jwk").read_text()))
    return JsonWebKey.import_key((folder / f"{algorithm}.{half}.pem").read_bytes())


def pyjwt_key(folder, algorithm, half):
    if algorithm == "HS256":
        return jwt.PyJWK.from_dict(json.loads((folder / "HS256.private.jwk").read_text())).key
    return (folder / f"{algorithm}.{half}.pem").read_bytes()


def make(folder):
    for algorithm in ALGORITHMS:
        if algorithm == "HS256":
            secret = JsonWebKey.generate_key("oct", 256, is_private=True)
            (folder / "HS256.private.jwk").write_text(json.dumps(secret.as_dict(is_private=True)))
        else:
            key = private_key(algorithm)
            for half in ("private", "public"):
                (folder / f"{algorithm}.{half}.pem").write_bytes(pem(key, half == "private"))
                jwk = JsonWebKey.import_key(pem(key, half == "private")).as_dict(is_private=half == "private")
                jwk.update(alg=algorithm, kid=f"the {algorithm} key", use="sig")
                (folder / f"{algorithm}.{half}.jwk").write_text(json.dumps(jwk))
            (folder / f"{algorithm}.public.jwks").write_text(json.dumps({"keys": [jwk]}))
        header = {"alg": algorithm, "typ": "JWT", "kid": f"the {algorithm} key"}
        if algorithm == "HS256":
            header.pop("kid")
        tokens = {
            "PyJWT": jwt.encode(CLAIMS, pyjwt_key(folder, algorithm, "private"), algorithm, headers=header),
            "Authlib": JsonWebToken([algorithm])
            .encode(header, CLAIMS, authlib_key(folder, algorithm, "private"))
            .decode(),
        }
        for library, token in tokens.items():
            print(json.dumps({"library": library, "algorithm": algorithm, "token": token}))


def check(folder):
    for line in (folder / "tokens").read_text().splitlines():
        case = json.loads(line)
        algorithm, token = case["algorithm"], case["token"]
        one = jwt.decode(token, pyjwt_key(folder, algorithm, "public"), [algorithm])
        two = dict(JsonWebToken([algorithm]).decode(token, authlib_key(folder, algorithm, "public")))
        assert one == two, (one, two)
        print(json.dumps(one, sort_keys=True, ensure_ascii=False))


if __name__ == "__main__":
    {"make": make, "check": check}[sys.argv[1]](pathlib.Path(sys.argv[2]))
