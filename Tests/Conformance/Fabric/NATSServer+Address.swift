import FabricNATS
import TestPeers

extension NATSServer {
    var address: NATSAddress {
        get throws { try NATSAddress(url) }
    }
}
