// Messages of the Riffle protocol, version 1 (README.md). Generated from schemas/ by typescript.py; do not edit.
//
// Clients MUST ignore types and fields that are not listed here: a later revision may add some.

// Shared definitions.

/** The sender's number for a request, rising within a connection; the answer repeats it. */
export type RequestID = number;

/** The number of a reliable event in the room's one order; 0 stands before the first. */
export type Sequence = number;

/** An integer that every language holds exactly. */
export type ExactInteger = number;

/** An absolute page. */
export type PageIndex = number;

/** A position on the row, in units of 1/65,536 page. */
export type Position = number;

/** Milliseconds on the server's monotonic clock. */
export type Instant = number;

/** Units per second. */
export type Velocity = number;

/** Units per second, of a dragged pager. */
export type MotionVelocity = number;

/** Units since the grab; positive is forward. */
export type Translation = number;

/** The number of a member within its room. */
export type MemberID = number;

export type Count = number;

/** A length in the holder's own unit. */
export type Length = number;

/** The holder's own number for one drag. */
export type DragID = number;

/** The number of an animation within its room. */
export type AnimationID = number;

/** 64-bit FNV-1a, sixteen lower-case hexadecimal digits. */
export type Digest = string;

/** One line without control characters; at most 2,048 bytes of UTF-8. */
export type SingleLine = string;

/** A text for people. */
export type Sentence = string;

/** Lines divided by a line feed; tabs are allowed. */
export type Paragraphs = string;

/** At most 64 bytes of UTF-8; no control characters, none that turn the direction of text or break the line. */
export type Name = string;

export type Role = "presenter" | "member" | "viewer";

export type Wrap = "unbounded" | "loop" | "finite";

/** The SHA-256 of a file's bytes. */
export type AssetName = string;

/** The form of a file. */
export type AssetKind = "png" | "jpeg";

/** The bytes of a file in Base64 with padding (RFC 4648); at most 1 MiB of them. */
export type AssetData = string;

/** A picture of a page and the file with its bytes. */
export interface Picture {
  /** As the body writes it; at most 2,048 bytes. */
  address: string;
  asset: AssetName;
  /** Pixels. */
  width: number;
  /** Pixels. */
  height: number;
}

export interface ContentPage {
  /** The page's own name; at most 128 bytes of UTF-8. */
  id: string;
  /** One line; at most 512 bytes of UTF-8. */
  title: string;
  body?: Paragraphs;
  /** What the body is written in; plain when absent. */
  format?: "plain" | "markdown";
  steps?: Steps;
  /** For presenters only. */
  notes?: Paragraphs;
  /** Colours of the code in the body; at most 65,536 bytes. */
  colours?: string;
  /** Theme of the deck; at most 2,048 bytes. */
  theme?: string;
  /** Pictures of the body whose bytes are files of the room. */
  pictures?: Picture[];
}

export interface WindowPage {
  page: PageIndex;
  /** Place in the list; absent when the row is unbounded. */
  item?: Count;
  /** The page's own name; at most 128 bytes of UTF-8. */
  id: string;
  /** One line; at most 512 bytes of UTF-8. */
  title: string;
  body: Paragraphs;
  /** What the body is written in; plain when absent. */
  format?: "plain" | "markdown";
  steps?: Steps;
  /** The body as the server has read it, of servers with a page for browsers. */
  document?: string[];
  /** For presenters only. */
  notes?: Paragraphs;
  /** Colours of the code in the body; at most 65,536 bytes. */
  colours?: string;
  /** Theme of the deck; at most 2,048 bytes. */
  theme?: string;
  /** Pictures of the body whose bytes are files of the room. */
  pictures?: Picture[];
}

export type Window = WindowPage[];

export interface MemberEntry {
  member: MemberID;
  name: Name;
  role: Role;
  /** Whether the connection is lost and the member may come back; absent is false. */
  away?: boolean;
}

/** When curve is spring, response is required. */
export interface Animation {
  anim: AnimationID;
  from: Position;
  to: Position;
  /** Units per second. */
  velocity: number;
  start: Instant;
  end: Instant;
  curve: "linear" | "spring" | "decay";
  /** Milliseconds; with springs only. */
  response?: number;
  cause: "release" | "cancel" | "step" | "jump" | "content";
  by?: MemberID;
}

