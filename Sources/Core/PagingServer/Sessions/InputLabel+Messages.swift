import Metrics
import PagingRoom
import PagingWire

extension InputLabel.Kind {
    init(_ message: ClientMessage) {
        switch message {
        case .join: self = .join
        case .request(_, let request, _): self.init(request)
        case .pages: self = .pages
        case .asset: self = .asset
        case .getAsset: self = .getAsset
        case .drawn: self = .drawn
        case .ping: self = .ping
        case .leave: self = .leave
        }
    }

    init(_ request: SideRequest) {
        switch request {
        case .pages: self = .pages
        case .asset: self = .getAsset
        case .keep: self = .asset
        }
    }

    init(_ request: Request) {
        switch request {
        case .dragBegan: self = .dragBegan
        case .dragMoved: self = .dragMoved
        case .dragEnded: self = .dragEnded
        case .dragCancelled: self = .dragCancelled
        case .step: self = .step
        case .jump, .jumpToItem: self = .jump
        case .stripMoved: self = .stripMoved
        case .stripEnded: self = .stripEnded
        case .resize: self = .resize
        case .content: self = .content
        case .configure: self = .configure
        case .dragEnabled: self = .dragEnabled
        case .control: self = .control
        case .remove: self = .remove
        case .lock: self = .lock
        case .leash: self = .leash
        case .blank: self = .blank
        case .point, .pointNowhere: self = .point
        case .scroll: self = .scroll
        }
    }
}

extension InputLabel.Outcome {
    init(_ code: Refusal.Code) {
        switch code {
        case .held: self = .held
        case .coalesced: self = .coalesced
        case .forbidden: self = .forbidden
        case .stale: self = .stale
        case .disabled: self = .disabled
        case .empty: self = .empty
        case .moving: self = .moving
        case .badRequest: self = .badRequest
        case .tooLarge: self = .tooLarge
        case .rate: self = .rate
        case .unknownType: self = .unknownType
        case .unknownPage: self = .unknownPage
        case .unknownAsset: self = .unknownAsset
        }
    }
}
