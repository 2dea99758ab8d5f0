import { expect, test } from "vitest";
import { fieldChanges, isDeletion } from "./changes";

test("[HI-02] compares field by field and marks the differences", () => {
  const changes = fieldChanges({
    previous: { firstName: "Ada", lastName: "Byron", version: 1 },
    current: { firstName: "Ada", lastName: "Lovelace", version: 2 },
  });
  expect(changes).toEqual([
    { name: "lastName", previous: "Byron", current: "Lovelace", changed: true },
    { name: "firstName", previous: "Ada", current: "Ada", changed: false },
  ]);
});

test("[HI-02] a created record has no previous values, a deleted one no current values", () => {
  expect(fieldChanges({ previous: null, current: { name: "x" } })).toEqual([
    { name: "name", previous: undefined, current: "x", changed: true },
  ]);
  expect(isDeletion({ previous: { name: "x" }, current: null })).toBe(true);
});

test("[HI-02] archivedOn marks archival", () => {
  const alive = { name: "x", archivedOn: null };
  const archived = { name: "x", archivedOn: "2026-01-01T00:00:00.000Z" };
  expect(isDeletion({ previous: alive, current: archived })).toBe(true);
  expect(isDeletion({ previous: archived, current: archived })).toBe(false);
  expect(isDeletion({ previous: null, current: alive })).toBe(false);
});
