import { checkStates, type SystemReport } from "../../lib/contract/system";

const words = { fine: "fine", look: "look at it", act: "act" } as const;
const width = Math.max(...checkStates.map((state) => words[state].length));

/** A report as a table for terminals: the state, the title, the finding and beneath it the remedy. */
export function tableOf({ version, checkedOn, checks }: SystemReport): string {
  const titles = Math.max(...checks.map(({ title }) => title.length));
  const indent = " ".repeat(width + titles + 4);
  const lines = checks.flatMap(({ state, title, text, remedy, at }) => [
    `${words[state].padEnd(width)}  ${title.padEnd(titles)}  ${text}${at ? ` (${at})` : ""}`,
    ...(remedy ? [`${indent}→ ${remedy}`] : []),
  ]);
  return [`Hub ${version}, checked ${checkedOn}`, "", ...lines, ""].join("\n");
}
