/// Keys in PEM for tests, made by OpenSSL. They protect nothing.
enum KeySamples {
    static let rsa = """
        -----BEGIN PRIVATE KEY-----
        MIIEvgIBADANBgkqhkiG9w0BAQEFAASCBKgwggSkAgEAAoIBAQCLbrQ0ghmcp3IH
        x5MharUo7ZyXh3k4T808dvjoZdAFtRyqpW6lmhnNXnpVohSOeyl4kRLCKCT/Ol8M
        5zQuMeal3Fkc8XOTNTiFivpnn7we2r+D4iXzLNpCXd+W3HG5EmW781L1H1U5Qryd
        4ZmwnUL3JVI8ug4G3FpYQYZeBPKmvANkD/M0S8PYPKwXlbb3uh/awTMptRfEn5B2
        p1X3FYFn0CoH5J6hoPYdkoUVlgZyHR7GUs+kWfq4MyLDHQTvwcDv1Lk4GCySTf4M
        37M0SxFBe/P7syO+cu3CLfOQyzYa1T/EXtyT/y4VxFHrNRu329v87D++0Uu+dZ/M
        yE0aIL/bAgMBAAECggEABIQE1RCDmNW5dTQK+VGV5WnwoN2z2NWIzZUC0a/+cTjg
        4UvzTey0Ojj9mElkBgtKGAwGwf//1r5Cts3EHFzkXenJfwz408Ms/fI20uVS9+LY
        wgIwfXQt62lT5PRlwHsujUw/mw21OmIFbs2QJy6orQ1p4OqbqrA3QtV4bxIU875l
        1Hw3tC4m9LLO5LzeiYyM8S8fySb835u/ektER8jJSX65xRyr/w+ZFuRqI22T395d
        dqBOAtDdLZlCT9m9kphMq97gthVuKXZUybXH7jxkgY6ebFVW8zUuKRcsOKSXQdcm
        os1O5Ca8iJZ9AHWtFG7LKttw7sKvO/B1+uBLochbRQKBgQDEcNC3zSdudMSBgXrR
        XkjguCV3fqjyEa8BgZZrPIMJ4G2lccXUotQosKHThgIs9N1DcpjyuHsw2KJPkpxf
        O/JEh7V/OIfhvDDyCt2zpgQbnQKt52TJxI6UCvbMjkoxAYBZJOM2eHHjxADZYzSN
        HaEhJ2EsuQZKvGgZe27ztlCM1wKBgQC1tRDF/7vtUWfu0TvZ6OpXtjriiEcvGFwx
        1uIrrCahd9MEdIllvP6Y5mWAysWvtBlm0QKTZL0y3vhhrg3F7P8JFKb3TeJmWVc2
        Vn0Q+3PrNy8KBSMyxXhbnOG4nH0NP6Me9GajlGPl3tE1t90nCyNRpFH9WS6w2JlT
        BE4CuGygnQKBgQCSV5U2CHDiubyW2hXcGchjGOxYjBRiWcgtcBPWCbt5RSeKBCsk
        ELXLJmM4SHIgeb7Ie3vz/nlP12N7sjYqQGdopE0S3NNl2KQB/RRSvE/9Hkgbs/GC
        2pp5MX3QwAQHZB3wyyk1sB7wVllnmZ9RrYwXPdYH0kMctCU9LpZmmyCA+wKBgEW5
        oSIZK8e5ASTG7SyFD8dwic/7czVDJ72IM2mGuZwkGrkO7to3V4rcff6Z0JnHhifJ
        9C8S7PbkUHNLEsXsV0Dox9kF7eZQSgLz1TH7C1Qq7MXvir4kwDaHUKZChknbLYDn
        T6tdeafvhGAUmawtvfPKFhwdaKk7tDoC4NxyYFyRAoGBAJhyJkSaevGcG1Zi5KE8
        QnrST1JvT8LHhzu8/eA6svSZKAhKpNWz3PwQVufh9G4TPBv8rISgfS1XkDkOhnao
        lWRwbzcWsQmR1PwafAB2VYHl7HJ/Jc4M+H+k4yBhIg+xLwOv+FvnfptQD/lZvRc9
        wtN1chKsItD1vM+aFQ/WHjsK
        -----END PRIVATE KEY-----
        """

    static let rsaPublic = """
        -----BEGIN PUBLIC KEY-----
        MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAi260NIIZnKdyB8eTIWq1
        KO2cl4d5OE/NPHb46GXQBbUcqqVupZoZzV56VaIUjnspeJESwigk/zpfDOc0LjHm
        pdxZHPFzkzU4hYr6Z5+8Htq/g+Il8yzaQl3fltxxuRJlu/NS9R9VOUK8neGZsJ1C
        9yVSPLoOBtxaWEGGXgTyprwDZA/zNEvD2DysF5W297of2sEzKbUXxJ+QdqdV9xWB
        Z9AqB+SeoaD2HZKFFZYGch0exlLPpFn6uDMiwx0E78HA79S5OBgskk3+DN+zNEsR
        QXvz+7MjvnLtwi3zkMs2GtU/xF7ck/8uFcRR6zUbt9vb/Ow/vtFLvnWfzMhNGiC/
        2wIDAQAB
        -----END PUBLIC KEY-----
        """

