import { hubMethods, type News } from "../../lib/live/hub";
import { invocationMessage } from "./protocol";

/** One way of bringing texts to a client. */
export interface Transport {
  /** Whether a text can be taken now; when that becomes so, {@link LiveConnection.flush} is called. */
  isReady(): boolean;
  write(text: string): void;
  /** Brings what is left to say, and ends. */
  end(last: string): void;
}

/** Different things that wait to be told to one client; more of them come down to one: that it should ask anew. */
const maxWaiting = 100;
const maxIds = 100;
/** Milliseconds between two deliveries, within which what is alike is put together. */
const pause = 100;

/**
 * What is told to one client. However much happens, what waits for it is bounded: like is put together with like, and what does
 * not fit any more becomes a single `resync` (HO-03).
 */
export class LiveConnection {
  private waiting = new Map<string, News>();
  private nextAt = 0;
  private timer: NodeJS.Timeout | undefined;
  /** Of `Date.now()`: when a text was written last. */
  writtenAt = Date.now();
  isEnded = false;
  /** Holds news back, as until it is known again what the receiver may do. */
  isHeld = false;

  constructor(
    private readonly transport: Transport,
    /** Called once, when it has ended from whichever side. */
    private readonly onEnd: () => void,
  ) {}

  tell(news: News): void {
    if (this.isEnded) return;
    const key = keyOf(news);
    const before = this.waiting.get(key);
    if (this.waiting.has("resync") && news.kind !== "notifications") return;
    this.waiting.set(key, before ? together(before, news) : news);
    if (this.waiting.size > maxWaiting) this.forgetAllBut();
    this.flush();
  }

  /** Writes what waits, unless it is held back, or something was written a moment ago. */
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

  /** @param text is lost where the transport cannot take it now */
  write(text: string): void {
    if (this.isEnded || !this.transport.isReady()) return;
    this.writtenAt = Date.now();
    this.transport.write(text);
  }

  /** Ends it from this side. */
  end(last: string): void {
    if (this.isEnded) return;
    this.transport.end(last);
    this.ended();
  }

  /** It has ended from the other side. */
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

/** @param later of the same key */
function together(earlier: News, later: News): News {
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
