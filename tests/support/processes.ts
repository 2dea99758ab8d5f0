import { execFileSync } from "node:child_process";

interface ListedProcess {
  pid: number;
  command: string;
}

function childrenOf(parent: number): ListedProcess[] {
  const listing = execFileSync("ps", ["-A", "-o", "pid=,ppid=,args="], { encoding: "utf8" });
  return listing.split("\n").flatMap((line) => {
    const [, pid, ppid, command] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
    return Number(ppid) === parent && command ? [{ pid: Number(pid), command }] : [];
  });
}

/** Returns the API and web processes of a start script. */
export function productProcesses(startScript: number | undefined): { api: number; web: number } {
  const [api, web] = childrenOf(startScript ?? 0).sort((a) => (a.command.includes("dist/api.mjs") ? -1 : 1));
  if (!api || !web) throw new Error("The start script does not run two processes.");
  return { api: api.pid, web: web.pid };
}

/** Whether a process is running. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
