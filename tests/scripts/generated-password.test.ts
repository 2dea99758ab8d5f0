import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Child } from "../../scripts/lib/child.mjs";
import { pendingMessage } from "../../scripts/lib/data-directory.mjs";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "hub-password-"));
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true, force: true });
});

test("[CF-05] the generated password survives a failed start, and is shown once", () => {
  pendingMessage(folder, "password").keep("dFg-5");
  expect(statSync(join(folder, "password")).mode & 0o077).toBe(0);
  const next = pendingMessage(folder, "password");
  const told: string[] = [];
  expect(next.has()).toBe(true);
  next.tell((text) => told.push(text));
  expect([told, next.has()]).toEqual([["dFg-5"], false]);
});

test.each([false, true])(
  "[CF-05] never forwards the line with it, in any chunks (shown before: %s)",
  async (isReleased) => {
    const shown: string[] = [];
    vi.spyOn(process.stdout, "write").mockImplementation((text) => shown.push(String(text)) > 0);
    const script = join(folder, "says.mjs");
    writeFileSync(
      script,
      `for (const part of ["before\\nAdmin", "istrator: admin / s3", "cret\\nafter\\n"]) {
        process.stdout.write(part);
        await new Promise((resolve) => setImmediate(resolve));
      }`,
    );
    const kept: string[] = [];
    const child = new Child("API", [script], process.env, {
      line: /^Administrator: \S+ \/ (\S+)$/,
      keep: (text: string) => kept.push(text),
    });
    if (isReleased) child.release();
    await child.ended;
    child.release();
    await expect.poll(() => shown.join("")).toBe("before\nafter\n");
    expect(kept).toEqual(["s3cret"]);
  },
);
