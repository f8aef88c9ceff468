/// A run and its warm-up.
extension LoadResult {
    /// The counts of the warm-up, which are not in `counts`. Users that started are in `counts` whenever they did.
    package var warmupCounts: LoadCounts {
        var counts = timeline.prefix(warmupSeconds).reduce(into: LoadCounts()) { $0.merge($1.counts) }
        counts.started = 0
        return counts
    }

    /// The counts of the whole run.
    package var wholeCounts: LoadCounts {
        guard warmupSeconds > 0 else { return counts }
        var counts = counts
        counts.merge(warmupCounts)
        return counts
    }

    /// Whether the run ended in its warm-up, so that nothing was measured.
    package var endedInWarmup: Bool { warmupSeconds > 0 && duration <= Int64(warmupSeconds) * 1_000_000 }
}
