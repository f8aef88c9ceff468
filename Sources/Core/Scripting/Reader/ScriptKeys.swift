/// The keys of every mapping a script can have, by what the mapping is.
enum ScriptKeys {
    static let script = [
        "riffle", "title", "room", "seed", "rooms", "duration", "target", "actors", "chaos", "thresholds",
    ]
    static let room = ["preset", "supplier", "deck", "pages"]
    static let page = ["id", "title", "body", "format", "steps"]
    static let population = ["users", "spread", "rate", "for", "most"]
    static let actor = ["name", "role"] + population + ["steps"]
    static let drag = ["by", "over", "samples", "ease", "path", "velocity", "release"]
    static let strip = ["by", "over", "samples", "ease"]
    static let release = ["velocity"]
    static let step = ["by", "from"]
    static let jump = ["page", "animated"]
    static let configure = [
        "preset", "slots", "release", "settle", "recentring", "wrap", "loopMinimum", "strip", "maxStep",
        "grabWhileSettling", "edge", "axis", "slop", "fling", "item", "spacing", "lease",
    ]
    static let releaseRule = ["projected", "threshold"]
    static let settleRule = ["linear", "spring"]
    static let content = ["deck", "pages", "remove", "insert", "change"]
    static let insertion = ["before", "after", "id", "title", "body"]
    static let change = ["page", "title", "body"]
    static let control = ["grant", "policy"]
    static let pause = ["exponential"]
    static let conditions = ["rest", "for", "event", "page", "progress", "members", "member", "barrier"]
    static let wait = conditions + ["by", "within"]
    static let expect = ["page", "phase", "position", "tolerance", "selected", "rejected", "step", "within"]
    static let repetition = ["times", "every", "steps"]

    static let troubles = ["drop", "delay", "stopReading"]
    static let chaos = ["at"] + troubles + ["for", "of", "part"]

    static let target = ["path", "headers", "subprotocols", "push"]
    static let push = ["field", "unit", "clock"]
    static let plainActor = ["name"] + population + ["steps"]
    static let plainWait = ["for"]
    static let matches = ["field", "echo", "next"]
    static let reply = matches + ["within"]
    static let plainPush = ["within"]

    /// Steps by their words.
    static let steps = [
        "join", "drag", "release", "cancel", "fling", "step", "jump", "resize", "content", "think", "wait", "expect",
        "cut", "reconnect", "leave", "repeat", "strip", "tap", "configure", "control", "blank",
    ]
    static let plainSteps = ["send", "sendBinary", "reply", "push", "think", "wait", "repeat", "leave"]

    /// Every mapping by the name it has in the schema beside the protocol.
    static let all: [String: [String]] = [
        "script": script, "room": room, "writtenPage": page, "actor": actor, "drag": drag, "strip": strip,
        "release": release, "button": step, "jump": jump, "configure": configure, "releaseRule": releaseRule,
        "settleRule": settleRule, "content": content, "insertion": insertion, "change": change, "control": control,
        "exponential": pause,
        "wait": wait, "expect": expect, "repeat": repetition, "chaos": chaos, "target": target, "push": push,
        "plainActor": plainActor, "plainWait": plainWait, "reply": reply, "plainPush": plainPush,
        "plainRepeat": repetition, "stepMapping": steps, "plainStepMapping": plainSteps,
    ]
}
