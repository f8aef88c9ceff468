extension Configuration {
    /// The width in points a number without a viewport is meant for.
    static let referenceWidth: Int64 = 390

    /// Width and stride of a holder that did not tell its own.
    var referenceViewport: Viewport {
        guard let viewport = Viewport(width: Configuration.referenceWidth, stride: referenceStride) else {
            preconditionFailure("a configuration within its limits has a stride")
        }
        return viewport
    }

    /// Response of the spring that takes a freely running pager to a page, when asked to go to one.
    private static let freeResponseMilliseconds: Int64 = 350

    /// How an animation to a page moves.
    var curve: Curve {
        switch settle {
        case .linear: .linear
        case .spring(let response): .spring(responseMilliseconds: response)
        case .decay: .spring(responseMilliseconds: Configuration.freeResponseMilliseconds)
        }
    }

    /// How long an animation to a page takes, whatever the way; 0 for none at all.
    var durationMilliseconds: Int64 {
        if case .linear(let duration) = settle { return duration }
        guard case .spring(let response) = curve else { return 0 }
        return Spring(responseMilliseconds: response).durationMilliseconds
    }

    /// Whether the pager may rest between pages.
    var isFree: Bool { release == .free }

    /// What is wrong with this configuration, or nil when every value is within its limits.
    ///
    /// The limits are far beyond any sensible value; they keep every product of the machine below 2^63.
    public var flaw: String? {
        if windowSlots < 1 || windowSlots > 99 || windowSlots % 2 == 0 { return "window slots are odd, 1 to 99" }
        if loopMinimum < 1 || loopMinimum > 1_000_000 { return "a loop needs 1 to 1,000,000 pages at least" }
        if maximumStep < 1 || maximumStep > 1_000_000 { return "a drag goes 1 to 1,000,000 pages at most" }
        if itemThousandths < 1 || itemThousandths > 10_000 { return "a page is 1 to 10,000 thousandths wide" }
        if spacingPoints < 0 || spacingPoints > 10_000 { return "pages are 0 to 10,000 points apart" }
        if referenceStride < 1 { return "pages are at least one point from one another" }
        if leaseMilliseconds < 1 || leaseMilliseconds > 3_600_000 { return "a lease takes 1 ms to an hour" }
        if dragSlop < .zero || dragSlop.units > Position.unitsPerPage { return "the slop is 0 to 1 page" }
        if flingVelocity < .zero { return "a fling's speed is not negative" }
        return release.flaw ?? settle.flaw
    }

    private var referenceStride: Int64 {
        Configuration.referenceWidth * itemThousandths / 1_000 + spacingPoints
    }
}

extension Configuration.Release {
    fileprivate var flaw: String? {
        switch self {
        case .half, .free, .refused: nil
        case .projected(let time): time < 0 || time > 60_000 ? "a drag is projected by 0 to 60,000 ms" : nil
        case .threshold(let limit): limit < 0 || limit > 10_000 ? "a threshold is 0 to 10,000 thousandths" : nil
        }
    }
}

extension Configuration.Settle {
    fileprivate var flaw: String? {
        switch self {
        case .linear(let duration): duration < 0 || duration > 60_000 ? "an animation takes 0 to 60,000 ms" : nil
        case .spring(let response): response < 1 || response > 60_000 ? "a spring's response is 1 to 60,000 ms" : nil
        case .decay: nil
        }
    }
}
