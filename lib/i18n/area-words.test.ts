import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import * as z from "zod";
import { areaNames } from "../areas/areas";
import { allEndpoints } from "../contract";
import type { Endpoint } from "../contract/endpoint";
import type { FilterColumns } from "../contract/filters";
import { loadAreaTexts, loadMessages } from "./load-messages";

type Texts = Partial<Record<string, object>>;

/** The areas with records that are created, shown and listed. */
const ofRecords = areaNames.flatMap((area) => {
  const calls = new Map(
    allEndpoints.flatMap((call: Endpoint) => (call.area === area ? [[call.name, call] as const] : [])),
  );
  const [list, detail, create] = ["list", "detail", "create"].map((name) => calls.get(name));
  return list?.list && detail && create ? [{ area, calls, list: list.list, detail }] : [];
});

const namesIn = (schema: z.ZodType | undefined) =>
  schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];

// A missing text shows its key on the screen, which no other test notices.
test.each(ofRecords)(
  "[PR-02] $area has names of its columns, choices, sections and changes",
  async ({ area, calls, list, detail }) => {
    const messages = await loadMessages("en");
    const own = messages[area] as unknown as Texts;
    const said = new Set([...Object.keys(own.fields ?? {}), ...Object.keys(messages.history.fields)]);
    // Fields that are only sent, such as the answer to a question, have their own texts.
    const shown = namesIn(detail.response);
    const filledIn = namesIn(calls.get("create")?.body).filter((name) => shown.includes(name));
    const columns = [...list.sortable, ...Object.keys(list.filterable), ...filledIn];
    expect([...new Set(columns)].filter((name) => !said.has(name))).toEqual([]);

    for (const [name, column] of Object.entries(list.filterable))
      if (column.type === "choice")
        expect(own.choices, `choices of ${name}`).toMatchObject({
          [name]: Object.fromEntries(column.values.map((value) => [value, expect.any(String)])),
        });

    const [, noun = ""] = /:(\w+)Id$/.exec(detail.path) ?? [];
    expect(own.sections).toHaveProperty(noun);
    const record = noun.charAt(0).toUpperCase() + noun.slice(1);
    const restored = calls.has("restoreDeleted") ? ["Restored"] : [];
    const ofAttributes = ["AttributeAdded", "AttributeChanged", "AttributeRemoved"];
    const attributed = calls.has("addAttribute") ? ofAttributes : [];
    const attached = calls.has("addAttachments") ? ["AttachmentAdded", "AttachmentRemoved"] : [];
    for (const change of ["Created", "Updated", "Deleted", ...restored, ...attributed, ...attached])
      expect(messages.history.types).toHaveProperty(record + change);
    const { export: exported } = await loadAreaTexts("en");
    if (calls.has("export")) expect(exported).toHaveProperty([area, "file"]);
    if (calls.has("export")) expect(exported).toHaveProperty([area, "sheet"]);
  },
);

/** The lists whose columns the components derive from the contract, with the place of their texts. */
const derived = readdirSync("components", { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith(".tsx"))
  .flatMap((path) => [
    ...readFileSync(join("components", path), "utf8").matchAll(
      /useListColumns(?:<\w+>)?\(\s*(?:contract\.(\w+)\.(\w+)|endpoint),\s*"([\w.-]+)"/g,
    ),
  ])
  .map(([, area = "users", name, place = ""]) => {
    // Every area has these two.
    const common = place === "resource.deleted" ? "deleted" : "history";
    const call: Endpoint | undefined = allEndpoints.find(
      (each: Endpoint) => each.area === area && each.name === (name ?? common),
    );
    const list = call?.list;
    const filterable: FilterColumns = list?.filterable ?? {};
    return { place, columns: list?.columns ?? filterable, filterable };
  });

test.each(derived)(
  "[PR-02] $place has names of its list's columns and choices",
  async ({ place, columns, filterable }) => {
    const messages = await loadMessages("en");
    const at = (path: string) =>
      path.split(".").reduce<unknown>((texts, part) => (texts as Texts | undefined)?.[part], messages);
    const places = [place, place.split(".")[0], "history"];
    const isNamed = (column: string) => places.some((where) => at(`${where}.fields.${column}`) !== undefined);
    expect(Object.keys(columns).filter((column) => !isNamed(column))).toEqual([]);
    const choices = Object.entries(filterable).flatMap(([column, filter]) =>
      filter.type === "choice" ? filter.values.map((value) => `${place}.choices.${column}.${value}`) : [],
    );
    expect(choices.filter((choice) => at(choice) === undefined)).toEqual([]);
  },
);

test("[PR-02] all lists that the contract declares by their columns are among these", () => {
  const shown = new Set(derived.map(({ columns }) => JSON.stringify(columns)));
  const declared = allEndpoints.flatMap(({ list }: Endpoint) => (list?.columns ? [list.columns] : []));
  expect(declared.filter((columns) => !shown.has(JSON.stringify(columns)))).toEqual([]);
});
