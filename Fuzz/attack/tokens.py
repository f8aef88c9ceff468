"""Tokens that a server with secrets must refuse, and sessions that must not give more than their token."""

import hashlib
import json
import os
import time

from client import joined, outcome
from server import base64url, new_secret, signed, token

LATER = int(time.time()) + 3600
GOOD = {"room": "main", "role": "member", "exp": LATER}
HEAD = {"alg": "HS256", "typ": "JWT"}
PUBLIC_HEAD = bytes.fromhex("302a300506032b6570032100")


def claims(**more):
    return {key: value for key, value in {**GOOD, **more}.items() if value is not None}


def made(head=HEAD, body=GOOD, secret=b"", digest=hashlib.sha256):
    return signed(head, body, secret, digest)


def headed(**more):
    return {**HEAD, **more}


def public_forms(public):
    """An Ed25519 public key as an attacker would use it as a shared secret."""
    import base64

    pem = base64.b64encode(PUBLIC_HEAD + public).decode()
    return [public, base64.b64encode(public), f"-----BEGIN PUBLIC KEY-----\n{pem}\n-----END PUBLIC KEY-----\n".encode()]


def unused_bits(good):
    """The same signature in other letters: the last one has two bits that mean nothing."""
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
    return good[:-1] + letters[letters.index(good[-1]) ^ 1]


def standard_letters(secret):
    """A good token whose signature is written with + and /."""
    for number in range(1000):
        good = made(body=claims(jti=str(number)), secret=secret)
        if {"-", "_"} & set(good.rpartition(".")[2]):
            head, dot, end = good.rpartition(".")
            return head + dot + end.replace("-", "+").replace("_", "/")
    raise AssertionError("no signature has one of the letters")


def unsigned(algorithm):
    return made(headed(alg=algorithm)).rpartition(".")[0] + "."


def forgeries(secret, public, edward):
    """Tokens by what is wrong with them. `edward` is a good EdDSA token."""
    good = made(secret=secret)
    head, body, end = good.split(".")
    now = int(time.time())
    two_roles = json.dumps(GOOD)[:-1] + ', "role": "presenter"}'
    yield from ((f"alg {name!r}", unsigned(name)) for name in ("none", "None", "NONE", "nOnE", ""))
    yield from ((f"EdDSA key as shared secret {number}", made(secret=form)) for number, form in enumerate(public_forms(public)))
    yield from (
        (f"shared secret, headed {name}", made(headed(alg=name), secret=secret)) for name in ("EdDSA", "RS256", "ES256", "HS1"))
    yield "HS512", made(headed(alg="HS512"), secret=secret, digest=hashlib.sha512)
    yield "HS384", made(headed(alg="HS384"), secret=secret, digest=hashlib.sha384)
    yield "HS512 signature, headed HS256", made(secret=secret, digest=hashlib.sha512)
    yield "no algorithm", made({"typ": "JWT"}, secret=secret)
    yield "two algorithms", made('{"alg":"none","alg":"HS256"}', secret=secret)
    yield "empty key", made(secret=b"")
    yield "key of zeros", made(secret=bytes(32))
    yield "another key", made(secret=os.urandom(32))
    for kid in ("/dev/null", "../../../../dev/null", "' UNION SELECT '' -- ", "http://127.0.0.1/key", "", "\u0000"):
        yield f"kid {kid[:12]!r}", made(headed(kid=kid), secret=b"")
        yield f"kid {kid[:12]!r}, own key", made(headed(kid=kid), secret=b"evil")
    yield "a kid that is a number", made(headed(kid=1), secret=secret)
    yield "a kid that is a list", made(headed(kid=["a"]), secret=secret)
    yield "own jwk", made(headed(jwk={"kty": "oct", "k": base64url(b"evil")}), secret=b"evil")
    yield "own jku", made(headed(jku="http://127.0.0.1/keys"), secret=b"evil")
    yield "own x5u", made(headed(x5u="http://127.0.0.1/x"), secret=b"evil")
    yield "expired", made(body=claims(exp=now - 5), secret=secret)
    yield "expired long ago", made(body=claims(exp=1), secret=secret)
    yield "negative expiry", made(body=claims(exp=-1), secret=secret)
    yield "no expiry", made(body=claims(exp=None), secret=secret)
    yield "expiry as text", made(body=claims(exp=str(LATER)), secret=secret)
    yield "expiry true", made(body=claims(exp=True), secret=secret)
    yield "expiry 1e300", made(body=json.dumps(GOOD).replace(str(LATER), "1e300"), secret=secret)
    yield "not before later", made(body=claims(nbf=now + 600), secret=secret)
    yield "issued later", made(body=claims(iat=now + 600), secret=secret)
    for room in ("other", "mai", "main2", "t*k", "MAIN", "", "*n", "main\u0000", None, ["main"], {"a": 1}, 1):
        yield f"room {room!r}", made(body=claims(room=room), secret=secret)
    for role in ("admin", "Presenter", "", "owner", None, 1, ["presenter"]):
        yield f"role {role!r}", made(body=claims(role=role), secret=secret)
    yield "two roles", made(body=two_roles, secret=secret)
    yield "two rooms", made(body=json.dumps(claims(room="other"))[:-1] + ', "room": "main"}', secret=secret)
    yield "oversized", made(body=claims(x="y" * 1800), secret=secret)
    yield "claims changed", f"{head}.{base64url(json.dumps(claims(role='presenter')).encode())}.{end}"
    yield "signature shortened", good[:-4]
    yield "signature empty", f"{head}.{body}."
    yield "no signature", f"{head}.{body}"
    yield "four parts", good + ".x"
    yield "a bit turned", f"{head}.{body}.{'A' if end[0] != 'A' else 'B'}{end[1:]}"
    yield "padding", good + "="
    yield "standard Base64", standard_letters(secret)
    yield "a blank in front", " " + good
    yield "a line end behind", good + "\n"
    yield "claims that are no object", made(body="[]", secret=secret)
    yield "claims that are no JSON", made(body="{", secret=secret)
    yield "head that is no object", made("1", secret=secret)
    yield "EdDSA, one bit turned", edward[:-8] + ("A" if edward[-8] != "A" else "B") + edward[-7:]
    yield "EdDSA claims, shared secret's signature", edward.rpartition(".")[0] + "." + end
    yield "no token in it", "x"
    yield "empty", ""


