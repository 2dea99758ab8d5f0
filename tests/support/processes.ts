import { execFileSync } from "node:child_process";

export interface ListedProcess {
  pid: number;
  command: string;
}

/** The processes that `parent` has started and that still run. */
export function childrenOf(parent: number): ListedProcess[] {
  const listing = execFileSync("ps", ["-A", "-o", "pid=,ppid=,args="], { encoding: "utf8" });
  return listing.split("\n").flatMap((line) => {
    const [, pid, ppid, command] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
    return Number(ppid) === parent && command ? [{ pid: Number(pid), command }] : [];
  });
}

/** The one child of the start script whose command line has `part` in it. */
export function childOf(parent: number | undefined, part: string): number {
  const found = childrenOf(parent ?? 0).filter(({ command }) => command.includes(part));
  const [child] = found;
  if (!child || found.length > 1)
    throw new Error(`Expected one child with '${part}', found ${found.length}.`);
  return child.pid;
}

/** Whether a process runs. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
