// The page's connection without a page, for the conformance runner:
// node follower.mjs ws://HOST:PORT/rooms/NAME
// It prints one line of JSON for each picture at rest. Exit code 1 when a close code forbids a return.
import { Connection } from "../../../Sources/App/riffle/Serve/Web/Page/connection.mjs";
import { NodeWebSocket } from "./websocket.mjs";

globalThis.WebSocket ??= NodeWebSocket;

let printed = "";

const connection = new Connection({
  url: process.argv[2],
  join: { role: "viewer" },
  changed() {
    const { replica, phase, end } = connection;
    if (phase === "over") {
      console.log(JSON.stringify({ end: end.code }));
      process.exitCode = 1;
    }
    if (phase !== "following" || !replica?.isAtRest) return;
    const line = JSON.stringify({ seq: replica.seq, page: replica.state.settled, digest: replica.digest });
    if (line !== printed) console.log(line);
    printed = line;
  },
});
connection.connect();