/** When rule is projected, time is required. When rule is threshold, viewport is required. */
export interface Release {
  rule: "half" | "projected" | "threshold" | "free" | "refused";
  /** Milliseconds; with projected only. */
  time?: number;
  /** Thousandths; with threshold only. */
  viewport?: number;
}

/** When curve is linear, duration is required. When curve is spring, response is required. */
export interface Settle {
  curve: "linear" | "spring" | "decay";
  /** Milliseconds; with linear only. */
  duration?: number;
  /** Milliseconds; with springs only. */
  response?: number;
}

export interface Configuration {
  preset: "threePage" | "threePagePredicted" | "carousel" | "tabs" | "buttons" | "majority" | "continuous";
  /** Pages in the window. */
  slots?: 1 | 3 | 5 | 7 | 9;
  release?: Release;
  settle?: Settle;
  recentring?: "onCompletion" | "inFlight" | "always" | "never";
  wrap?: Wrap;
  /** A loop of fewer pages is a plain row that cannot be dragged. */
  loopMinimum?: number;
  /** Whether a strip of tabs can be dragged to choose a page. */
  strip?: boolean;
  /** Pages one drag may go at most. */
  maxStep?: number;
  grabWhileSettling?: "anyone" | "sameHolder" | "nobody";
  edge?: "rubber" | "clamp";
  axis?: "horizontal" | "vertical";
  /** Units; a shorter drag is a tap. */
  slop?: number;
  /** Units per second; a faster release goes at least one page. */
  fling?: number;
  /** Width of a page in thousandths of the viewport. */
  item?: number;
  /** Points between pages at the reference width of 390. */
  spacing?: number;
  /** Milliseconds without a sample after which a drag is lost. */
  lease?: number;
}

/** A configuration with every field. */
export type Settings = Required<Configuration>;

/** Titles of all listed pages in order, for the strip of tabs; absent without one, and for lists of more than 64. */
export type Tabs = Array<{
  /** One line; at most 512 bytes of UTF-8. */
  title: string;
}>;

/** Who moves the pager: every member and presenter, the holder of the baton, or presenters. */
export type Policy = "open" | "baton" | "presenters";

/** Pages that members may read by themselves: only the window, also the pages before it, or all. */
export type Leash = "none" | "back" | "free";

/** Fencing number of the baton; each new holder gets a number higher by one. */
export type Grant = number;

/** Who may do what in the room. */
export interface Control {
  policy: Policy;
  /** Holder of the baton; absent while there is none. */
  holder?: MemberID;
  grant: Grant;
  /** The holder's lease lasts at least until then. */
  until?: Instant;
  /** Members that wait for the baton, in the order of their requests; absent when there are none. */
  asked?: Array<{
    member: MemberID;
  }>;
  leash: Leash;
  /** Whether new members are refused. */
  locked: boolean;
}

/** Steps of a page. */
export type Steps = number;

export interface Pointer {
  /** The page's own name; at most 128 bytes of UTF-8. */
  pageID: string;
  /** Number of visible characters before the position. */
  at: number;
  by: MemberID;
}

// Client → server.

/** Gives the room a file that its pages refer to; for presenters. */
export interface ClientAsset {
  type: "asset";
  id: RequestID;
  name: AssetName;
  kind: AssetKind;
  data: AssetData;
}

/** Blanks everybody's pages, or shows them again; for presenters. */
export interface ClientBlank {
  type: "blank";
  id: RequestID;
  on: boolean;
}

/** Sets the configuration: a preset, with the given fields in place of its own; for presenters. */
export interface ClientConfigure extends Configuration {
  type: "configure";
  id: RequestID;
}

/** Replaces the pages of one revision; for presenters. */
export interface ClientContent {
  type: "content";
  id: RequestID;
  /** The revision these pages replace. */
  revision: number;
  pages: ContentPage[];
  wrap?: Wrap;
}

