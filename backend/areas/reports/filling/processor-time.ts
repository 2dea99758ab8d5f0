import { readFile } from "node:fs/promises";

/** Milliseconds of a clock tick on Linux (proc(5), `/proc/<pid>/stat`). */
const tick = 10;

/** Processor time of a process in milliseconds; 0 where it cannot be measured. */
export async function processorTimeOf(pid: number | undefined): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
  // The name in brackets may contain anything.
  const [user = 0, system = 0] = stat
    .slice(stat.lastIndexOf(")") + 2)
    .split(" ")
    .slice(11, 13)
    .map(Number);
  return (user + system) * tick;
}
