import { afterEach, expect, test, vi } from "vitest";
import { askWindows } from "./ask-windows";
import { answerWindows } from "./unsaved-windows";

const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

function windowOf(owner: string, name: string, titles: readonly string[], isSaved: boolean | "never" = true) {
  const save = vi.fn(() =>
    isSaved === "never" ? Promise.reject(new Error("no")) : Promise.resolve(isSaved),
  );
  stops.push(answerWindows(owner, { unsaved: () => titles.map((title) => ({ title })), save }, name));
  return save;
}

test("[AU-08] sign-out lists unsaved changes of the user's other windows, and has them saved", async () => {
  const here = windowOf("/acme ada", "here", ["Here"]);
  const one = windowOf("/acme ada", "one", ["Ada", "Grace"]);
  const nothing = windowOf("/acme ada", "two", []);
  const theirs = windowOf("/acme bob", "three", ["Bob's"]);
  const elsewhere = windowOf("/other ada", "four", ["Elsewhere"]);
  const others = await askWindows("/acme ada", "here");
  expect(others.unsaved.map(({ title }) => title)).toEqual(["Ada", "Grace"]);
  expect(await others.save()).toBe(true);
  expect(one).toHaveBeenCalledOnce();
  for (const save of [here, nothing, theirs, elsewhere]) expect(save).not.toHaveBeenCalled();
});

test.each([false, "never"] as const)("[AU-08] a window that replies %o has not saved", async (isSaved) => {
  windowOf("/acme ada", "one", ["Ada"]);
  windowOf("/acme ada", "two", ["Grace"], isSaved);
  const others = await askWindows("/acme ada", "here");
  expect(await others.save()).toBe(false);
});

test("[AU-08] without changes in other windows there is nothing to save", async () => {
  const others = await askWindows("/acme ada", "here");
  expect(others.unsaved).toEqual([]);
  expect(await others.save()).toBe(true);
});

test("[AU-08] a window reports a save although it has nothing unsaved by then", async () => {
  let isSaved = false;
  const stop = answerWindows(
    "/acme ada",
    {
      unsaved: () => (isSaved ? [] : [{ title: "Ada" }]),
      save: async () => {
        isSaved = true;
        stop();
        return true;
      },
    },
    "one",
  );
  const others = await askWindows("/acme ada", "here");
  expect(await others.save()).toBe(true);
});
