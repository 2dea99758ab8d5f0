"use client";
import {
  DefaultHttpClient,
  HttpError,
  HttpResponse,
  HttpTransportType,
  type HubConnection,
  HubConnectionBuilder,
  HubConnectionState,
  LogLevel,
  NullLogger,
} from "@microsoft/signalr";
import { hubMethods, hubPath, type News, presenceMethod } from "../../live/hub";
import { sleep, whileVisible } from "./abortable";
import { hear, type ReportPresence, setReportPresence } from "./news";

/** Minimum and maximum milliseconds between attempts. */
const minRetryDelay = 500;
const maxRetryDelay = 30_000;
/** Milliseconds after which a lost connection no longer counts as a failed attempt. */
const stableAfter = 10_000;
/** Delay without a session, which the window's own calls detect and report. */
const retryDelayWhileRefused = 60_000;
/** Milliseconds in the background after which a window refetches its data: browsers suspend hidden windows. */
const maxHiddenTime = 60_000;

/** The close message of SignalR's JSON protocol. */
const closeMessage = '{"type":7}\u001e';

/** Milliseconds in which a closed window may return, as on a reload. */
const returnTime = 5_000;

type ReportedPresence = Parameters<ReportPresence>[0];

/** Messages between windows: news, presence, and the presence of a closing window. */
type Message = { news: News } | { presence: ReportedPresence } | { left: readonly ReportedPresence[] };

export interface Listening {
  /** Base path and tenant prefix. */
  prefix: string;
  userId: string;
  language: string;
}

/**
 * Receives server notifications until `signal` is aborted. All windows of a user share one connection, as browsers limit
 * HTTP/1.1 to six per server and a stream occupies one. The window that holds a browser lock connects and forwards to the
 * others.
 */
export function connectLive(options: Listening, signal: AbortSignal): void {
  const name = `hub.live${options.prefix} ${options.userId}`;
  const channel = new BroadcastChannel(name);
  const presenceEvents = new EventTarget();
  /** The latest presence at each record, of all windows and of this one. */
  const latest = new Map<string, ReportedPresence>();
  const own = new Map<string, ReportedPresence>();
  const reportPresence: ReportPresence = (detail) => {
    if (detail.state === "gone") latest.delete(keyOf(detail));
    else latest.set(keyOf(detail), detail);
    presenceEvents.dispatchEvent(new CustomEvent("presence", { detail }));
  };
  const broadcastPresence: ReportPresence = (presence) => {
    reportPresence(presence);
    channel.postMessage({ presence } satisfies Message);
  };
  channel.addEventListener("message", ({ data }: MessageEvent<Message>) => {
    if ("news" in data) hear(data.news);
    else if ("presence" in data) reportPresence(data.presence);
    else for (const presence of data.left) handleClosedWindow(presence);
  });
  /** All windows share a connection, and the closed one may have been the last at the record. */
  const handleClosedWindow = (presence: ReportedPresence) => {
    const key = keyOf(presence);
    const still = own.get(key);
    if (still) return broadcastPresence(still);
    const before = latest.get(key);
    setTimeout(() => {
      if (latest.get(key) === before && !signal.aborted) reportPresence({ ...presence, state: "gone" });
    }, returnTime);
  };
  const broadcastNews = (news: News) => {
    hear(news);
    channel.postMessage({ news } satisfies Message);
  };
  // Only the connected window handles presence messages.
  setReportPresence((presence) => {
    // Views report their end after the workspace unmounts.
    if (signal.aborted) return;
    if (presence.state === "gone") own.delete(keyOf(presence));
    else own.set(keyOf(presence), presence);
    broadcastPresence(presence);
  });
  // If the closing window holds the connection, the server sees its end.
  const leave = () => own.size > 0 && channel.postMessage({ left: [...own.values()] } satisfies Message);
  window.addEventListener("pagehide", leave, { signal });
  const comeBack = ({ persisted }: PageTransitionEvent) => {
    if (persisted) for (const presence of own.values()) broadcastPresence(presence);
  };
  window.addEventListener("pageshow", comeBack, { signal });
  signal.addEventListener("abort", () => {
    setReportPresence(undefined);
    channel.close();
  });
  resyncWhenVisible(signal);
  // Notifications since the page was rendered went to earlier windows.
  hear({ kind: "read" });
  const presence = { events: presenceEvents, latest };
  if (navigator.locks) {
    navigator.locks
      .request(name, { signal }, () => holdConnection(options, presence, broadcastNews, signal))
      .catch(() => undefined);
  } else {
    // Locks require a secure context: without them each visible window connects.
    void whileVisible((visible) => holdConnection(options, presence, hear, visible), signal);
  }
}

