import PagingEngine
import PagingRoom
import PagingWire
import TerminalView
import Testing

@testable import riffle

/// Keys, the mouse and the room's messages, from the input to the request and the picture.
@Suite struct SessionControllerTests {
    @Test func keysTurnPages() {
        let session = SessionRoom()
        session.type(" ")
        #expect(session.requests == [.step(.forward, from: PageIndex(0), shown: 0)])
        session.type("h")
        #expect(session.requests.count == 2, "the own step is counted on")
        session.type("3G")
        #expect(session.requests.last == .jumpToItem(2, animated: true))
        session.type("q")
        #expect(session.hasLeft)
    }

    @Test func aKeyThatCannotWorkGivesTheReason() {
        let session = SessionRoom()
        session.type("h")
        #expect(session.requests.isEmpty && session.note == "no page before this one")
        session.type("9G")
        #expect(session.note == "there are 5 pages")
        session.type("b")
        #expect(session.note == "only a presenter blanks the screens")
        session.type("D")
        #expect(session.note == "there is no baton in this room")
        session.type("Z")
        #expect(session.note == "Z does nothing; ? shows the keys")
    }

    /// One who reads alone sees the pages while they are dark for the others.
    @Test func onlyThePresenterSeesInTheStatusThatThePagesAreDark() throws {
        let reader = StepPlace(page: PageIndex(0), shown: 0)
        for (role, reader) in [(Role.presenter, nil), (.presenter, reader), (.member, nil)] {
            var replica = SessionRoom.replica()
            replica.isBlank = true
            var view = RoomViewModel(
                name: "room", replica: replica, position: replica.position, now: Instant(milliseconds: 0))
            view.isPresenting = role == .presenter
            view.reader = reader
            #expect(view.scene(.ascii).status.isDark == (role == .presenter))
        }
    }

    @Test func aTalkBeginsInTheLobbyAndItsTimeWithTheFirstPage() throws {
        var settings = RoomSessionSettings()
        settings.lobby = Lobby(title: "A talk", url: "ws://192.0.2.7:7420/rooms/room")
        settings.beginsInLobby = true
        settings.hasPresenterView = true
        let session = SessionRoom(role: .presenter, settings: settings)
        session.wait(milliseconds: 60_000)
        #expect(session.view?.lobby?.lobby.address == "192.0.2.7/room")
        session.type(" ")
        #expect(session.view?.lobby == nil && session.requests.isEmpty)
        #expect(session.view?.presenter?.timer.elapsedMilliseconds == 0)
        session.wait(milliseconds: 5_000)
        session.type("A")
        #expect(session.view?.lobby != nil)
        session.type("A")
        #expect(session.view?.lobby == nil && session.requests.isEmpty)
        #expect(session.view?.presenter?.timer.elapsedMilliseconds == 5_000, "only the first time")
    }

    @Test func aLobbyNeedsAnAddressAndAWindow() {
        let session = SessionRoom()
        session.type("A")
        #expect(session.note == "the address of this room is not known here")
        var settings = RoomSessionSettings()
        settings.lobby = Lobby(title: "", url: "ws://192.0.2.7:7420/rooms/room")
        settings.beginsInLobby = true
        let plain = SessionRoom(settings: settings, windowSize: nil)
        plain.type(" A")
        #expect(plain.requests.count == 1, "the first key turns a page")
        #expect(plain.note == "others join with: riffle join 192.0.2.7/room")
    }

    @Test func readingAloneAsksNothingOfTheRoomButPages() {
        let session = SessionRoom()
        session.type("f")
        #expect(session.note == "you read on alone; = or f brings you back")
        session.type("l")
        session.wait(milliseconds: 1_000)
        #expect(session.requests.isEmpty && !session.fetches.isEmpty)
        #expect(session.view?.reader?.page == PageIndex(1))
        #expect(session.view?.position == Position(page: PageIndex(1)))
        session.type("=")
        #expect(session.view?.reader == nil && session.view?.position == Position(page: PageIndex(0)))
    }

    @Test func aViewerGoesToAPageAlone() {
        let session = SessionRoom(role: .viewer)
        session.type("l")
        #expect(session.note == "viewers watch; f reads on alone")
        session.type("4G")
        #expect(session.view?.reader?.page == PageIndex(3) && session.requests.isEmpty)
    }