/** Requests, releases or passes the baton, or sets the policy. When action is grant, to is required. When action is policy, policy is required. */
export interface ClientControl {
  type: "control";
  id: RequestID;
  action: "request" | "release" | "grant" | "take" | "policy";
  /** With grant. */
  to?: MemberID;
  /** With policy. */
  policy?: Policy;
}

/** Begins a drag of the pager. With width also stride. With stride also width. */
export interface ClientDragBegan {
  type: "dragBegan";
  id: RequestID;
  drag: DragID;
  width?: Length;
  stride?: Length;
  /** Fencing number under which the sender believes to hold the baton; any other than the present one is refused. */
  grant?: Grant;
}

/** Cancels a drag of the pager or of the strip. */
export interface ClientDragCancelled {
  type: "dragCancelled";
  id: RequestID;
  drag: DragID;
  /** Fencing number under which the sender believes to hold the baton; any other than the present one is refused. */
  grant?: Grant;
}

/** Allows or refuses drags; for presenters. */
export interface ClientDragEnabled {
  type: "dragEnabled";
  id: RequestID;
  on: boolean;
}

/** Ends a drag of the pager. */
export interface ClientDragEnded {
  type: "dragEnded";
  id: RequestID;
  drag: DragID;
  by: Translation;
  velocity: Velocity;
  /** Fencing number under which the sender believes to hold the baton; any other than the present one is refused. */
  grant?: Grant;
}

/** Sample of a drag: the translation since it began. Not answered. */
export interface ClientDragMoved {
  type: "dragMoved";
  drag: DragID;
  by: Translation;
  /** Fencing number under which the sender believes to hold the baton; any other than the present one is refused. */
  grant?: Grant;
}

/** Render acknowledgement: the digest of the picture at rest. Not answered. */
export interface ClientDrawn {
  type: "drawn";
  seq: Sequence;
  digest: Digest;
  /** Whether the window is too small for the whole page; absent means false. */
  cut?: boolean;
}

/** Asks for a file that pages refer to. */
export interface ClientGetAsset {
  type: "getAsset";
  id: RequestID;
  name: AssetName;
}

/** Enters the room; the first message of a connection. */
export interface ClientJoin {
  type: "join";
  id: RequestID;
  name?: Name;
  /** Default: viewer. */
  role?: Role;
  token?: SingleLine;
  /** Default: keyframes. */
  offsets?: "frames" | "keyframes" | "none";
  /** The last event the client has seen. */
  since?: {
    epoch: SingleLine;
    seq: Sequence;
  };
  /** From an earlier welcome; takes the same member back. */
  session?: SingleLine;
  /** Default: false. Whether a snapshot on this connection may bring another epoch, which is the room's from then on. */
  epochs?: boolean;
}

/** Goes to an absolute page, or to a listed page by its place in the list. Exactly one of page and item. */
export interface ClientJump {
  type: "jump";
  id: RequestID;
  page?: PageIndex;
  item?: Count;
  /** Default: true. */
  animated?: boolean;
  /** Fencing number under which the sender believes to hold the baton; any other than the present one is refused. */
  grant?: Grant;
}

/** Sets how far members may read away from the window; for presenters. */
export interface ClientLeash {
  type: "leash";
  id: RequestID;
  leash: Leash;
}

/** Leaves the room; the client closes the connection afterwards. */
export interface ClientLeave {
  type: "leave";
  id: RequestID;
}

/** Locks the room for new members, or unlocks it; for presenters. */
export interface ClientLock {
  type: "lock";
  id: RequestID;
  on: boolean;
}

/** Requests pages outside the window. */
export interface ClientPages {
  type: "pages";
  id: RequestID;
  from: PageIndex;
  count: number;
}

/** Requests the server's time. */
export interface ClientPing {
  type: "ping";
  id: RequestID;
}

/** Points everybody to a position in a page's text; without one, removes the pointer. With pageID also at. With at also pageID. */
export interface ClientPoint {
  type: "point";
  id: RequestID;
  /** The page's own name; at most 128 bytes of UTF-8. */
  pageID?: string;
  /** Number of visible characters before the position. */
  at?: number;
  /** Fencing number under which the sender believes to hold the baton; any other than the present one is refused. */
  grant?: Grant;
}

/** Removes a member; for presenters. */
export interface ClientRemove {
  type: "remove";
  id: RequestID;
  member: MemberID;
}

