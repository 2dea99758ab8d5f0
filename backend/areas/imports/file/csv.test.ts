import { expect, test } from "vitest";
import { csvRows, separatorsOf } from "./csv";

async function cellsOf(text: string) {
  const rows = [];
  const parts = (async function* parts() {
    yield text;
  })();
  for await (const some of csvRows(parts, separatorsOf(text)[0], 10, { isOpen: false })) rows.push(...some);
  return rows.map(({ rowNumber, cells }) => [rowNumber, ...cells]);
}

test("[TL-09] a separator declared in the file is used", async () => {
  for (const sign of [";", ",", "\t", "|", "^", "~", "*", ":"])
    expect(await cellsOf(`sep=${sign}\r\nname${sign}note\nx${sign}yz\n`)).toEqual([
      [2, "name", "note"],
      [3, "x", "yz"],
    ]);
});

test("[TL-09] a line that declares no valid separator is content", async () => {
  for (const sign of ["d", "n", "s", "1", ".", "-", '"', "'", "=", "_", " ", "\\", "]", "\u0000", "é"])
    expect(await cellsOf(`sep=${sign}\nadmin;dns.1-2\n`)).toEqual([
      [1, expect.stringMatching(/^sep=/)],
      [2, "admin", "dns.1-2"],
    ]);
});
