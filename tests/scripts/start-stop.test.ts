import { once } from "node:events";
import { existsSync } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { isListening } from "../support/ports";
import { isRunning, productProcesses } from "../support/processes";
import { type RunningProduct, startProduct, startThatEnds } from "../support/product";

/** Stops a product as a terminal or a service manager does: both of its processes end in order. */
async function expectStop(product: RunningProduct, signal: "SIGINT" | "SIGTERM"): Promise<void> {
  const children = Object.values(productProcesses(product.process.pid));
  product.process.kill(signal);
  const [code] = await once(product.process, "exit");
  expect(code).toBe(0);
  expect(children.filter(isRunning)).toEqual([]);
  await expectFreePorts(product);
}

async function expectFreePorts({ origin, apiOrigin }: RunningProduct): Promise<void> {
  for (const address of [origin, apiOrigin])
    expect([address, await isListening(Number(new URL(address).port))]).toEqual([address, false]);
}

describe("npm start", () => {
  test.each([
    ["API", "api"],
    ["web process", "web"],
  ] as const)(
    "[CF-05] when the %s dies, the other is stopped, and the exit code is 1",
    async (name, which) => {
      const product = await startProduct();
      process.kill(productProcesses(product.process.pid)[which], "SIGKILL");
      const [code] = await once(product.process, "exit");
      expect(code).toBe(1);
      expect(product.output()).toContain(`The ${name} has ended by itself`);
      await expectFreePorts(product);
      await product.stop();
    },
  );

  test("[CF-05] refuses a data directory in use, and leaves no process behind when killed", async () => {
    const product = await startProduct();
    const { code, lines } = await startThatEnds({ DATA_DIR: product.dataDirectory });
    expect(lines).toEqual([expect.stringMatching(/DATA_DIR is in use/)]);
    expect(code).toBe(1);
    const children = Object.values(productProcesses(product.process.pid));
    product.process.kill("SIGKILL");
    await expect.poll(() => children.filter(isRunning), { timeout: 15_000 }).toEqual([]);
    await product.stop();
  });

  test("[CF-05] prints address and users, the generated password only the first time, and stops on a signal", async () => {
    const product = await startProduct({ isFirstStart: true, settings: { ADMIN_PASSWORD: "" } });
    expect(product.output()).toContain(product.origin);
    expect(product.output()).toMatch(/Username:\s+admin/);
    const [, password] = /Password:\s+(\S+)/.exec(product.output()) ?? [];
    expect(password?.length).toBeGreaterThanOrEqual(12);
    expect(product.output().split(password ?? "")).toHaveLength(2);
    expect(existsSync(join(product.dataDirectory, "generated-password"))).toBe(false);
    await expectStop(product, "SIGINT");

    const again = await startProduct({ settings: { ADMIN_PASSWORD: "", DATA_DIR: product.dataDirectory } });
    expect(again.output()).not.toMatch(/Password:/);
    const secret = join(product.dataDirectory, "session-secret");
    expect((await stat(secret)).mode & 0o077).toBe(0);
    expect((await readFile(secret, "utf8")).length).toBeGreaterThanOrEqual(32);
    await expectStop(again, "SIGTERM");
    await again.stop();
    await product.stop();
  });
});
