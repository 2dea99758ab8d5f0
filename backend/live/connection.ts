import { hubMethods, type News } from "../../lib/live/hub";
import { invocationMessage } from "./protocol";

/** A way to send texts to a client. */
export interface Transport {
  /** Whether it can accept a text now; once it can, it calls {@link LiveConnection.flush}. */
  isReady(): boolean;
  write(text: string): void;
  /** Sends the last text, and closes. */
  end(last: string): void;
}

/** Limit of different messages waiting for a client; beyond it one `resync` replaces them all. */
const maxWaiting = 100;
const maxIds = 100;
/** Milliseconds between two deliveries, within which similar messages are merged. */
const pause = 100;

/**
 * The outgoing messages of one client. The queue is bounded: similar messages are merged, and on overflow a single
 * `resync` replaces them (HO-03).
 */
export class LiveConnection {
  private waiting = new Map<string, News>();
  private nextAt = 0;
  private timer: NodeJS.Timeout | undefined;
  /** `Date.now()` of the last write. */
  writtenAt = Date.now();
  isEnded = false;
  /** Holds messages back, for instance until the receiver's permissions are verified. */
  isHeld = false;

  constructor(
    private readonly transport: Transport,
    /** Called once, after either side has closed. */
    private readonly onEnd: () => void,
  ) {}

  tell(news: News): void {
    if (this.isEnded) return;
    const key = keyOf(news);
    const before = this.waiting.get(key);
    if (this.waiting.has("resync") && news.kind !== "notifications") return;
    this.waiting.set(key, before ? mergeNews(before, news) : news);
    if (this.waiting.size > maxWaiting) this.forgetAllBut();
    this.flush();
  }

  /** Writes waiting messages, unless they are held back or the last write was a moment ago. */
  flush(): void {
    if (this.isEnded || this.isHeld || this.waiting.size === 0 || this.timer || !this.transport.isReady())
      return;
    const wait = this.nextAt - performance.now();
    if (wait > 0) {
      this.timer = setTimeout(() => {
        this.timer = undefined;
        this.flush();
      }, wait);
      return;
    }
    this.nextAt = performance.now() + pause;
    const text = [...this.waiting.values()].map(messageOf).join("");
    this.waiting = new Map();
    this.write(text);
  }

  /** @param text is dropped if the transport cannot accept it now */
  write(text: string): void {
    if (this.isEnded || !this.transport.isReady()) return;
    this.writtenAt = Date.now();
    this.transport.write(text);
  }

  /** Closes from this side. */
  end(last: string): void {
    if (this.isEnded) return;
    this.transport.end(last);
    this.ended();
  }

  /** The other side has closed. */
  ended(): void {
    if (this.isEnded) return;
    this.isEnded = true;
    clearTimeout(this.timer);
    this.waiting.clear();
    this.onEnd();
  }

  private forgetAllBut(): void {
    const own = this.waiting.get("notifications");
    this.waiting = new Map([
      ...(own ? [["notifications", own] as const] : []),
      ["resync", { kind: "resync" }],
    ]);
  }
}

function keyOf(news: News): string {
  if (news.kind === "topic") return `topic ${news.topic}`;
  if (news.kind === "presence") return `presence ${news.collection} ${news.id}`;
  return news.kind === "records" ? `${news.collection} ${news.deleted} ${news.by}` : news.kind;
}

/** @param later with the same key */
function mergeNews(earlier: News, later: News): News {
  if (earlier.kind === "notifications" && later.kind === "notifications")
    return { ...later, count: earlier.count + later.count };
  if (earlier.kind !== "records" || later.kind !== "records") return later;
  const ids = earlier.ids && later.ids && [...new Set([...earlier.ids, ...later.ids])];
  return { ...later, ids: ids && ids.length <= maxIds ? ids : null };
}

function messageOf({ kind, ...rest }: News): string {
  return kind === "notifications"
    ? invocationMessage(hubMethods.notification, rest)
    : invocationMessage(hubMethods.signal, { kind, ...rest });
}
