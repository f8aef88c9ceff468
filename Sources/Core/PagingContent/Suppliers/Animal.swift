import PagingEngine

/// An animal of the peek-a-boo pages, drawn in a few lines of ASCII.
struct Animal {
    let name: String
    /// The lines of the drawing, divided by `\n`.
    let drawing: String

    /// Returns the animal of `page`, which is always the same for the same seed.
    ///
    /// Neighbouring pages never have the same animal, because even and odd pages use different halves of the list.
    static func at(_ page: PageIndex, seed: UInt64) -> Animal {
        let half = animals.count / 2
        let isOdd = page.value & 1
        return animals[Int(isOdd) * half + Int(mixed(UInt64(bitPattern: page.value) ^ mixed(seed)) % UInt64(half))]
    }

    /// Returns a number whose bits each depend on all bits of `value`.
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
