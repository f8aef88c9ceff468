import PagingEngine

/// One of the animals that play peek-a-boo, drawn in a few lines of ASCII.
struct Animal {
    let name: String
    /// Lines divided by `\n`.
    let drawing: String

    /// The animal behind `page`: always the same one for the same seed, and never that of the neighbouring page, for
    /// even and odd pages draw from different halves.
    static func at(_ page: PageIndex, seed: UInt64) -> Animal {
        let half = animals.count / 2
        let isOdd = page.value & 1
        return animals[Int(isOdd) * half + Int(mixed(UInt64(bitPattern: page.value) ^ mixed(seed)) % UInt64(half))]
    }

    /// A number each bit of which depends on each of `value`.
    private static func mixed(_ value: UInt64) -> UInt64 {
        var mixer = SplitMix(seed: value)
        return mixer.next()
    }

    static let animals = [
        Animal(
            name: "cat",
            drawing: #"""
                 /\_/\
                ( o.o )
                 > ^ <
                """#),
        Animal(
            name: "dog",
            drawing: #"""
                  __
                o-''|\_____/)
                 \_/|_)     )
                    \  __  /
                    (_/ (_/
                """#),
        Animal(
            name: "owl",
            drawing: #"""
                 ,___,
                 (O,O)
                 /)_)
                  ""
                """#),
        Animal(
            name: "fish",
            drawing: #"""
                  /`-._
                 /_,.._`:-
                <o)    ;-.
                 `'--'`  `
                """#),
        Animal(
            name: "snail",
            drawing: #"""
                    .----.   @   @
                   / .-"-.`.  \v/
                   | | '\ \ \_/ )
                 ,-\ `-.' /.'  /
                '---`----'----'
                """#),
        Animal(
            name: "mouse",
            drawing: #"""
                 ()-()
                  \"/ ___
                   `  `  ~
                """#),
        Animal(
            name: "rabbit",
            drawing: #"""
                 (\ /)
                 ( . .)
                c(")(")
                """#),
        Animal(
            name: "bat",
            drawing: #"""
                 /\                 /\
                / \'._   (\_/)   _.'/ \
                |.''._'--(o.o)--'_.''.|
                 \_ / `;=/ " \=;` \ _/
                """#),
        Animal(
            name: "spider",
            drawing: #"""
                 / _ \
                \_\(_)/_/
                 _//"\\_
                  /   \
                """#),
        Animal(
            name: "turtle",
            drawing: #"""
                   _____     ____
                  /      \  |  o |
                 |        |/ ___\|
                 |_________/
                 |_|_| |_|_|
                """#),
        Animal(
            name: "penguin",
            drawing: #"""
                   _
                 ('v')
                //-=-\\
                (\_=_/)
                 ^^ ^^
                """#),
        Animal(
            name: "elephant",
            drawing: #"""
                   __     __
                  /  \~~~/  \
                 (    ..     )
                  \__     __/
                     )   (
                     /|_|\
                """#),
    ]
}
