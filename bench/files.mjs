import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createWriteStream, mkdtempSync, rmSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { browserHeaders } from "./lib/http.mjs";
import { listen } from "./lib/listen.mjs";
import { timed, watch } from "./lib/statistics.mjs";

const megabyte = 1024 * 1024;
const size = 290 * megabyte;
const part = Buffer.alloc(256 * 1024, "x");
const atOnce = 4;
/** Size of the largest attachment in megabytes. */
export const largestAttachment = 2048;
const streams = 100;

/**
 * Attachments sent and fetched through web process and API, beside a bare server that writes the same to a disk.
 * @param {{ origin: string, memoryOfEach(): number[], report: import("./lib/report.mjs").Report }} measured
 */
export async function measureFiles({ origin, memoryOfEach, report }) {
  report.section(`Attachments of ${size / megabyte} MB`);
  const headers = await browserHeaders(origin);
  const send = (bytes = size) => sendFile(`${origin}/api/attachments`, headers, bytes);
  const bare = await startBareServer();
  try {
    await sendFile(bare.origin, {}, size);
    const plain = await seconds(() => sendFile(bare.origin, {}, size));
    const first = await send();
    const one = await seconds(() => send());
    report.add("bare server to disk", size / megabyte / plain, "MB/s");
    report.add("upload, of a bare server", plain / one, "", { min: 0.6 });

    const together = await growthDuring(memoryOfEach, () =>
      Promise.all(Array.from({ length: atOnce }, () => send())),
    );
    report.add(`${atOnce} uploads at once, growth of a process`, together, "MB", { max: 50 });
    const large = await growthDuring(memoryOfEach, () => send(largestAttachment * megabyte));
    report.add(`${largestAttachment / 1024} GB in one upload, growth of a process`, large, "MB", { max: 50 });

    const stream = `${origin}/api/attachments/${first}/stream/x/1`;
    const times = [];
    for (let count = 0; count < 20; count += 1) {
      const start = Math.floor(Math.random() * (size - megabyte));
      times.push(await seconds(() => fetchPart(stream, headers, start)));
    }
    report.add("first bytes after a seek, at most", Math.max(...times) * 1000, "ms", { max: 100 });
    const failed = await Promise.allSettled(
      Array.from({ length: streams }, (_, index) => fetchPart(stream, headers, index * megabyte)),
    );
    const errors = failed.filter(({ status }) => status === "rejected").length;
    report.add(`errors among ${streams} streams at once`, errors, "", { max: 0 });
  } finally {
    bare.stop();
  }
}

/**
 * The largest growth in megabytes of a process while something runs.
 * @param {() => number[]} memoryOfEach
 * @param {() => Promise<unknown>} work
 */
async function growthDuring(memoryOfEach, work) {
  const stops = memoryOfEach().map((_, index) => watch(() => memoryOfEach()[index] ?? 0));
  await work();
  return Math.max(...stops.map((stop) => stop()).map(({ before, most }) => most - before));
}

/** @param {() => Promise<unknown>} work */
async function seconds(work) {
  return (await timed(work)) / 1000;
}

/**
 * Sends a text file as a form.
 * @param {string} url
 * @param {Record<string, string>} headers
 * @param {number} size bytes
 * @returns {Promise<unknown>} the response
 */
export async function sendFile(url, headers, size) {
  const boundary = randomBytes(12).toString("hex");
  const field = `--${boundary}\r\ncontent-disposition: form-data; name=`;
  const head = `${field}"fileName"\r\n\r\nLarge\r\n${field}"file"; filename="large.txt"\r\n\r\n`;
  const tail = `\r\n--${boundary}--\r\n`;
  const asked = request(url, {
    method: "POST",
    headers: {
      ...headers,
      "content-type": `multipart/form-data; boundary=${boundary}`,
      "content-length": head.length + size + tail.length,
    },
  });
  const received = once(asked, "response");
  asked.write(head);
  for (let left = size; left > 0; left -= part.length) if (!asked.write(part)) await once(asked, "drain");
  asked.end(tail);
  const [response] = await received;
  let text = "";
  for await (const each of response) text += each;
  if (response.statusCode !== 200) throw new Error(`${response.statusCode} ${url}: ${text}`);
  return JSON.parse(text);
}

/**
 * Reads a megabyte from `start` on.
 * @param {string} url
 * @param {Record<string, string>} headers
 * @param {number} start
 */
async function fetchPart(url, headers, start) {
  const range = `bytes=${start}-${start + megabyte - 1}`;
  const response = await fetch(url, { headers: { ...headers, range } });
  const { byteLength } = await response.arrayBuffer();
  if (response.status !== 206 || byteLength !== megabyte)
    throw new Error(`${response.status}: ${byteLength}`);
}

async function startBareServer() {
  const directory = mkdtempSync(join(tmpdir(), "hub-bench-files-"));
  let count = 0;
  const { origin, stop } = await listen(async (asked, response) => {
    count += 1;
    await pipeline(asked, createWriteStream(join(directory, String(count)), { flush: true }));
    response.end("{}");
  });
  return {
    origin,
    stop: () => {
      stop();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