/** Reports the size of the sender's view, in cells. */
export interface ClientResize {
  type: "resize";
  id: RequestID;
  width: Length;
  height: Length;
}

/** Begins a page in everybody's window with the line of a character. */
export interface ClientScroll {
  type: "scroll";
  id: RequestID;
  /** The page's own name; at most 128 bytes of UTF-8. */
  pageID: string;
  /** Number of visible characters before the position. */
  at: number;
  /** Fencing number under which the sender believes to hold the baton; any other than the present one is refused. */
  grant?: Grant;
}

/** Shows the next or hides the last step of a page, or turns the page. */
export interface ClientStep {
  type: "step";
  id: RequestID;
  by: 1 | -1;
  /** The page the sender believes is the target. */
  from: PageIndex;
  /** The steps of that page the sender sees; absent, the whole page is turned. */
  shown?: Steps;
  /** Fencing number under which the sender believes to hold the baton; any other than the present one is refused. */
  grant?: Grant;
}

/** Ends a drag of the strip of tabs; the tab nearest to the centre is chosen. */
export interface ClientStripEnded {
  type: "stripEnded";
  id: RequestID;
  drag: DragID;
  by: Translation;
  /** Fencing number under which the sender believes to hold the baton; any other than the present one is refused. */
  grant?: Grant;
}

/** Sample of a drag of the strip of tabs; the first one of a drag begins it. Not answered. */
export interface ClientStripMoved {
  type: "stripMoved";
  drag: DragID;
  by: Translation;
  /** Fencing number under which the sender believes to hold the baton; any other than the present one is refused. */
  grant?: Grant;
}

export type ClientMessage =
  | ClientAsset
  | ClientBlank
  | ClientConfigure
  | ClientContent
  | ClientControl
  | ClientDragBegan
  | ClientDragCancelled
  | ClientDragEnabled
  | ClientDragEnded
  | ClientDragMoved
  | ClientDrawn
  | ClientGetAsset
  | ClientJoin
  | ClientJump
  | ClientLeash
  | ClientLeave
  | ClientLock
  | ClientPages
  | ClientPing
  | ClientPoint
  | ClientRemove
  | ClientResize
  | ClientScroll
  | ClientStep
  | ClientStripEnded
  | ClientStripMoved;

// Server → client.

/** The request was performed; `changed` is false when there was nothing to do. */
export interface ServerAck {
  type: "ack";
  id: RequestID;
  seq: Sequence;
  /** False: the request changed nothing; absent is true. */
  changed?: boolean;
}

/** A movement started; clients evaluate it themselves. */
export interface ServerAnimation extends Animation {
  type: "animation";
  seq: Sequence;
}

/** Answer to `getAsset`. */
export interface ServerAsset {
  type: "asset";
  id: RequestID;
  name: AssetName;
  kind: AssetKind;
  data: AssetData;
}

/** How many viewers there are beyond those announced one by one. */
export interface ServerAudience {
  type: "audience";
  seq: Sequence;
  viewers: Count;
}

/** The pages were blanked, or are shown again. */
export interface ServerBlank {
  type: "blank";
  seq: Sequence;
  on: boolean;
  by?: MemberID;
}

/** The server will close the connection with `code` within so many milliseconds. */
export interface ServerClosing {
  type: "closing";
  code: 4000 | 4001 | 4002 | 4003 | 4004 | 4005 | 4100 | 4101 | 4102 | 4103 | 4104 | 4105 | 4106 | 4107 | 4108 | 4109;
  reason: Sentence;
  /** Milliseconds. */
  within: Count;
}

/** An animation reached its end. */
export interface ServerCompleted {
  type: "completed";
  seq: Sequence;
  anim: AnimationID;
  pos: Position;
}

/** New pages; a shift with the new window follows. */
export interface ServerContent {
  type: "content";
  seq: Sequence;
  revision: ExactInteger;
  count: Count;
  wrap: Wrap;
  /** Whole pages by which everything was moved along. */
  carried: number;
  settled: PageIndex;
  target: PageIndex;
  pos: Position;
  by?: MemberID;
  tabs?: Tabs;
}