    @Test func theHelpCoversThePages() {
        let session = SessionRoom()
        session.type("?")
        #expect(session.view?.overlay?.title == "Keys")
        session.type("j")
        #expect(session.view?.scrolls[LocalViewState.helpPage] == 3)
        session.press([.escape])
        #expect(session.view?.overlay == nil && session.view?.scrolls[LocalViewState.helpPage] == nil)
    }

    @Test func aMouseDragBecomesRequests() {
        let session = SessionRoom()
        #expect(session.controller.wantsMouse)
        func mouse(_ action: MouseReport.Action, _ column: Int) -> Key {
            .mouse(MouseReport(action, column: column, row: 9))
        }
        session.press([mouse(.press(.left), 40), mouse(.drag, 30)])
        session.press([mouse(.release, 20)])
        guard case .dragBegan(DragID(1), _)? = session.requests.first, case .dragEnded? = session.requests.last else {
            Issue.record("\(session.requests)")
            return
        }
        #expect(session.requests.count == 3)
        session.press([mouse(.press(.left), 79), mouse(.release, 79)])
        guard case .step(.forward, _, _)? = session.requests.last else {
            Issue.record("\(session.requests)")
            return
        }
    }

    @Test func aLostConnectionIsShownAndKeysExplainIt() {
        let session = SessionRoom()
        session.handle(.closed(code: nil, reason: "gone"))
        #expect(session.view?.banner?.hasPrefix("connection lost, next attempt") == true)
        #expect(session.view?.connection == .reconnecting)
        session.type(" ")
        #expect(session.note == "not connected; what you see stays")
        #expect(session.requests.isEmpty && session.lines.isEmpty)
    }

    @Test func aRefusalIsANote() {
        let session = SessionRoom()
        session.type(" ")
        session.handle(.received([.answer(.refused(session.lastRequest, Refusal(.disabled, "off"), Sequence(0)))]))
        #expect(session.note == "off; Space and h turn the page")
    }

    /// The target may be published before the steps that are shown of it, which wait for a store.
    @Test(arguments: ["", "gg", "f"]) func aPressWaitsUntilThePageItLeadsFromIsKnown(then keys: String) throws {
        let session = SessionRoom()
        let pages = (0...3).map { PageIndex($0) }
        func happened(_ changes: Event.Change...) {
            for change in changes {
                let next = Sequence((session.core.replica?.sequence.number ?? 0) + 1)
                session.handle(.received([.event(Event(sequence: next, change: change))]))
            }
            session.wait(milliseconds: 1)
        }
        var ids: [RequestID] = []
        for _ in 1...2 {
            session.type("l")
            ids.append(try #require(session.lastRequest))
        }
        session.type("l")
        happened(.target(from: pages[0], to: pages[1]), .target(from: pages[1], to: pages[2]))
        #expect(session.requests.count == 2, "page 2 is not in the window")
        session.type(keys)
        let known = session.requests
        let reader = session.view?.reader?.page
        happened(.revealed(pages[2], shown: 2, by: MemberID(1)))
        for id in ids { session.handle(.received([.answer(.accepted(id, Sequence(3), changed: true))])) }
        session.wait(milliseconds: 1)
        guard keys.isEmpty else {
            #expect(session.requests == known && session.view?.reader?.page == reader, "another command ends the wait")
            return
        }
        #expect(session.requests.count == 3)
        #expect(session.requests.last == .step(.forward, from: pages[2], shown: 2))
    }

    @Test func fewerRightsThanAskedForAreSaid() {
        var settings = RoomSessionSettings()
        settings.role = .presenter
        settings.hasPresenterView = true
        let viewer = SessionRoom(role: .viewer, settings: settings)
        #expect(viewer.note == "you are a viewer here, and only presenters get notes")
        #expect(SessionRoom(role: .presenter, settings: settings).note == nil)
    }

    @Test func theSizeOfTheWindowIsSent() {
        let session = SessionRoom()
        session.windowSize = WindowSize(columns: 40, rows: 12)
        session.controller.resized(at: session.now)
        #expect(session.requests == [.resize(width: 40, height: 12)])
    }
}
