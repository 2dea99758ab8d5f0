import { expect, test } from "vitest";
import { contract } from "@/lib/contract";
import { defaultListState, type ListEndpoint } from "../../list/list-call";
import { defaultLayout } from "../layout/layout";
import { settingsOf, settingsToSave, type ViewSettings } from "./view-settings";

const endpoint: ListEndpoint = contract.users.list;
const settings: ViewSettings = {
  state: {
    ...defaultListState(endpoint),
    page: 3,
    sortBy: "email",
    phrase: "ä & b",
    filters: [{ column: "lastName", type: "text", operator: "equals", values: ["x:y"] }],
  },
  layout: {
    hidden: ["email"],
    shown: ["createdBy"],
    order: ["createdBy", "lastName"],
    pinned: ["createdBy"],
    widths: { createdBy: 200 },
  },
  density: "compact",
};
const isThere = (id: string) => ["lastName", "email", "createdBy"].includes(id);

test("[TL-07] a saved view restores the list's look, from its first page", () => {
  const kept = settingsToSave(endpoint, settings);
  expect(settingsOf(endpoint, kept, isThere)).toEqual({
    ...settings,
    state: { ...settings.state, page: 1 },
    isWhole: true,
  });
});

test("[TL-07] a view with a deleted column is applied partially and reported", () => {
  const kept = settingsToSave(endpoint, settings);
  const gone = { ...kept, query: "sortBy=goneColumn&phrase=left&filters=goneToo:is:1" };
  expect(settingsOf(endpoint, gone, isThere)).toMatchObject({
    state: { ...defaultListState(endpoint), phrase: "left" },
    isWhole: false,
  });
  expect(settingsOf(endpoint, kept, (id) => id === "lastName")).toMatchObject({
    layout: { ...defaultLayout, order: ["lastName"] },
    isWhole: false,
  });
});

test("[TL-07] a view includes filters and sorting by attributes", () => {
  const sortBy = "attributes.00000000-0000-4000-8000-000000000001";
  const filters = `${sortBy}:is:yes;lastName:empty`;
  const query = new URLSearchParams({ filters, sortBy, sortDir: "desc" }).toString();
  const kept = { ...settingsToSave(endpoint, settings), query };
  expect(settingsOf(endpoint, kept, isThere)).toMatchObject({
    state: { filters: [{ column: "lastName" }], sortBy: "lastName", sortDir: "asc" },
    isWhole: false,
  });
  expect(settingsOf(endpoint, kept, () => true)).toMatchObject({
    state: {
      filters: [{ type: "attribute", operator: "is", values: ["yes"] }, { column: "lastName" }],
      sortBy,
      sortDir: "desc",
    },
    isWhole: true,
  });
});