/** Rights of the members, in place of those published before. */
export interface ServerControl extends Control {
  type: "control";
  seq: Sequence;
}

/** A drag began. */
export interface ServerDragBegan {
  type: "dragBegan";
  seq: Sequence;
  drag: DragID;
  by: MemberID;
  pos: Position;
  base: PageIndex;
}

/** Drags were allowed or refused. */
export interface ServerDragEnabled {
  type: "dragEnabled";
  seq: Sequence;
  on: boolean;
  by?: MemberID;
}

/** A drag ended. */
export interface ServerDragEnded {
  type: "dragEnded";
  seq: Sequence;
  drag: DragID;
  by: MemberID;
  pos: Position;
  outcome: "released" | "cancelled" | "lost";
}

/** To presenters only: how many members show the picture with which the room came to rest at event `at`. */
export interface ServerInStep {
  type: "inStep";
  at: Sequence;
  /** How many have drawn it. */
  drawn: Count;
  /** How many are here. */
  of: Count;
  /** How many have drawn something else. */
  diverged: Count;
  /** The first of those who have not said yet; absent when there are none to name. */
  behind?: Array<{
    member: MemberID;
  }>;
  /** Members whose windows are too small for the whole page; absent for 0. */
  cut?: Count;
}

/** An animation was stopped before its end. */
export interface ServerInterrupted {
  type: "interrupted";
  seq: Sequence;
  anim: AnimationID;
  pos: Position;
  by?: MemberID;
}

/** A load of pages began or ended. */
export interface ServerLoading {
  type: "loading";
  seq: Sequence;
  on: boolean;
  request: ExactInteger;
}

/** A member joined, lost its connection, came back or left. */
export interface ServerMember extends MemberEntry {
  type: "member";
  seq: Sequence;
  change: "joined" | "away" | "back" | "left";
}

/** To presenters only: the notes of the window's pages that have some, in place of those before. */
export interface ServerNotes {
  type: "notes";
  pages: Array<{
    id: string;
    notes: string;
  }>;
}

/** A sentence for the person at the client. */
export interface ServerNotice {
  type: "notice";
  level: "info" | "warning";
  text: Sentence;
}

/** Where the pager, or the strip of tabs in a hand, stood at `now`; latest wins. */
export interface ServerOffset {
  type: "offset";
  seq: Sequence;
  pos: Position;
  now: Instant;
  /** How the pager goes on for readers of keyframes; absent is 0. */
  velocity?: MotionVelocity;
  by?: MemberID;
  /** True: the strip of tabs stands there, not the pager; absent is false. */
  strip?: boolean;
}

/** Answer to `pages`. */
export interface ServerPages {
  type: "pages";
  id: RequestID;
  pages: Window;
}

/** Position to which a member points, and the one with which a page in view begins; without a page, the pointer is removed, and without `top` the scroll. With pageID also at, by. With at also pageID. */
export interface ServerPointer {
  type: "pointer";
  seq: Sequence;
  /** The page's own name; at most 128 bytes of UTF-8. */
  pageID?: string;
  /** Number of visible characters before the position. */
  at?: number;
  by?: MemberID;
  /** Position with which a page in view begins; absent when pages begin at the top, or at their newest step. */
  top?: Pointer;
}

/** Answer to `ping`: the server's time. */
export interface ServerPong {
  type: "pong";
  id: RequestID;
  now: Instant;
}

/** The request was refused and changed nothing. */
export interface ServerReject {
  type: "reject";
  id?: RequestID;
  code: "held" | "coalesced" | "forbidden" | "stale" | "disabled" | "empty" | "moving" | "badRequest" | "tooLarge" | "rate" | "unknownType" | "unknownPage" | "unknownAsset";
  reason: Sentence;
  seq: Sequence;
}

/** So many steps of the target are shown. */
export interface ServerRevealed {
  type: "revealed";
  seq: Sequence;
  page: PageIndex;
  shown: Steps;
  by?: MemberID;
}

/** A page came to rest. */
export interface ServerSelected {
  type: "selected";
  seq: Sequence;
  old: PageIndex;
  new: PageIndex;
  item?: Count;
  /** Where the pager stands; absent: exactly on the page. Present where it runs freely. */
  pos?: Position;
}