def keys(folder):
    """A secret file of both kinds of keys, the shared secret, the public key, and files to sign with."""
    shared, pair = folder / "hs.secret", folder / "ed.secret"
    secret = new_secret(shared)
    new_secret(pair, "--eddsa")
    both = folder / "both.secret"
    both.write_text(shared.read_text() + pair.read_text(), encoding="ascii")
    both.chmod(0o600)
    return both, secret, shared, pair


def public_key(pair):
    """The public half of an EdDSA secret file, by openssl."""
    import base64
    import subprocess

    line = [line for line in pair.read_text().splitlines() if line.startswith("eddsa-private:")][0]
    private = bytes.fromhex("302e020100300506032b657004220420") + base64.b64decode(line.partition(":")[2])
    done = subprocess.run(["openssl", "pkey", "-inform", "DER", "-pubout", "-outform", "DER"], input=private,
                          capture_output=True, check=True)
    return done.stdout[-32:]


def forged_tokens(trial):
    """Unsigned, confused, expired, foreign, malformed and malleable tokens."""
    with trial.folder() as folder:
        both, secret, shared, pair = keys(folder)
        with trial.server("--secret-file", both) as server:
            goods = {
                "HS256 by riffle": token(shared), "EdDSA by riffle": token(pair), "HS256 made here": made(secret=secret),
                "nbf now": made(body=claims(nbf=int(time.time())), secret=secret),
                "a prefix of the room": made(body=claims(room="ma*"), secret=secret)}
            path = folder / "pair.token"
            path.write_text(goods["HS256 by riffle"], encoding="ascii")
            with trial.pair(server.port, options=["--token-file", path]):
                cases = dict(forgeries(secret, public_key(pair), goods["EdDSA by riffle"]))
                found = {name: outcome(server.port, token=text)[0] for name, text in cases.items()}
                found["no token"] = outcome(server.port)[0]
                let_in = [name for name, how in found.items() if how not in (4102, 4103, "reject")]
                trial.did(f"{len(found)} tokens")
                trial.holds("all are refused: 4102, 4103 or reject", not let_in,
                            f"not: {[(name, found[name]) for name in let_in]}" if let_in else f"{len(found)} refused")
                refused = [name for name, text in goods.items() if outcome(server.port, token=text)[0] != "welcome"]
                trial.holds("proper ones are let in", not refused, refused or f"{len(goods)} of {len(goods)}")
                same = outcome(server.port, token=unused_bits(goods["HS256 made here"]))[0]
                trial.say(f"      noted: a signature with other unused bits: {same}")
                given = [outcome(server.port, role=asked, token=made(body=claims(role=role), secret=secret))[1]["role"]
                         for role in ("viewer", "member") for asked in ("member", "presenter")]
                trial.holds("no role above the token's", given == ["viewer", "viewer", "member", "member"], given)


def stolen_sessions(trial):
    """Sessions that are guessed, or used with a lesser token, or with none."""
    with trial.folder() as folder:
        both, secret, _, _ = keys(folder)
        viewer, presenter = (made(body=claims(role=role), secret=secret) for role in ("viewer", "presenter"))
        with trial.server("--secret-file", both) as server, joined(server.port, role="presenter", token=presenter) as owner:
            session, number = owner.welcome["session"], owner.welcome["member"]
            guesses = 0
            for place in range(200):
                near = f"{int(session, 16) + place - 100:024x}" if place != 100 else "0" * 24
                how, welcome = outcome(server.port, role="viewer", token=viewer, session=near)
                guesses += how == "welcome" and welcome["member"] == number
            trial.did("200 guesses near a session, a lesser token, none")
            trial.holds("no guess takes a member", guesses == 0, f"{guesses} taken")
            how, _ = outcome(server.port, session=session)
            trial.holds("a session without a token is refused", how == 4102, how)
            how, welcome = outcome(server.port, role="presenter", token=viewer, session=session)
            role = welcome["role"] if welcome else None
            trial.holds("with a viewer's token it is a viewer's", how != "welcome" or role == "viewer", f"{how}, {role}")
            code = owner.ending(10)
            trial.holds("who lost the session is told", code in (4109, "open"), code)


ATTACKS = [forged_tokens, stolen_sessions]
