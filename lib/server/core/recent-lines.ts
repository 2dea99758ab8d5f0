/** Lines kept, and characters of each. */
const most = 500;
const longest = 2_000;

const lines: string[] = [];

/** Keeps the process's latest log lines in memory for a support bundle. */
export function rememberLine(line: string): void {
  lines.push(line.trimEnd().slice(0, longest));
  if (lines.length > most) lines.shift();
}

/** The latest lines, the oldest first. */
export const recentLines = (): readonly string[] => lines;
