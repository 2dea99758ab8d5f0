import { cpSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { isAbsolute, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { root } from "../../scripts/lib/root.mjs";
import { type FakeApi, startFakeApi } from "../bff/fake-api";
import { secret } from "../bff/web";
import { startWeb } from "../support/api-process";
import { freePort } from "../support/free-port";

/** Output of the build. `dist/web` is derived from it at a start. */
const results = [".next", "dist/api"];

test("[CF-05] no file and no link of the build contains its folder", () => {
  const found: string[] = [];
  for (const result of results)
    for (const entry of readdirSync(join(root, result), { recursive: true, withFileTypes: true })) {
      const path = join(entry.parentPath, entry.name);
      if (entry.isSymbolicLink()) {
        if (isAbsolute(readlinkSync(path))) found.push(path);
      } else if (entry.isFile() && readFileSync(path).includes(root)) found.push(path);
    }
  expect(found).toEqual([]);
});

let folder: string;
let api: FakeApi;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "hub-moved-"));
  api = await startFakeApi();
});
afterAll(async () => {
  await api.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Starts the web process of a folder and returns the status of three pages, which also loads their modules. */
async function statuses(project: string) {
  const port = await freePort();
  const web = await startWeb(
    {
      PORT: String(port),
      API_URL: api.address,
      SESSION_SECRET: secret,
      SESSION_STORE_URL: "postgres://127.0.0.1:1/none",
    },
    project,
  );
  const answers = await Promise.all(
    ["/login", "/health", "/ready"].map((path) => fetch(`http://localhost:${port}${path}`)),
  );
  await web.stop();
  return answers.map(({ status }) => status);
}

test("[CF-01] a build that was started and then moved serves pages at its new place", async () => {
  const [before, after] = [join(folder, "before"), join(folder, "after")];
  for (const part of [".next", "scripts", "public", "package.json"])
    cpSync(join(root, part), join(before, part), { recursive: true, verbatimSymlinks: true });
  // The session store is unreachable, but its package was found.
  const expected = [200, 200, 503];
  expect(await statuses(before)).toEqual(expected);
  renameSync(before, after);
  expect(await statuses(after)).toEqual(expected);
});