    static let pss = """
        -----BEGIN PRIVATE KEY-----
        MIIEvAIBADALBgkqhkiG9w0BAQoEggSoMIIEpAIBAAKCAQEAluNIyR1QRFPu0Dj7
        u/J5OPk6Z46TpHkGNbcY2RocoZlHHRsPWSPkJeFS25xvV07g4wKrKcMrKM00VPPU
        nayIsIRGMPOoJkGYPOk0Nzp+FSduFupw6AzrVsCa4g2V8tPVuTnzOIW0XFFgj4NM
        6MAfRG6UuyuepeKYMmIe619Mki0lA5shjd6YRW6CN7v9NYOIqtkdnxgvATkE0qYp
        kJbMLHCLL79UiemaoBgWiJsm7wyk2/x0ZKV/VGOCohSfmB6NP+n++PLS61hlSTRG
        rMRPxRZtH9x9BbboaDkFUvr9p38lTjxhEsbK4hfxxWdTCyLomgGlNsLN9lP+clmV
        1luOdQIDAQABAoIBABct5cPNfsPsX+q5YkSaaHBt6wC3GKvC0sckMEtDtWPG0/Oe
        8VHoj1cZYPzvMHSJX8dH5Or2ujXbpj8psP8i3uG9BDpnZ+yulXg/+/9C+1T9GG6p
        R7yCJZIPZwu0ehVSYQoCIsDLW2x2LN8HFOTJhNQip7MELaw+ndJZm/XdDzqCO9R0
        rCzk4AkvMyL3eS1LYQdJQ3EAFsf8cNXEJTJwxOVihUG2bJ3zZz0yoTyqXx8HvZB4
        P5eeVL90khVes6GOTSmiI8H/o0cP+vh9QwDwo10dt5aGSgUAIlxWACTTF1wb80aB
        brl9HG66h3cSqOWdOCuQ2HP2AsAXKDf0+vEoThECgYEA1H+IVaZHukRghNMNb7yo
        U2o/t/JurlTsORZG+/KIIwNPUfb0p5g/jy8bXGZwr4tnD0hCGNLCi9pQg9NX1kye
        xuBAVOGkqxLkTiPQO/JJth/HvwvCPHZndLCv2+MwxSOGw4Gji+ciDtHh62j9lEqB
        ASG/GtpwpGqj/iSmYmLK4sUCgYEAtcbqn6viPJzh6lf7+FToCnJpOzQVQ7iLTT8n
        SFo8bBEO5jUEduNIyqE++w4/MgS/aPv0YddYJP8Vu/QGvIlPLUzokauo3+/qrZpJ
        8mbUrtIQf2ZYZXx4ileOVkBKk0MQfy6b95hjrGXGvEf0CntjyIragkEM9jK5fzd9
        fMtQ9/ECgYEAtB9mcTOBmWJcbjp4KT7Bb/OgD0xwhVV25uz7PpVW0Fb95Xxv5aAo
        QDat+qTa3/JKaanWXTRJtEJZ/WQoEH7iF7H+1fRuoJRi8dlpqWa3FKnbpxVQj+/N
        whwC9WCe9nwmv5IkD3Lca7N8zQ8x44FD2LHCTADdeoDqgYKPhtY3JAECgYEAkFrY
        hlbMwk/gBOc8XXioEWvMb8yrumz6iyzE+GtYooVlbKHb2sIiU3B8AInO29zzWN8F
        sxF9mVvNmcZv9xef/hyecNh+st/nYVgus0bATdjaayIOvwF7BHoFui8ySgIvPqD4
        EUc+mHD2wxztC8nzcxX58wjPz1B3CTU6/XjE4zECgYAvQjz8iEwdj0fLvkT0kg+6
        H+7z9OZT39lQkfxRtAMioxRZCR3s6t7aDU15OBmIzRlGeZD5W8XS1J4ikCXNNuLo
        i2/Ekx3e98jRD42b3GKyh/Sho963/iEv/UecP0qRELmmqk6mt2gJdi8ioUJcYE89
        0AepD+QLLUgEE8ACfE3YvA==
        -----END PRIVATE KEY-----
        """

    static let pssPublic = """
        -----BEGIN PUBLIC KEY-----
        MIIBIDALBgkqhkiG9w0BAQoDggEPADCCAQoCggEBAJbjSMkdUERT7tA4+7vyeTj5
        OmeOk6R5BjW3GNkaHKGZRx0bD1kj5CXhUtucb1dO4OMCqynDKyjNNFTz1J2siLCE
        RjDzqCZBmDzpNDc6fhUnbhbqcOgM61bAmuINlfLT1bk58ziFtFxRYI+DTOjAH0Ru
        lLsrnqXimDJiHutfTJItJQObIY3emEVugje7/TWDiKrZHZ8YLwE5BNKmKZCWzCxw
        iy+/VInpmqAYFoibJu8MpNv8dGSlf1RjgqIUn5gejT/p/vjy0utYZUk0RqzET8UW
        bR/cfQW26Gg5BVL6/ad/JU48YRLGyuIX8cVnUwsi6JoBpTbCzfZT/nJZldZbjnUC
        AwEAAQ==
        -----END PUBLIC KEY-----
        """

