import PagingEngine

/// The fields of `drag` and `strip`: a distance in a time, or a path.
struct DragFields: Sendable {
    var by: Distance?
    var overMilliseconds: Int64 = DragFields.standardOverMilliseconds
    var samples: Int?
    var ease = DragPlan.Ease.linear
    var path: [DragPlan.Sample]?
    var velocity: Velocity?
    var isReleased = true

    static let standardOverMilliseconds: Int64 = 240
    /// About 60 samples per second.
    private static let sampleMilliseconds: Int64 = 16

    /// The drag that the fields describe.
    func plan(ending: DragPlan.Ending) -> DragPlan {
        if let path { return DragPlan(samples: path, ending: ending) }
        let count =
            samples ?? min(ScriptLimits.dragSamples, max(1, Int(overMilliseconds / DragFields.sampleMilliseconds)))
        return DragPlan(
            by: by ?? .zero, overMilliseconds: overMilliseconds, samples: count, ease: ease, ending: ending)
    }

    private static let shape: [Field<DragFields>] = [
        Field(
            "over", \.overMilliseconds, .time(), standard: standardOverMilliseconds, "The duration of the drag."),
        Field(
            "samples", \.samples, .integer(1...Int64(ScriptLimits.dragSamples)),
            "The number of samples; default: 60 per second."),
        Field("ease", \.ease, .word("ease"), standard: .linear, "How the speed changes."),
    ]

    static let drag = Mapping<DragFields>(
        definition: "drag", text: "Drags the pager.", empty: DragFields(),
        fields: [Field("by", \.by, .pages, "The distance in pages, positive forward.")] + shape + [
            Field("path", \.path, .path, "Samples as [time, pages]."),
            Field(
                "velocity", \.velocity, .pagesPerSecond,
                "The speed at the end in pages per second; default: that of the last samples."),
            Field("release", \.isReleased, .flag, standard: true, "`false` keeps the drag held."),
        ],
        rules: [.exactlyOne(["by", "path"])] + ["over", "samples", "ease"].map { .excludes($0, "path") })

    static let strip = Mapping<DragFields>(
        definition: "strip", text: "Drags the strip of tabs.", empty: DragFields(),
        fields: [Field("by", \.by, .pages, required: true, "The distance in tabs, positive forward.")] + shape)
}

extension ValueKind<DragPlan> {
    static var drag: ValueKind {
        DragFields.drag.kind.checked(
            { fields, node, _, context in
                guard fields.isReleased else {
                    if fields.velocity != nil {
                        context.report(
                            "`velocity` requires a drag that is released; give it to `release`",
                            at: node["velocity"] ?? node)
                    }
                    return fields.plan(ending: .held)
                }
                return fields.plan(ending: .released(fields.velocity))
            },
            { plan in
                var fields = DragFields()
                fields.path = plan.samples
                switch plan.ending {
                case .held: fields.isReleased = false
                case .released(let velocity): fields.velocity = velocity
                }
                return fields
            })
    }

    /// A drag of the strip of tabs, in tabs; written as one at an even speed.
    static var strip: ValueKind {
        DragFields.strip.kind.mapped(
            { $0.plan(ending: .released(nil)) },
            { plan in
                var fields = DragFields()
                fields.by = plan.samples.last?.translation ?? .zero
                fields.overMilliseconds = plan.samples.last?.afterMilliseconds ?? 0
                fields.samples = plan.samples.count
                return fields
            })
    }
}

extension ValueKind<[DragPlan.Sample]> {
    /// Points in the order of time, at least one.
    fileprivate static var path: ValueKind {
        list(of: .point, "points [time, pages]", least: 1, most: ScriptLimits.dragSamples).checked(
            { samples, node, name, context in
                guard case .list(let points) = node.content, points.count == samples.count else { return nil }
                let pairs = zip(samples, samples.dropFirst())
                for (place, pair) in pairs.enumerated() where pair.1.afterMilliseconds < pair.0.afterMilliseconds {
                    context.report("`\(name)`: expected points in the order of time", at: points[place + 1])
                }
                return samples
            }, { $0 })
    }
}

extension ValueKind<DragPlan.Sample> {
    fileprivate static var point: ValueKind {
        let (time, pages) = (ValueKind<Int64>.time(), ValueKind<Distance>.pages)
        let schema = ScriptSchema.Part(
            ["type": "array", "items": [time.schema.json, pages.schema.json], "minItems": 2, "maxItems": 2],
            time.schema.definitions.merging(pages.schema.definitions) { first, _ in first })
        return ValueKind(
            expected: "a point [time, pages]", schema: schema,
            read: { node, name, context in
                guard case .list(let pair) = node.content, pair.count == 2 else {
                    context.reject(node, name, expected: "a point [time, pages]")
                    return nil
                }
                guard let after = time.read(pair[0], name, &context), let place = pages.read(pair[1], name, &context)
                else { return nil }
                return DragPlan.Sample(afterMilliseconds: after, translation: place)
            },
            write: { sample in
                guard let after = time.write(sample.afterMilliseconds), let place = pages.write(sample.translation)
                else { return nil }
                return .list([after, place])
            })
    }
}

extension ValueKind<Velocity?> {
    /// The value of `release`: nothing, or a speed.
    static var release: ValueKind {
        Mapping<Velocity?>(
            definition: "release", text: "Releases a held drag.", empty: nil,
            fields: [
                Field(
                    choice: "velocity", .pagesPerSecond, { $0 }, { $0 },
                    "The speed in pages per second; default: that of the last samples.")
            ]
        ).kind.orNothing(nil)
    }
}
