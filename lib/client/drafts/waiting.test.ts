import { expect, test, vi } from "vitest";
import { type Draft, draftFormat } from "./draft";
import { holdDraftLock } from "./draft-locks";
import { waitingDrafts } from "./waiting";

const stored: Draft[] = [];
vi.mock("./store", () => ({ storedOf: async () => stored }));

const now = Date.now();

const draft = (id: string, changes: Partial<Draft>): Draft => ({
  format: draftFormat,
  id,
  owner: "/acme ada",
  path: "/users/12",
  section: "user",
  title: "Personal data",
  labels: {},
  values: { firstName: "Grace" },
  base: { firstName: "Ada" },
  omitted: [],
  savedAt: now,
  ...changes,
});

test("[TB-06] [AU-08] offers the newest draft of each place, unless unchanged or being edited", async () => {
  stored.push(
    draft("older", { savedAt: now - 2 }),
    draft("newer", { savedAt: now - 1 }),
    draft("other section", { section: "roles", savedAt: now - 3 }),
    draft("other record", { path: "/users/13", savedAt: now - 4 }),
    // Sent unchanged, without a response.
    draft("nothing typed", { path: "/users/new", values: { firstName: "Ada" }, attempt: "1" }),
    draft("worked on", { path: "/users/14" }),
  );
  const release = holdDraftLock("worked on");
  const waiting = async () => (await waitingDrafts("/acme ada")).map(({ id }) => id);
  expect(await waiting()).toEqual(["newer", "other section", "other record"]);
  release();
  expect(await waiting()).toEqual(["worked on", "newer", "other section", "other record"]);
});
