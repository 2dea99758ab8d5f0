// @vitest-environment jsdom
import { QueryClient } from "@tanstack/react-query";
import { afterEach, expect, test, vi } from "vitest";
import { contract } from "../contract";
import { removeShortcut, swapShortcuts, toggleShortcut } from "./shortcut-changes";
import { shortcutsQuery } from "./shortcuts";

afterEach(() => vi.unstubAllGlobals());

const sent: string[] = [];

test("[HO-01] an added shortcut can be moved and removed before the server returns its id", async () => {
  const answers: ((response: Response) => void)[] = [];
  vi.stubGlobal("fetch", (url: string, { method = "GET" }: RequestInit = {}) => {
    sent.push(`${method} ${url}`);
    return new Promise((resolve) => answers.push(resolve));
  });
  const client = new QueryClient();
  const first = { userFavoriteActionId: "1", actionUrl: "/roles", permissionLabel: "" };
  client.setQueryData(shortcutsQuery.queryKey, [first]);
  const shown = () => client.getQueryData(shortcutsQuery.queryKey) ?? [];

  const answer = async (response: Response) => {
    await vi.waitFor(() => expect(answers).toHaveLength(1));
    answers.pop()?.(response);
  };
  const adding = toggleShortcut(client, { actionUrl: "/users", permissionLabel: "x".repeat(500) });
  await vi.waitFor(() => expect(shown()).toHaveLength(2));
  const [, second] = shown();
  if (!second) throw new Error("nothing was added");
  expect(second.permissionLabel).toHaveLength(200);
  const swapping = swapShortcuts(client, first, second);
  const removing = removeShortcut(client, second);
  await answer(Response.json("2"));
  await adding;
  await answer(new Response(null, { status: 204 }));
  await swapping;
  await answer(new Response(null, { status: 204 }));
  await removing;
  expect(sent).toEqual([
    expect.stringMatching(new RegExp(`^POST .*${contract.user.addAction.path}$`)),
    expect.stringMatching(/\/1\/.*2/),
    expect.stringMatching(/^DELETE .*\/2$/),
  ]);
  expect(shown()).toEqual([first]);
});
