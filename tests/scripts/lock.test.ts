import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { root } from "../../scripts/lib/root.mjs";

// Two concurrent starts install and build sequentially.

const script = `
  import { withLock } from ${JSON.stringify(pathToFileURL(join(root, "scripts/lib/lock.mjs")).href)};
  await withLock(async () => {
    console.log("begin");
    await new Promise((resolve) => process.once("message", resolve));
    console.log("end");
  });
  process.disconnect();`;

function start() {
  let output = "";
  const child = spawn(process.execPath, ["--input-type=module", "--eval", script], {
    stdio: ["ignore", "pipe", "inherit", "ipc"],
  });
  child.stdout?.on("data", (text) => (output += text));
  return { child, output: () => output };
}

const goOn = (child: ChildProcess) => child.send("go on");

test("[CF-05] the second start waits, says so, and continues after the first", async () => {
  const first = start();
  await expect.poll(first.output).toContain("begin");
  const second = start();
  await expect.poll(second.output).toMatch(/^Another process is installing or building here; waiting/);
  goOn(first.child);
  await expect.poll(second.output).toContain("begin");
  expect(first.output()).toBe("begin\nend\n");
  goOn(second.child);
  expect(await once(second.child, "exit")).toEqual([0, null]);
});

test("[CF-05] a killed start blocks no other", async () => {
  const first = start();
  await expect.poll(first.output).toContain("begin");
  const second = start();
  await expect.poll(second.output).toContain("waiting");
  first.child.kill("SIGKILL");
  await expect.poll(second.output).toContain("begin");
  goOn(second.child);
  expect(await once(second.child, "exit")).toEqual([0, null]);
});
