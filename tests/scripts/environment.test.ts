import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { readEnvironmentFile } from "../../scripts/lib/environment.mjs";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "hub-env-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function read(content: string | Uint8Array, environment: Record<string, string> = {}) {
  const file = join(folder, ".env");
  writeFileSync(file, content);
  const warnings: string[] = [];
  const read: Record<string, string | undefined> = { ...environment };
  readEnvironmentFile(read, file, (line) => warnings.push(line));
  return { read, warnings };
}

test.each([
  ["PORT=3999 # web", "3999"],
  ["PORT=3999\t# web", "3999"],
  ["  export PORT = 3999  ", "3999"],
  ['PORT="3999" # web', "3999"],
  ["PORT='3999'# web", "3999"],
  ["PORT=", ""],
  ["PORT=   # default: none", ""],
  ["PORT=a#b", "a#b"],
  ["PORT=#b", "#b"],
  ["PORT='a # b'", "a # b"],
  ['PORT="a \\"b\\" c\\\\d"', 'a "b" c\\d'],
  ['PORT="C:\\new"', "C:\\new"],
  ['PORT="two\nlines"', "two\nlines"],
  ["PORT=a=b c", "a=b c"],
  ["PORT=it's", "it's"],
])("[CF-03] of .env, %j is %j", (line, value) => {
  for (const ends of ["\n", "\r\n"])
    expect(read(`# first${ends}${ends}${line}${ends}APP_TITLE=Hub${ends}`)).toEqual({
      read: { PORT: value, APP_TITLE: "Hub" },
      warnings: [],
    });
});

test("[CF-03] .env is read as UTF-16 and with a byte order mark, as Windows programs write it", () => {
  const text = "APP_TITLE=Zażółć\r\nPORT=3999\r\n";
  const little = Buffer.from(`\ufeff${text}`, "utf16le");
  for (const bytes of [Buffer.from(`\ufeff${text}`), little, Buffer.from(little).swap16()])
    expect(read(bytes).read).toEqual({ APP_TITLE: "Zażółć", PORT: "3999" });
});

test("[CF-03] the environment takes precedence over .env, which is optional", () => {
  expect(read("PORT=1\nHOST=::", { PORT: "2" }).read).toEqual({ PORT: "2", HOST: "::" });
  expect(() => readEnvironmentFile({}, join(folder, "none"))).not.toThrow();
});

test.each([
  ["PORT 3999", /line 1 is neither NAME=value nor a comment/],
  ["A=1\n\nsecret", /line 3 is neither/],
  ['PORT="3999', /line 1 has a quotation mark that is not closed/],
  ['PORT="39" 99', /line 1 has more text behind/],
  ["PORT=1\nHOST=::\nPORT=2", /line 3 sets PORT once more, after line 1/],
])("[CF-03] %j stops the start with its line number, and does not reveal the line", (content, message) => {
  expect(() => read(content)).toThrow(message);
  expect(() => read(content)).not.toThrow(/secret|39|99/);
});

test("[CF-03] a .env that is a folder, unreadable or no text is not ignored", () => {
  const file = join(folder, ".env");
  mkdirSync(file);
  expect(() => readEnvironmentFile({}, file)).toThrow(/^The file \.env cannot be read \(it is a folder\)/);
  rmSync(file, { recursive: true });
  for (const bytes of [Buffer.from("APP_TITLE=Müller", "latin1"), Buffer.from("PORT=1\n", "utf16le")])
    expect(() => read(bytes)).toThrow(/^The file \.env is not text in UTF-8/);
  chmodSync(file, 0);
  // The superuser may read everything.
  if (process.getuid?.() !== 0) expect(() => readEnvironmentFile({}, file)).toThrow(/EACCES/);
});

test("[CF-03] a misspelt setting is reported, another program's variable is not", () => {
  const { warnings } = read(
    "POTR=1\nPUBLIC_UR=x\nmulti_tenancy=on\nCOMPOSE_PROJECT_NAME=hub\nTZ=UTC\nPORT=1",
  );
  expect(warnings).toEqual([
    ".env, line 1: POTR is not a setting of Hub. Did you mean PORT?",
    ".env, line 2: PUBLIC_UR is not a setting of Hub. Did you mean PUBLIC_URL?",
    ".env, line 3: multi_tenancy is not a setting of Hub. Did you mean MULTI_TENANCY?",
  ]);
});
