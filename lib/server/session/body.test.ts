import { expect, test } from "vitest";
import { readBody } from "./read-body";

const requestOf = (body: ReadableStream | string) =>
  new Request("http://localhost/", { method: "POST", body, duplex: "half" } as RequestInit);

test("[AU-02] reads a body up to its limit", async () => {
  expect(await readBody(requestOf("größe"), 7)).toBe("größe");
  expect(await readBody(requestOf("größe"), 6)).toBeUndefined();
});

test("[AU-02] returns undefined without an error when the sender disconnects", async () => {
  const body = new ReadableStream({
    pull: (controller) => {
      if (controller.desiredSize === 1) controller.enqueue(new TextEncoder().encode('{"userName":'));
      else controller.error(new Error("aborted"));
    },
  });
  expect(await readBody(requestOf(body), 100)).toBeUndefined();
});
