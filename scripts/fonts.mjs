// `node scripts/fonts.mjs`: regenerates the fonts, after a change of app/fonts/fonts.css or of the source package.
import { readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { run } from "./lib/cli-error.mjs";
import { fontsDirectory, makeFonts } from "./lib/fonts.mjs";

await run(async () => {
  const files = await makeFonts();
  for (const name of readdirSync(fontsDirectory))
    if (name.endsWith(".woff2") && !files.has(name)) rmSync(join(fontsDirectory, name));
  for (const [name, content] of files) {
    writeFileSync(join(fontsDirectory, name), content);
    console.log(`${name}: ${(content.length / 1000).toFixed(1)} kB`);
  }
});
