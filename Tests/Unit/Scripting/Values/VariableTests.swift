import Testing

@testable import Scripting

/// Values of a script's variables, the command line and the environment.
@Suite struct VariableTests {
    private static let script = """
        riffle: 1
        title: ${title} of ${env.PLACE}
        vars: {title: A talk, count: 3, pace: 100ms, name: "${title}!"}
        duration: ${pace}
        actors:
          - name: ann
            users: ${count}
            steps:
              - think: ${pace}..${pace}
              - tap: ${name}
              - repeat: {times: '${count}', steps: [{step: forward}]}
        """

    private func read(
        _ text: String, variables: [String: String] = [:], environment: [String: String] = ["PLACE": "Rome"]
    ) throws(ScriptErrors) -> Script {
        var inputs = ScriptInputs()
        (inputs.variables, inputs.environment) = (variables, environment)
        return try ScriptReader.read(text, file: "f", inputs: inputs)
    }

    private func complaints(_ text: String, variables: [String: String] = [:]) -> [String] {
        do {
            _ = try read(text, variables: variables)
            return []
        } catch {
            return error.errors.map(\.description)
        }
    }

    @Test func textsNumbersAndTimesTakeVariables() throws {
        let script = try read(Self.script)
        #expect(script.title == "A talk of Rome")
        #expect(script.load.durationMilliseconds == 100)
        let actor = script.actors[0]
        #expect(actor.population == .closed(users: 3, spreadMilliseconds: 0))
        #expect(actor.steps[0].action == .think(Pause(milliseconds: 100...100)))
        #expect(actor.steps[1].action == .tap(.title("A talk!")))
        #expect(actor.steps[2].action == .repeat(times: 3, [Step(.step(.forward, from: nil), line: 11)]))
        #expect(actor.steps.allSatisfy { $0.late == nil })
    }

    @Test func theCommandLineComesFirst() throws {
        let script = try read(Self.script, variables: ["count": "7", "title": "A run"])
        #expect(script.title == "A run of Rome")
        #expect(script.actors[0].population == .closed(users: 7, spreadMilliseconds: 0))
        #expect(script.actors[0].steps[1].action == .tap(.title("A run!")), "a variable may have others in it")
    }

    @Test func errorsSayWhatIsMissing() {
        let head = "riffle: 1\nvars: {count: 3}\n"
        let actors = "actors: [{name: ann, steps: []}]\n"
        #expect(
            complaints(head + "title: ${env.NOBODY}\n" + actors) == [
                "f:3:8: expected the environment variable NOBODY, got none; set it, or use a variable of `vars`"
            ])
        #expect(
            complaints(head + "title: ${coutn}\n" + actors) == [
                "f:3:8: unknown value ${coutn}; expected user, iteration, count or env.NAME (did you mean `count`?)"
            ])
        // The misspelt key is the cause, and each place is named once.
        let misspelt = complaints(
            "riffle: 1\nvarz: {size: 1}\ntarget: {}\nactors: [{name: a, steps: [{send: '${size}'}, {check: {}}]}]\n")
        #expect(
            misspelt == [
                "f:2:1: `script`: unknown key `varz` (did you mean `vars`?)",
                "f:4:35: unknown value ${size}; expected user, iteration or env.NAME",
            ])
        #expect(
            complaints(head + actors, variables: ["size": "1"]).first
                == "f:2:7: `--var size`: expected a variable of `vars`, got an unknown one")
        #expect(
            complaints("riffle: 1\n" + actors, variables: ["size": "1"])
                == ["f:1:1: `--var size`: the script has no `vars`"])
        #expect(
            complaints("riffle: 1\nvars: {user: 3}\n" + actors)
                == ["f:2:8: `vars`: `user` is the name of a value of users; choose another"])
    }

    /// A reference to data or to a capture that cannot be read is no error of its own.
    @Test func onlyTheCauseIsReported() {
        let steps = "actors: [{name: ann, token: '${people.name}', steps: []}]\n"
        #expect(
            complaints("riffle: 1\ndata: [{name: people, csv: p.csv}]\n" + steps) == [
                "f:2:7: `data`: expected a mapping of names to files, at most 64, got a list"
            ])
        let capture = "actors: [{name: ann, steps: [{capture: token}, {send: '${token}'}]}]\n"
        let found = complaints("riffle: 1\ntarget: {}\n" + capture)
        #expect(found.count == 1 && found[0].hasPrefix("f:3:40: `capture`: expected"), "\(found)")
    }

    /// Fields that are needed before there are users take no values of users.
    @Test func valuesOfUsersAreRefusedWhereNoUserIs() {
        let text = "riffle: 1\nvars: {a: 1}\nactors: [{name: ann, users: '${user}', steps: []}]\n"
        #expect(
            complaints(text) == [
                "f:3:29: `users`: expected an integer from 1 to 1000000, got `${user}`, which is known only while a "
                    + "user plays"
            ])
    }

    /// Scripts that know nothing of variables are read as before, whatever they send; and commands are those of a shell.
    @Test func scriptsWithoutVariablesKeepTheirTexts() throws {
        let plain = "riffle: 1\ntarget: {}\nactors: [{name: a, steps: [{send: 'n ${user} $${x}'}]}]\n"
        guard case .send(let template) = try read(plain).actors[0].plainSteps[0].action else {
            Issue.record("expected a message")
            return
        }
        #expect(template.pieces == [.text("n ${user} $${x}")])
        #expect(try read(plain).warnings.map(\.line) == [3], "a warning says so")
        let command = "riffle: 1\nvars: {a: 1}\nchaos: [{at: 1s, run: 'kill ${PID}'}]\nactors: [{name: a, steps: []}]\n"
        #expect(try read(command).load.commands.map(\.text) == ["kill ${PID}"])
    }
}
