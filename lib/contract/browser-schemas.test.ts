import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

// Fields that scripts/lib/browser-contract.cjs strips for browsers; TypeScript reads the full contract, so does not notice.
const leftOut = "query|body|response|access|summary";
const ofContract = /(?<!typeof )\bcontract(?:\.\w+|\["[\w-]+"\])\.\w+\.(?:KEYS)\b/;
const takenOut = /const \{([^}]+)\} = contract(?:\.\w+|\["[\w-]+"\])/g;

/** Uses of a call's schemas in a browser file. */
function schemasIn(code: string): string[] {
  const names = [...code.matchAll(takenOut)].flatMap(([, list = ""]) =>
    list.split(",").map((name) => name.split(":").at(-1)?.trim() ?? ""),
  );
  const own = names.filter(Boolean).map((name) => `(?<!typeof |\\.)\\b${name}\\.(?:${leftOut})\\b`);
  const asked = new RegExp([ofContract.source.replace("KEYS", leftOut), ...own].join("|"), "g");
  return code.match(asked) ?? [];
}

test.each([
  ["useForm(contract.users.create.body)", ["contract.users.create.body"]],
  ['schema={contract["my-area"].save.body}', ['contract["my-area"].save.body']],
  ["const { add, remove: end } = contract.users;\nf(add.body, end.query)", ["add.body", "end.query"]],
  ["type Values = z.output<typeof contract.users.create.body>", []],
  ["const { add } = contract.users;\ntype Values = z.output<typeof add.body>; call(add, { body })", []],
  ["call(contract.users.create, { body: given.body })", []],
])("%j reads %j", (code, asked) => {
  expect(schemasIn(code)).toEqual(asked);
});

test("no browser code reads a schema from a call: it imports the schema by name", () => {
  const found = ["components", "lib/client"].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path))
      .flatMap((path) =>
        schemasIn(readFileSync(join(folder, path), "utf8")).map((asked) => `${path}: ${asked}`),
      ),
  );
  expect(found).toEqual([]);
});