const keyOf = ({ collection, id }: ReportedPresence) => `${collection}/${id}`;

function resyncWhenVisible(signal: AbortSignal): void {
  let hiddenAt: number | undefined;
  document.addEventListener(
    "visibilitychange",
    () => {
      const hiddenTime = hiddenAt === undefined ? 0 : Date.now() - hiddenAt;
      hiddenAt = document.visibilityState === "hidden" ? Date.now() : undefined;
      if (hiddenTime > maxHiddenTime) hear({ kind: "resync" });
    },
    { signal },
  );
}

/** Connects, and reconnects whenever the connection is lost. */
async function holdConnection(
  options: Listening,
  presence: { events: EventTarget; latest: ReadonlyMap<string, ReportedPresence> },
  broadcastNews: (news: News) => void,
  signal: AbortSignal,
): Promise<void> {
  let failures = 0;
  let isSessionOver = false;
  for (let attempt = 0; !signal.aborted; attempt += 1) {
    let failedStatus = 0;
    const connection = connectionOf(options, broadcastNews, signal, (status) => {
      failedStatus = status;
    });
    const stop = () => void connection.stop().catch(() => undefined);
    signal.addEventListener("abort", stop, { once: true });
    const sendPresence = (presence: ReportedPresence) => {
      if (connection.state !== HubConnectionState.Connected) return;
      // A lost message is repeated within a minute.
      connection.send(presenceMethod, presence).catch(() => undefined);
    };
    const forwardPresence = (event: Event) => sendPresence((event as CustomEvent).detail);
    presence.events.addEventListener("presence", forwardPresence);
    let isRefused = false;
    try {
      const closed = new Promise<void>((resolve) => connection.onclose(() => resolve()));
      await connection.start();
      const since = Date.now();
      isSessionOver = false;
      // Presence reported while there was no connection.
      for (const reported of presence.latest.values()) sendPresence(reported);
      // Notifications before the first connection may be missing from the bell's count.
      broadcastNews(attempt === 0 ? { kind: "read" } : { kind: "resync" });
      await closed;
      // A server that ends every connection at once is retried at growing intervals, like one that refuses.
      failures = Date.now() - since > stableAfter ? 0 : failures + 1;
    } catch {
      failures += 1;
      isRefused = [401, 403, 404].includes(failedStatus);
      // The bell's call shows why, and covers a window with a session that was ended elsewhere.
      if (failedStatus === 401 && !isSessionOver) broadcastNews({ kind: "read" });
      isSessionOver ||= failedStatus === 401;
    }
    signal.removeEventListener("abort", stop);
    presence.events.removeEventListener("presence", forwardPresence);
    const pause = Math.min(minRetryDelay * 2 ** failures, maxRetryDelay) * (0.5 + Math.random() / 2);
    await sleep(isRefused ? retryDelayWhileRefused : pause, signal);
  }
}

/** @param onFailure called with the status of each request that was not answered with a success */
function connectionOf(
  { prefix, language }: Listening,
  broadcastNews: (news: News) => void,
  signal: AbortSignal,
  onFailure: (status: number) => void,
): HubConnection {
  const httpClient = new DefaultHttpClient(NullLogger.instance);
  const send = httpClient.send.bind(httpClient);
  httpClient.send = async (request) => {
    // SignalR sends a close message even if the server closed because the session is over; the end of the stream is enough.
    const isLast = request.method === "POST" && (signal.aborted || request.content === closeMessage);
    if (isLast) return new HttpResponse(200);
    try {
      return await send(request);
    } catch (error) {
      if (error instanceof HttpError) onFailure(error.statusCode);
      throw error;
    }
  };
  const connection = new HubConnectionBuilder()
    .withUrl(`${prefix}/api${hubPath}`, {
      transport: HttpTransportType.ServerSentEvents | HttpTransportType.LongPolling,
      headers: { "x-csrf": "1", lang: language },
      httpClient,
    })
    // The shell reports that the server is away.
    .configureLogging(LogLevel.None)
    .build();
  connection.on(hubMethods.notification, (news) => broadcastNews({ kind: "notifications", ...news }));
  connection.on(hubMethods.signal, broadcastNews);
  return connection;
}
