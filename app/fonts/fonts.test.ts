import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { fontsDirectory, makeFonts } from "../../scripts/lib/fonts.mjs";

test("the fonts match fonts.css; run `node scripts/fonts.mjs` to update them", async () => {
  const made = await makeFonts();
  const kept = readdirSync(fontsDirectory).filter((name) => name.endsWith(".woff2"));
  expect(kept.toSorted()).toEqual([...made.keys()].toSorted());
  const changed = [...made].filter(
    ([name, content]) => !content.equals(readFileSync(join(fontsDirectory, name))),
  );
  expect(changed.map(([name]) => name)).toEqual([]);
});
