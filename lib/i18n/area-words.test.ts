import { expect, test } from "vitest";
import * as z from "zod";
import { areaNames } from "../areas/areas";
import { allEndpoints } from "../contract";
import type { Endpoint } from "../contract/endpoint";
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
