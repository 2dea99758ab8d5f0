import { expect, test } from "vitest";
import { settleAll } from "./settle-all";

test("what fails is thrown once all have ended, the first of several", async () => {
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

test("answers come in the order of what was asked", async () => {
  expect(await settleAll(Promise.resolve(1), undefined, Promise.resolve("two"))).toEqual([
    1,
    undefined,
    "two",
  ]);
});
