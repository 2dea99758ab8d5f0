import { mkdtempSync, readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { diskStore } from "../files/disk";
import { s3Store } from "../files/s3";
import { checkBucket } from "../files/s3-check";
import { Thumbnails } from "../files/thumbnails";
import { makeMailer } from "../mail/mailer";
import { callProvider } from "../oidc/ask-provider";
import { hashPassword, verifyPassword } from "../queues/password";
import { describeApi } from "../testing/api";
import { refuseInTransaction } from "./open-transaction";

const dataDirectory = mkdtempSync(join(tmpdir(), "hub-open-"));
const files = diskStore(dataDirectory);
const s3 = s3Store({ bucket: "files", prefix: "", region: "here", endpoint: "http://localhost:1" });
const mail = { to: "a@example.com", subject: "", text: "", html: "", id: "1", language: "en" };
const mailFrom = "hub@example.com";

/** All work that waits for something other than the database. */
const slow: Record<string, () => Promise<unknown>> = {
  hash: () => hashPassword("Correct-horse-7"),
  verify: () => verifyPassword(null, "Correct-horse-7", "first"),
  "ask a provider": () => callProvider("http://localhost:1/"),
  "read a picture": () =>
    new Thumbnails().square(new Uint8Array(), { side: 1, by: { tenant: "", person: "" } }),
  "send by SMTP": () => makeMailer({ smtpUrl: "smtp://localhost:1", mailFrom, dataDirectory }).send(mail),
  "write into the outbox": () => makeMailer({ mailFrom, dataDirectory }).send(mail),
  "write a file": () => files.write("a.txt", new Uint8Array()),
  "read a file": () => files.read("a.txt"),
  "ask whether there is a file": () => files.sizeOf("a.txt"),
  "read a file back": () => files.readBack("a.txt"),
  "remove a file": () => files.remove("a.txt"),
  "look for any file": () => files.anyKey(),
  "look for files": () => files.storedBefore(new Date())[Symbol.asyncIterator]().next(),
  "store in a bucket": () => s3.write("a.txt", new Uint8Array()),
  "read out of a bucket": () => s3.read("a.txt"),
  "ask a bucket": () => s3.sizeOf("a.txt"),
  "read back from a bucket": () => s3.readBack("a.txt"),
  "remove from a bucket": () => s3.remove("a.txt"),
  "look into a bucket": () => s3.anyKey(),
  "list a bucket": () => s3.storedBefore(new Date())[Symbol.asyncIterator]().next(),
  "check a bucket": () => checkBucket({ bucket: "files", prefix: "", region: "here" }),
};

describeApi("an open transaction", (api) => {
  test.each(Object.entries(slow))("does not wait for work other than SQL: %s", async (_, work) => {
    await expect(api.connection.transaction("owner", work)).rejects.toThrow(/inside of a transaction/);
  });

  test("opens no second one, which would deadlock the embedded database", async () => {
    const nested = api.connection.transaction("owner", () =>
      api.connection.transaction("owner", async () => {}),
    );
    await expect(nested).rejects.toThrow(/inside of a transaction/);
  });

  test("does not restrict work that outlives it or runs beside it", async () => {
    const beside = () => refuseInTransaction("Something");
    let afterwards = () => {};
    const over = new Promise<void>((resolve) => {
      afterwards = resolve;
    });
    let later = Promise.resolve();
    await api.connection.transaction("owner", async () => {
      later = over.then(beside);
    });
    afterwards();
    await expect(later).resolves.toBeUndefined();
    const failed = api.connection.transaction("owner", async () => {
      throw new Error("rolled back");
    });
    await expect(failed).rejects.toThrow("rolled back");
    expect(beside).not.toThrow();
  });
});

/**
 * Modules of the API with slow work that is not SQL, and the Node.js modules and packages behind them. A new one calls
 * `refuseInTransaction`, or is allowed here with the reason why no transaction waits for it.
 */
const doors =
  /["'](?:node:(?:fs|net|tls|http|https|http2|dns|dgram|child_process|worker_threads|timers)(?:\/promises)?|sharp|@node-rs\/argon2|nodemailer|undici|@aws-sdk\/client-s3)["']/;
/** Types, and functions of those modules that only compute on their arguments. */
const harmless =
  /^import (?:type .*|\{ (?:(?:isIP|isIPv4|isIPv6|BlockList|STATUS_CODES)(?:, )?)+ \} from "node:(?:net|http)");$/gm;
const isAllowed = (path: string) =>
  // Files of the embedded database, and those read when it opens.
  path.startsWith("database/") ||
  // Separate commands, and timers of the API outside of requests.
  path.startsWith("backup/") ||
  // A separate command, which calls another server.
  path.startsWith("conformance/") ||
  // Separate commands, and checks that run-checks.ts keeps out of transactions.
  path.startsWith("system/") ||
  // Starts and stops the process.
  path === "server.ts" ||
  // Reached only through thumbnails.ts, which refuses transactions.
  path === "files/image-process.ts" ||
  // Reached only from s3.ts and s3-check.ts.
  path === "files/s3-client.ts" ||
  // callProvider waits between two reads.
  path === "oidc/provider.ts" ||
  // Reads from the system, without a disk.
  path === "areas/reports/filling/processor-time.ts" ||
  // Builds the response to a WebSocket upgrade from Node's own classes, without waiting.
  path === "live/routes.ts";

test("every module with slow work other than SQL refuses it inside a transaction", () => {
  const sources = readdirSync("backend", { recursive: true, encoding: "utf8" })
    .filter((path) => /\.ts$/.test(path) && !/\.test\.ts$|^testing\//.test(path))
    .map((path) => ({ path, text: readFileSync(join("backend", path), "utf8").replace(harmless, "") }));
  const found = sources.filter(({ text }) => doors.test(text) || /(?<![\w.])fetch\(\s*[^)\s]/.test(text));
  // Ensures that the search finds something.
  expect(found.length).toBeGreaterThan(5);
  const unguarded = found.filter(
    ({ path, text }) => !text.includes("refuseInTransaction(") && !isAllowed(path),
  );
  expect(unguarded.map(({ path }) => path)).toEqual([]);
});
