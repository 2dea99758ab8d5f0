import { expect, test } from "vitest";
import { Presence, presentFor } from "./presence";

const anna = { userId: "a", name: "Anna" };
const boris = { userId: "b", name: "Boris" };
const at = (now: number, by = "one") => ({ now, by });

test("[SH-12] a person is present once, until they leave or are silent longer than browsers sleep", () => {
  const presence = new Presence();
  presence.note("roles/1", anna, "looks", at(0));
  presence.note("roles/1", anna, "draft", at(10));
  presence.note("roles/1", boris, "edits", at(10));
  expect(presence.of("roles/1", 11)).toEqual([
    { ...anna, state: "draft" },
    { ...boris, state: "edits" },
  ]);
  presence.note("roles/1", boris, "gone", at(20));
  expect(presence.expire(presentFor)).toEqual([]);
  expect(presence.of("roles/1", presentFor)).toHaveLength(1);
  expect(presentFor).toBeGreaterThan(150_000);
  expect(presence.expire(presentFor + 10)).toEqual(["roles/1"]);
  expect(presence.isEmpty).toBe(true);
});

test("[SH-12] a user leaves with their last connection at a record", () => {
  const presence = new Presence();
  presence.note("roles/1", anna, "edits", at(0, "laptop"));
  presence.note("roles/2", anna, "looks", at(0, "laptop"));
  presence.note("roles/1", anna, "looks", at(1, "phone"));
  presence.note("roles/1", boris, "looks", at(1, "desk"));
  expect(presence.end("b", "laptop")).toEqual([]);
  expect(presence.end("a", "phone")).toEqual(["roles/1"]);
  expect(presence.of("roles/1", 2)).toEqual(
    [
      { ...boris, state: "looks" },
      { ...anna, state: "edits" },
    ].sort((one, other) => one.name.localeCompare(other.name)),
  );
  expect(presence.saidBy("a", "laptop")).toEqual(["roles/2", "roles/1"]);
  expect(presence.end("a", "laptop")).toHaveLength(2);
  expect(presence.of("roles/2", 2)).toEqual([]);
  presence.note("roles/1", boris, "gone", at(3, "phone"));
  expect(presence.of("roles/1", 4)).toEqual([{ ...boris, state: "looks" }]);
});

test("[SH-12] records per user, users per record and connections per user are limited", () => {
  const presence = new Presence();
  for (let count = 0; count < 500; count += 1) presence.note(`roles/${count}`, anna, "looks", at(0));
  expect(presence.of("roles/0", 1)).toEqual([]);
  expect(presence.of("roles/499", 1)).toHaveLength(1);
  for (let count = 0; count < 500; count += 1)
    presence.note("roles/x", { userId: `u${count}`, name: "x" }, "looks", at(0));
  expect(presence.of("roles/x", 1).length).toBeLessThanOrEqual(50);
  for (let count = 0; count < 500; count += 1) presence.note("roles/y", anna, "looks", at(0, `${count}`));
  const kept = Array.from({ length: 500 }, (_, count) =>
    presence.saidBy("a", `${count}`).includes("roles/y"),
  );
  expect(kept.filter(Boolean).length).toBeLessThanOrEqual(40);
  expect(kept.at(-1)).toBe(true);
});