    static let ec = """
        -----BEGIN PRIVATE KEY-----
        MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg30qHKqxZyxdwMnzh
        Tn57XsIJA99z2vFSJIJDaLyS7XyhRANCAARhszelSeDhzGJPS5GvV9A3MeHF/3vF
        ALEzHasRy5/18u72eaOeO2JXd+sjOcRcsvaHFb10CODEmjVtEIMvHv1N
        -----END PRIVATE KEY-----
        """

    static let ecPublic = """
        -----BEGIN PUBLIC KEY-----
        MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEYbM3pUng4cxiT0uRr1fQNzHhxf97
        xQCxMx2rEcuf9fLu9nmjnjtiV3frIznEXLL2hxW9dAjgxJo1bRCDLx79TQ==
        -----END PUBLIC KEY-----
        """

    static let ed25519 = """
        -----BEGIN PRIVATE KEY-----
        MC4CAQAwBQYDK2VwBCIEILwQ5ZkNc9gE8kNH/hULYGTIiPxJGnXTa7Ijk+WS20sB
        -----END PRIVATE KEY-----
        """

    static let ed25519Public = """
        -----BEGIN PUBLIC KEY-----
        MCowBQYDK2VwAyEAfAZ0xrc4Yy9z7XLNPuwzCni0NbxvLjJMjPhzDfUgVq0=
        -----END PUBLIC KEY-----
        """

    /// Two blocks: the curve, and the key in the form before PKCS #8.
    static let ecWithParameters = """
        -----BEGIN EC PARAMETERS-----
        BggqhkjOPQMBBw==
        -----END EC PARAMETERS-----
        -----BEGIN EC PRIVATE KEY-----
        MHcCAQEEIAF10sEB/IRf4N164bomHzoqzMdPc/7TDvKFUBjU/OhkoAoGCCqGSM49
        AwEHoUQDQgAEm5jp591QwQZAW5vb42Nj+CibBTLFUk4yFKi+guYw7gOv0yK1JpO+
        QJ8y5SNvQFMFSAmlCZu0GD/qMKrdiOkRlg==
        -----END EC PRIVATE KEY-----
        """

    static let encrypted = """
        -----BEGIN ENCRYPTED PRIVATE KEY-----
        MIHsMFcGCSqGSIb3DQEFDTBKMCkGCSqGSIb3DQEFDDAcBAiE73lRfgmo9AICCAAw
        DAYIKoZIhvcNAgkFADAdBglghkgBZQMEASoEEG52lPXqmuwk785skeMjmk0EgZCE
        YzitkQG4HCOviT6UBsVgCddJwEkCqdCzbD1TGSjAQDs8ljQCbCIutYKn6EOV7JG/
        CBqLqS6Poddm5VeGC84yJCp/gVeUN+xpImH9W9Mo80frvC1ST/Zb+8gN6Yw5okAF
        au6R62XvcpnskcOkA5Z2maJrACgjQdwWpfMCbmyi/OBPHGKxlcHIh8lsoteyfrY=
        -----END ENCRYPTED PRIVATE KEY-----
        """

    static let rsa1024Public = """
        -----BEGIN PUBLIC KEY-----
        MIGfMA0GCSqGSIb3DQEBAQUAA4GNADCBiQKBgQDcplO3Or3dv+8n24CubW4I8nta
        Lnit54QKbQoYBwqSvBkojlvaeRDXhyUQ2rOuVg/pfUUnzjoj1Tju/RUyFvYmEeJf
        D+cvQKE4H/yMfFYXri/nRhQIhll6iTkwP8mvU0ST/imZHzwPP64p4cnENMmIrBDY
        WMOA1rUjTrCJR89DawIDAQAB
        -----END PUBLIC KEY-----
        """

    static let p384Public = """
        -----BEGIN PUBLIC KEY-----
        MHYwEAYHKoZIzj0CAQYFK4EEACIDYgAE/X5V+Uv1tEoCHmFlLTZCiHzvqZmn5m9c
        nUZZMCgua5H78/8Bqjmy/P9JmbcXrc+Jn9Rg5L2IQTm6JnXwQP+3oQSrKmZHfKKE
        TIPLViLcl1qQlpqaGLTauYA4GhqdHq9Y
        -----END PUBLIC KEY-----
        """

    static let x25519Public = """
        -----BEGIN PUBLIC KEY-----
        MCowBQYDK2VuAyEAOMkHHBnagKbvnX/6FjhPQW3pwMTyfBd0DMXbwQQsjBc=
        -----END PUBLIC KEY-----
        """
}
