import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, test } from "vitest";
import { killInMidWrite } from "../support/kill-in-mid-write";

const rounds = 20;

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "hub-kill-"));
});
afterEach(() => rm(directory, { recursive: true, force: true }));

test(
  `[HI-01] killed ${rounds} times during writes, the API loses no acknowledged change`,
  {
    timeout: 600_000,
  },
  () => killInMidWrite(directory, rounds),
);
