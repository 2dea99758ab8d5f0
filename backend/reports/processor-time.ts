import { readFile } from "node:fs/promises";

/** Milliseconds of a tick by which Linux counts (proc(5), `/proc/<pid>/stat`). */
const tick = 10;

/** Milliseconds that a process has had of processors, however busy they are; 0 where the system does not tell. */
export async function processorTimeOf(pid: number | undefined): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
  // The name in brackets may hold anything.
  const [user = 0, system = 0] = stat
    .slice(stat.lastIndexOf(")") + 2)
    .split(" ")
    .slice(11, 13)
    .map(Number);
  return (user + system) * tick;
}
