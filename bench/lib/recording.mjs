import { existsSync, readFileSync } from "node:fs";
import { SourceMap } from "node:module";
import { dirname, join } from "node:path";
import { root } from "../../scripts/lib/root.mjs";

/** Chromium's names of main-thread tasks, by purpose. */
const kinds = {
  "evaluating scripts": /^(EvaluateScript|v8\.(compile|run|evaluate|produce).*|V8\.(Compile|Run).*)$/,
  "running scripts":
    /^(FunctionCall|RunMicrotasks|TimerFire|FireAnimationFrame|FireIdleCallback|EventDispatch|v8\.callFunction|HandlePostMessage)$/,
  "parsing HTML": /^(ParseHTML|ParseAuthorStyleSheet)$/,
  "style and layout":
    /^(UpdateLayoutTree|Layout|RecalculateStyles|InvalidateLayout|ScheduleStyleRecalculation|HitTest)$/,
  painting:
    /^(PrePaint|Paint|PaintImage|Layerize|Commit|UpdateLayer|UpdateLayerTree|CompositeLayers|RasterTask)$/,
  "collecting garbage": /^(MinorGC|MajorGC|V8\.GC.*|BlinkGC.*|CppGC.*)$/,
};

const categories = [
  "toplevel",
  "devtools.timeline",
  "blink.user_timing",
  "v8",
  "disabled-by-default-v8.cpu_profiler",
];

/** Milliseconds above which the browser calls a task long. */
const long = 50;

/**
 * @typedef {object} Recording
 * @property {number} busy milliseconds of processor time of the page's main thread
 * @property {number} longTasks milliseconds of processor time of tasks longer than 50 ms
 * @property {[name: string, milliseconds: number][]} kinds of work, the largest first
 * @property {[name: string, milliseconds: number][]} modules by their own time, the largest first
 */

/** @typedef {{ name: string, ph: string, pid: number, tid: number, ts: number, dur?: number, tdur?: number, id?: string, args?: any }} TraceEvent */

/**
 * Records a page's main thread during some work.
 * @param {import("@playwright/test").Browser} browser
 * @param {import("@playwright/test").Page} page
 * @param {() => Promise<unknown>} work
 * @param {string} [untilMark] ends the recording at this mark of the page
 * @returns {Promise<Recording>}
 */
export async function recorded(browser, page, work, untilMark) {
  await browser.startTracing(page, { categories });
  await work();
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString());
  return readTrace(traceEvents, untilMark);
}

/**
 * @param {readonly TraceEvent[]} events
 * @param {string} [untilMark]
 * @returns {Recording}
 */
function readTrace(events, untilMark) {
  const mark = events.find(({ name, ph }) => name === untilMark && /^[RIn]$/.test(ph));
  const end = mark?.ts ?? Number.POSITIVE_INFINITY;
  const thread = mark ?? busiest(events);
  const own = events
    .filter(({ ph, pid, tid, ts }) => ph === "X" && pid === thread?.pid && tid === thread.tid && ts < end)
    .toSorted((one, other) => one.ts - other.ts || (other.dur ?? 0) - (one.dur ?? 0));
  const tasks = own.filter(({ name }) => name.endsWith("RunTask")).map(({ tdur = 0 }) => tdur / 1000);
  return {
    busy: sum(tasks),
    longTasks: sum(tasks.filter((time) => time >= long)),
    kinds: largest(selfTimes(own)),
    modules: largest(moduleTimes(events, thread?.pid, end)),
  };
}

/** @param {readonly TraceEvent[]} events @returns {TraceEvent | undefined} one of the main thread that did most */
function busiest(events) {
  const names = events.filter(({ name, args }) => name === "thread_name" && args?.name === "CrRendererMain");
  const count = (/** @type {TraceEvent} */ thread) =>
    events.filter(({ pid, tid }) => pid === thread.pid && tid === thread.tid).length;
  return names.toSorted((one, other) => count(other) - count(one))[0];
}

/**
 * @param {readonly TraceEvent[]} events in order
 * @returns {Map<string, number>} milliseconds by kind, excluding nested events
 */
