import { expect, test } from "vitest";
import { settleAll } from "./settle-all";

test("throws the first error once all have settled", async () => {
  const ended: string[] = [];
  let finish = () => {};
  const slow = new Promise<void>((resolve) => {
    finish = resolve;
  }).then(() => {
    ended.push("slow");
    throw new Error("slow");
  });
  const both = settleAll(slow, Promise.reject(new Error("quick"))).catch(({ message }: Error) => {
    ended.push(`thrown ${message}`);
  });
  await Promise.resolve();
  finish();
  await both;
  expect(ended).toEqual(["slow", "thrown slow"]);
});

test("returns results in the order of the work", async () => {
  expect(await settleAll(Promise.resolve(1), undefined, Promise.resolve("two"))).toEqual([
    1,
    undefined,
    "two",
  ]);
});
