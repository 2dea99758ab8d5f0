import { expect, test } from "vitest";
import { chunkNames, fromChunks, onlyCookie, toChunks } from "./chunks";

const header = (pairs: readonly (readonly [string, string])[]) =>
  pairs.map((pair) => pair.join("=")).join("; ");
const long = Array.from({ length: 9_000 }, (_, index) => index % 10).join("");

test("[AU-01] restores a value of any length from its cookies", () => {
  for (const value of ["short", "x".repeat(3_800), "x".repeat(3_801), long])
    expect(fromChunks(header(toChunks("hub.session", value)), "hub.session")).toContain(value);
  for (const [, value] of toChunks("hub.session", long)) expect(value.length).toBeLessThan(4_000);
});

test("[AU-01] ignores both of two cookies under one name, in any order", () => {
  const real = toChunks("hub.session", long);
  for (const [name] of [...real, ["hub.session"]])
    for (const planted of ["planted", "", "another planted one"]) {
      const twice = [[name ?? "", planted] as const, ...real, ["hub.session", "real"] as const];
      expect(fromChunks(header(twice), "hub.session")).toBeUndefined();
      expect(fromChunks(header(twice.reverse()), "hub.session")).toBeUndefined();
    }
  expect(fromChunks("hub.session=same; hub.session=same", "hub.session")).toBeUndefined();
});

test("[AU-01] ignores chunks without their predecessors", () => {
  for (const names of [["1"], ["0", "2"], ["0", "1", "9"], ["0", "1", "2", "3", "4"]])
    expect(
      fromChunks(header(names.map((each) => [`hub.session.${each}`, "x"])), "hub.session"),
    ).toBeUndefined();
  // Both forms exist while one replaces the other.
  expect(fromChunks("hub.session=a; hub.session.0=b; hub.session.1=c", "hub.session")).toEqual(["a", "bc"]);
});

test("[AU-01] ignores a duplicate cookie", () => {
  expect(onlyCookie("a=1; b=2", "b")).toBe("2");
  expect(onlyCookie("b=1; a=1; b=2", "b")).toBeUndefined();
  expect(onlyCookie(null, "b")).toBeUndefined();
});

test("[AU-10] only a session's own cookies belong to it", () => {
  const cookies =
    "hub.session=a; hub.session.0=b; hub.session.acme=c; hub.session.acme.0=d; hub.sessions=e; x.hub.session=f";
  expect(chunkNames(cookies, "hub.session")).toEqual(["hub.session", "hub.session.0"]);
  expect(chunkNames(cookies, "hub.session.acme")).toEqual(["hub.session.acme", "hub.session.acme.0"]);
  expect(fromChunks(cookies, "hub.session.acme")).toEqual(["c", "d"]);
  expect(fromChunks(null, "hub.session")).toEqual([]);
  expect(chunkNames(null, "hub.session")).toEqual([]);
});