/** The whole configuration. */
export interface ServerSettings extends Settings {
  type: "settings";
  seq: Sequence;
  tabs?: Tabs;
}

/** The window moved, or its pages changed. */
export interface ServerShift {
  type: "shift";
  seq: Sequence;
  by: ExactInteger;
  origin: PageIndex;
  window: Window;
}

/** The whole state of the room at the moment it is sent. */
export interface ServerSnapshot {
  type: "snapshot";
  epoch: SingleLine;
  seq: Sequence;
  now: Instant;
  settings: Settings;
  /** When phase is settling, animation is required. When phase is dragging, drag is required. */
  pager: {
    phase: "empty" | "idle" | "dragging" | "settling";
    settled: PageIndex;
    pos: Position;
    /** How a hand goes on from `pos` for readers of keyframes; absent when it stands. */
    motion?: {
      velocity: MotionVelocity;
      since: Instant;
    };
    origin: PageIndex;
    target: PageIndex;
    animation?: Animation;
    drag?: {
      drag: DragID;
      by: MemberID;
      base: PageIndex;
      /** Where the pager stood when it was grabbed. */
      pos: Position;
    };
    loading: boolean;
    dragEnabled: boolean;
    revision: ExactInteger;
    count: Count;
    wrap: Wrap;
    /** Where the strip of tabs stands while a hand moves it; absent while it follows the pager. */
    strip?: Position;
    tabs?: Tabs;
    /** Steps of the target that are shown; absent for none. */
    shown?: Steps;
  };
  window: Window;
  members: MemberEntry[];
  /** Viewers beyond those listed. */
  viewers: Count;
  control: Control;
  /** Whether the pages are darkened; absent when not. */
  blank?: boolean;
  pointer?: Pointer;
  /** Position with which a page in view begins; absent when pages begin at the top, or at their newest step. */
  top?: Pointer;
  digest: Digest;
}

/** A drag of the strip of tabs began (with `by`) or ended (without). */
export interface ServerStrip {
  type: "strip";
  seq: Sequence;
  /** In tabs, as positions are in pages. */
  pos: Position;
  selected: PageIndex;
  /** Absent: the strip follows the pager again. */
  by?: MemberID;
}

/** The destination changed. */
export interface ServerTarget {
  type: "target";
  seq: Sequence;
  from: PageIndex;
  to: PageIndex;
}

/** The answer to a join. */
export interface ServerWelcome {
  type: "welcome";
  id: RequestID;
  protocol: 1;
  server: SingleLine;
  room: SingleLine;
  member: MemberID;
  session: SingleLine;
  role: Role;
  epoch: SingleLine;
  seq: Sequence;
  now: Instant;
  unit: 65536;
  recovered: boolean;
  limits: {
    message: Count;
    content: Count;
    rate: Count;
  };
  retry: {
    min: Count;
    max: Count;
  };
}

export type ServerMessage =
  | ServerAck
  | ServerAnimation
  | ServerAsset
  | ServerAudience
  | ServerBlank
  | ServerClosing
  | ServerCompleted
  | ServerContent
  | ServerControl
  | ServerDragBegan
  | ServerDragEnabled
  | ServerDragEnded
  | ServerInStep
  | ServerInterrupted
  | ServerLoading
  | ServerMember
  | ServerNotes
  | ServerNotice
  | ServerOffset
  | ServerPages
  | ServerPointer
  | ServerPong
  | ServerReject
  | ServerRevealed
  | ServerSelected
  | ServerSettings
  | ServerShift
  | ServerSnapshot
  | ServerStrip
  | ServerTarget
  | ServerWelcome;

export type ServerEvent =
  | ServerAnimation
  | ServerAudience
  | ServerBlank
  | ServerCompleted
  | ServerContent
  | ServerControl
  | ServerDragBegan
  | ServerDragEnabled
  | ServerDragEnded
  | ServerInterrupted
  | ServerLoading
  | ServerMember
  | ServerPointer
  | ServerRevealed
  | ServerSelected
  | ServerSettings
  | ServerShift
  | ServerStrip
  | ServerTarget;
