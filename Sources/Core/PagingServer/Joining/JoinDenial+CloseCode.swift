import PagingRoom
import PagingWire

extension JoinDenial {
    var closeCode: CloseCode {
        switch self {
        case .removed: .removed
        case .locked: .forbidden
        case .full: .roomFull
        }
    }
}
