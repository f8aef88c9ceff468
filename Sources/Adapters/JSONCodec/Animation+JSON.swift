import PagingEngine
import PagingRoom

/// Names of the curves of an animation.
enum CurveName: String, CaseIterable {
    case linear
    case spring
    case decay
}

extension Animation {
    init(_ fields: borrowing FieldReader) throws(DecodeError) {
        let start = try fields.instant("start")
        let end = try fields.instant("end")
        guard start <= end else { throw fields.error("end", "expected a time not before the start") }
        guard end.milliseconds(since: start) <= JSONLimits.animationMilliseconds else {
            throw fields.error("end", "more than \(JSONLimits.animationMilliseconds) ms after the start")
        }
        let speed = try fields.integer("velocity", -Velocity.bound...Velocity.bound)
        self.init(
            id: AnimationID(try fields.exactInteger("anim")), from: try fields.position("from"),
            to: try fields.position("to"), startVelocity: Velocity(unitsPerSecond: speed), start: start, end: end,
            curve: try Curve(fields), cause: try fields.wordIfKnown("cause") ?? .content, by: try fields.memberIfAny())
    }

    func write(to writer: inout JSONWriter) {
        writer.field("anim", id)
        writer.field("from", from)
        writer.field("to", to)
        writer.field("velocity", startVelocity)
        writer.field("start", start)
        writer.field("end", end)
        curve.write(to: &writer)
        writer.field("cause", cause)
        writer.field("by", ifAny: by)
    }
}

extension Curve {
    fileprivate init(_ fields: borrowing FieldReader) throws(DecodeError) {
        switch try fields.word("curve", CurveName.self) {
        case .linear: self = .linear
        case .spring:
            self = .spring(responseMilliseconds: try fields.integer("response", 1...JSONLimits.animationMilliseconds))
        case .decay: self = .decay
        }
    }

    fileprivate func write(to writer: inout JSONWriter) {
        switch self {
        case .linear: writer.field("curve", CurveName.linear)
        case .spring(let response):
            writer.field("curve", CurveName.spring)
            writer.field("response", response)
        case .decay: writer.field("curve", CurveName.decay)
        }
    }
}

extension Extrapolation {
    init(read fields: borrowing FieldReader) throws(DecodeError) {
        let since = try fields.instant("since")
        guard let velocity = try fields.motionVelocityIfAny() else { throw fields.error("velocity", "missing") }
        guard let motion = Extrapolation(velocity: velocity, since: since) else {
            throw fields.error("velocity", "expected a velocity other than 0")
        }
        self = motion
    }

    func write(to writer: inout JSONWriter) {
        writer.field("velocity", velocity)
        writer.field("since", since)
    }
}

extension FieldReader {
    /// Velocity with which a pager moves on between two offsets of a drag.
    func motionVelocityIfAny() throws(DecodeError) -> Velocity? {
        try integerIfAny("velocity", -Velocity.bound...Velocity.bound).map { Velocity(unitsPerSecond: $0) }
    }
}
