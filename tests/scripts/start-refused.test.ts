import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startThatEnds } from "../support/product";

// Every failed start reports in one line what to change, with exit code 1.

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "hub-refused-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const startWith = (settings: Record<string, string>) =>
  startThatEnds({ DATA_DIR: join(folder, "data"), ...settings });

describe("npm start refuses", () => {
  // One case per validator: the start script, the API, the web process, and both.
  test.each([
    ["PORT", "eighty"],
    ["API_PORT", "99999"],
    ["HOST", "192.0.2.1"],
    ["API_HOST", "nowhere.invalid"],
    ["METRICS_TOKEN", "short"],
    ["BASE_PATH", "/a b"],
    ["MULTI_TENANCY", "perhaps"],
    ["PRODUCT_URL", "javascript:alert(1)"],
  ])("[CF-03] the setting %s=%s", async (name, value) => {
    const { code, lines } = await startWith({ [name]: value });
    expect(lines).toEqual([expect.stringContaining(name)]);
    expect(code).toBe(1);
  });

  test("[CF-05] a port in use", async () => {
    const taken = createServer().listen(0);
    await once(taken, "listening");
    const address = taken.address();
    const port = typeof address === "object" && address ? address.port : 0;
    const { code, lines } = await startWith({ API_PORT: String(port) });
    taken.close();
    expect(lines).toEqual([`Port ${port} is in use. Set API_PORT to another port.`]);
    expect(code).toBe(1);
  });

  test("[CF-05] a data directory that is not writable", async () => {
    const file = join(folder, "a-file");
    await writeFile(file, "");
    const { code, lines } = await startWith({ DATA_DIR: join(file, "data") });
    expect(lines).toEqual([expect.stringContaining("DATA_DIR")]);
    expect(code).toBe(1);
  });
});
