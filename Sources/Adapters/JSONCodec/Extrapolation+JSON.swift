import PagingEngine
import PagingRoom

extension Extrapolation {
    init(read fields: borrowing FieldReader) throws(DecodeError) {
        let since = try fields.instant("since")
        guard let velocity = try fields.motionVelocityIfAny() else { throw fields.fault("velocity", "missing") }
        guard let motion = Extrapolation(velocity: velocity, since: since) else {
            throw fields.fault("velocity", "0 is no motion")
        }
        self = motion
    }

    func write(to writer: inout JSONWriter) {
        writer.field("velocity", velocity)
        writer.field("since", since)
    }
}

extension FieldReader {
    /// How fast a pager goes on under a hand.
    func motionVelocityIfAny() throws(DecodeError) -> Velocity? {
        try integerIfAny("velocity", -Velocity.bound...Velocity.bound).map { Velocity(unitsPerSecond: $0) }
    }
}
