import { expect, test } from "vitest";
import { Presence, presentFor } from "./presence";

const anna = { userId: "a", name: "Anna" };
const boris = { userId: "b", name: "Boris" };

test("[SH-12] a person is present once, until they leave or are silent longer than browsers sleep", () => {
  const presence = new Presence();
  presence.note("roles/1", anna, "looks", 0);
  presence.note("roles/1", anna, "draft", 10);
  presence.note("roles/1", boris, "edits", 10);
  expect(presence.of("roles/1", 11)).toEqual([
    { ...anna, state: "draft" },
    { ...boris, state: "edits" },
  ]);
  presence.note("roles/1", boris, "gone", 20);
  expect(presence.expire(presentFor)).toEqual([]);
  expect(presence.of("roles/1", presentFor)).toHaveLength(1);
  expect(presentFor).toBeGreaterThan(150_000);
  expect(presence.expire(presentFor + 10)).toEqual(["roles/1"]);
  expect(presence.isEmpty).toBe(true);
});

test("[SH-12] memory is bounded for one person's records and one record's people", () => {
  const presence = new Presence();
  for (let count = 0; count < 500; count += 1) presence.note(`roles/${count}`, anna, "looks", 0);
  expect(presence.of("roles/0", 1)).toEqual([]);
  expect(presence.of("roles/499", 1)).toHaveLength(1);
  for (let count = 0; count < 500; count += 1)
    presence.note("roles/x", { userId: `u${count}`, name: "x" }, "looks", 0);
  expect(presence.of("roles/x", 1).length).toBeLessThanOrEqual(50);
});
