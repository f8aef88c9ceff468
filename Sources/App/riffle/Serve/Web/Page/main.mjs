import { Connection } from "./connection.mjs";
import { View } from "./view.mjs";
import { Drags } from "./drag.mjs";

/** The last part of `/rooms/NAME` and `/NAME`. */
const room = location.pathname.split("/").pop();

const ROLES = new Set(["viewer", "member", "presenter"]);

/** What the fragment says: `#TOKEN`, or `#token=…&role=member&name=Ann`. A fragment is never sent to a server. */
function joinFields(fragment) {
  const text = fragment.slice(1);
  const fields = new URLSearchParams(/^(token|role|name)=/.test(text) ? text : text ? { token: text } : "");
  const [token, role, name] = ["token", "role", "name"].map((field) => fields.get(field));
  const join = { role: ROLES.has(role) ? role : token ? "member" : "viewer" };
  if (token) join.token = token;
  if (name) join.name = name;
  return join;
}

const scheme = location.protocol === "https:" ? "wss:" : "ws:";
const connection = new Connection({
  url: `${scheme}//${location.host}/rooms/${room}`,
  join: joinFields(location.hash),
  changed(isMove) {
    if (isMove) return view.draw();
    view.update();
    drags.update();
  },
  isCut: () => view.isCut(),
});
const view = new View(connection, room);
const drags = new Drags(connection, view);

addEventListener("online", () => connection.hurry());
addEventListener("hashchange", () => location.reload());
document.addEventListener("visibilitychange", () => {
  if (!document.hidden) connection.hurry();
});
connection.connect();
