import { expect, test } from "vitest";
import { chunkNames, fromChunks, inChunks } from "./chunks";

const header = (pairs: readonly (readonly [string, string])[]) =>
  pairs.map((pair) => pair.join("=")).join("; ");
const long = Array.from({ length: 9_000 }, (_, index) => index % 10).join("");

test("[AU-01] a value of any length comes back from its cookies", () => {
  for (const value of ["short", "x".repeat(3_800), "x".repeat(3_801), long])
    expect(fromChunks(header(inChunks("hub.session", value)), "hub.session")).toContain(value);
  for (const [, value] of inChunks("hub.session", long)) expect(value.length).toBeLessThan(4_000);
});

test("[AU-01] a planted part does not hide the real one, wherever it comes", () => {
  const real = inChunks("hub.session", long);
  const planted = [
    ["hub.session.0", "planted"],
    ["hub.session.1", "planted"],
  ] as const;
  expect(fromChunks(header([...planted, ...real]), "hub.session")).toContain(long);
  expect(fromChunks(header([...real, ...planted]), "hub.session")).toContain(long);
  expect(fromChunks(header([["hub.session", "planted"], ...real]), "hub.session")).toContain(long);
});

test("[AU-10] only a session's own cookies are its cookies", () => {
  const cookies =
    "hub.session=a; hub.session.0=b; hub.session.acme=c; hub.session.acme.0=d; hub.sessions=e; x.hub.session=f";
  expect(chunkNames(cookies, "hub.session")).toEqual(["hub.session", "hub.session.0"]);
  expect(chunkNames(cookies, "hub.session.acme")).toEqual(["hub.session.acme", "hub.session.acme.0"]);
  expect(fromChunks("hub.session.1=b", "hub.session")).toEqual([]);
  expect(chunkNames(null, "hub.session")).toEqual([]);
});
