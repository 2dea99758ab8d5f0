import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { contract } from "@/lib/contract";
import type { Session } from "@/lib/contract/sessions";
import { show } from "@/tests/component/show";
import { expectAccessible } from "@/tests/component/sound";
import SessionsSection from "./sessions-section";

const sessionOf = (sessionId: string, given: Partial<Session> = {}): Session => ({
  ...{ sessionId, browser: "Chrome", system: "Windows", address: "203.0.113.9", isCurrent: false },
  ...{ createdOn: "2026-11-20T08:00:00.000Z", lastUsedOn: "2026-11-28T09:00:00.000Z" },
  ...given,
});

async function showSessions(all: readonly Session[], shown = 100) {
  let left = all;
  const { api } = await show(
    <>
      <h1>My account</h1>
      <SessionsSection />
    </>,
    {
      answers: (api) => {
        api.answer(contract.user.sessions, () => ({ totalCount: left.length, list: left.slice(0, shown) }));
        api.answer(contract.user.endSession, ({ path }) => {
          left = left.filter(({ sessionId }) => !path.endsWith(sessionId));
          return null;
        });
        api.answer(contract.user.endSessions, () => {
          left = left.filter(({ isCurrent }) => isCurrent);
          return null;
        });
      },
    },
  );
  const ended = () => api.calls.filter(({ method }) => method === "DELETE").map(({ path }) => path);
  return { ended };
}

const three = [
  sessionOf("1", { isCurrent: true }),
  sessionOf("2", { browser: "Safari", system: "iOS" }),
  sessionOf("3", { browser: null, system: null, address: null }),
];

test("[AU-14] sessions show their device, and one is ended after a confirmation", async () => {
  await page.viewport(1280, 800);
  const { ended } = await showSessions(three);
  const rows = page.getByRole("listitem");
  await expect
    .element(rows.nth(0))
    .toHaveTextContent(/Chrome on Windows.*This device.*203\.0\.113\.9.*since: .*last seen: /);
  await expect.element(rows.nth(2)).toHaveTextContent(/^Unknown program/);
  await expect.element(rows.nth(0).getByRole("button")).not.toBeInTheDocument();
  await expectAccessible("where I am signed in");
  const end = page.getByRole("button", { name: "End: Safari on iOS" });
  await end.click();
  await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
  expect(ended()).toEqual([]);
  await end.click();
  await expect.element(page.getByRole("dialog", { name: "End the session of Safari on iOS?" })).toBeVisible();
  await page.getByRole("dialog").getByRole("button", { name: "End" }).click();
  await expect.element(page.getByText("Session ended.")).toBeVisible();
  await expect.element(end).not.toBeInTheDocument();
  expect(ended()).toEqual(["/user/sessions/2"]);
  // The focused button is gone with its row.
  await expect.element(page.getByRole("region", { name: "Sessions" })).toHaveFocus();
});

test("[AU-14] all other sessions end after one confirmation, and the button disappears", async () => {
  await page.viewport(390, 800);
  const { ended } = await showSessions(three);
  const all = page.getByRole("button", { name: "End all others" });
  await all.click();
  const question = page.getByRole("dialog", { name: "End all other sessions?" });
  await expect.element(question).toHaveTextContent("You stay signed in here");
  await question.getByRole("button", { name: "End all others" }).click();
  await expect.element(page.getByText("All other sessions ended.")).toBeVisible();
  await expect.element(all).not.toBeInTheDocument();
  expect(ended()).toEqual(["/user/sessions"]);
  expect(document.documentElement.scrollWidth).toBe(390);
});

test("[AU-14] of many sessions, the newest are shown with the total", async () => {
  const many = [...three, ...Array.from({ length: 9 }, (_, index) => sessionOf(`x${index}`))];
  await showSessions(many, 5);
  await expect.element(page.getByText("The newest 5 of 12 sessions are shown.")).toBeVisible();
});