function selfTimes(events) {
  /** @type {Map<string, number>} */
  const times = new Map();
  /** @type {{ until: number, kind: string }[]} */
  const around = [];
  const add = (/** @type {string} */ kind, /** @type {number} */ time) =>
    times.set(kind, (times.get(kind) ?? 0) + time / 1000);
  for (const { name, ts, dur = 0, tdur = 0 } of events) {
    while ((around.at(-1)?.until ?? Number.POSITIVE_INFINITY) <= ts) around.pop();
    const outer = around.at(-1);
    const kind = Object.entries(kinds).find(([, names]) => names.test(name))?.[0] ?? outer?.kind ?? "other";
    if (kind === outer?.kind) continue;
    if (outer) add(outer.kind, -tdur);
    add(kind, tdur);
    around.push({ until: ts + dur, kind });
  }
  return times;
}

/**
 * @param {readonly TraceEvent[]} events
 * @param {number | undefined} process
 * @param {number} end
 * @returns {Map<string, number>} milliseconds by module, from samples
 */
function moduleTimes(events, process, end) {
  /** @type {Map<string, { now: number, names: Map<number, string> }>} */
  const profiles = new Map();
  /** @type {Map<string, number>} */
  const times = new Map();
  for (const { name, ph, pid, id = "", args } of events) {
    if (pid !== process) continue;
    if (name === "Profile" && ph === "P") profiles.set(id, { now: args.data.startTime, names: new Map() });
    const profile = profiles.get(id);
    if (name !== "ProfileChunk" || !profile) continue;
    const { cpuProfile = {}, timeDeltas = [] } = args.data;
    for (const node of cpuProfile.nodes ?? []) profile.names.set(node.id, moduleOf(node.callFrame));
    for (const [index, node] of (cpuProfile.samples ?? []).entries()) {
      const time = timeDeltas[index] ?? 0;
      profile.now += time;
      const module = profile.names.get(node) ?? "";
      if (profile.now < end && module !== "")
        times.set(module, (times.get(module) ?? 0) + Math.max(0, time) / 1000);
    }
  }
  return times;
}

/** @type {Map<string, SourceMap | undefined>} */
const sourceMaps = new Map();

/**
 * The source of a function if the build has maps (HUB_SOURCE_MAPS=1), the name of its package, or else its file.
 * @param {{ functionName: string, url?: string, lineNumber?: number, columnNumber?: number }} frame
 */
function moduleOf({ functionName, url = "", lineNumber = 0, columnNumber = 0 }) {
  if (/^\((idle|root|program)\)$/.test(functionName)) return "";
  const [, file] = /\/(_next\/static\/.*\.js)$/.exec(url) ?? [];
  if (!file) return functionName.startsWith("(") ? functionName : "the browser itself, and the page's head";
  if (!sourceMaps.has(file)) sourceMaps.set(file, sourceMapOf(file));
  const entry = sourceMaps.get(file)?.findEntry(lineNumber, columnNumber);
  const source = entry && "originalSource" in entry ? entry.originalSource : file;
  const [, found = source] =
    /node_modules\/((?:@[^/]+\/)?[^/]+(?:\/dist\/compiled\/[^/]+)?)/.exec(source) ?? [];
  return found.replace(/^turbopack:\/\/\/\[project\]\//, "");
}

/** @param {string} file @returns {SourceMap | undefined} */
function sourceMapOf(file) {
  const path = join(root, "dist/web", file.replace("_next", ".next"));
  if (!existsSync(path)) return undefined;
  const [, map] = /\n\/\/# sourceMappingURL=(.+)\s*$/.exec(readFileSync(path, "utf8")) ?? [];
  return map ? new SourceMap(JSON.parse(readFileSync(join(dirname(path), map), "utf8"))) : undefined;
}

/** @param {Map<string, number>} times @returns {[string, number][]} */
function largest(times) {
  return [...times].toSorted(([, one], [, other]) => other - one);
}

/** @param {readonly number[]} numbers */
function sum(numbers) {
  return numbers.reduce((total, number) => total + number, 0);
}
