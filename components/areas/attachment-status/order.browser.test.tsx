import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { contract } from "@/lib/contract";
import type { AttachmentStatusRow } from "@/lib/contract/attachment-status";
import { press } from "@/tests/component/actions";
import { listOf } from "@/tests/component/fake-api";
import { show } from "@/tests/component/show";
import { expectAccessible } from "@/tests/component/sound";
import AttachmentStatusListView from "./list-view";

const dialog = page.getByRole("dialog", { name: "Order of statuses" });
const names = () =>
  dialog
    .getByRole("listitem")
    .elements()
    .map((row) => row.textContent);
const handleOf = (name: string) =>
  dialog.getByRole("listitem").filter({ hasText: name }).element().firstElementChild as HTMLElement;

const statusNamed = (attachmentStatusName: string, index: number) => ({
  attachmentStatusId: `status-${attachmentStatusName}`,
  attachmentStatusName,
  attachmentStatusNameTranslation: { en: "", de: "" },
  attachmentStatusNameTranslated: attachmentStatusName,
  sortOrder: index + 1,
  color: "",
  createdOn: "2026-01-01T00:00:00Z",
  createdBy: "ada",
  version: 1,
});

/** The list of statuses with its dialog, on a server that stores their order. */
async function showOrder() {
  let stored = ["Draft", "Checked", "Approved", "Sent"];
  let isAway = false;
  const shown = await show(<AttachmentStatusListView />, {
    at: "/attachment-status",
    answers(api) {
      api.answer(contract["attachment-status"].list, (call) =>
        listOf(stored.map(statusNamed) as unknown as AttachmentStatusRow[], call),
      );
      api.answer(contract["attachment-status"].move, ({ path, body }) => {
        if (isAway) return Response.json({ status: 503 }, { status: 503 });
        const moved = path.split("/")[2]?.replace("status-", "") ?? "";
        const before = (body as { before: string | null }).before?.replace("status-", "");
        const others = stored.filter((name) => name !== moved);
        const place = before === undefined ? others.length : others.indexOf(before);
        stored = others.toSpliced(place, 0, moved);
        return new Response(null, { status: 204 });
      });
    },
  });
  await page.getByRole("button", { name: "Change order" }).click();
  await expect.poll(names).toEqual(["Draft", "Checked", "Approved", "Sent"]);
  return {
    ...shown,
    stored: () => stored,
    leave: (away: boolean) => {
      isAway = away;
    },
  };
}

test("[AM-04] statuses are reordered by mouse, touch and keys, and each move is saved immediately", async () => {
  const { stored } = await showOrder();
  await expectAccessible("the order");
  await userEvent.dragAndDrop(
    page.elementLocator(handleOf("Draft")),
    page.elementLocator(handleOf("Approved")),
  );
  await expect.poll(names).toEqual(["Checked", "Approved", "Draft", "Sent"]);
  await expect.poll(stored).toEqual(["Checked", "Approved", "Draft", "Sent"]);

  const finger = (type: string, target: EventTarget, clientY: number) =>
    target.dispatchEvent(
      new PointerEvent(type, {
        ...{ pointerId: 7, pointerType: "touch", isPrimary: true, bubbles: true, clientY },
      }),
    );
  const handle = handleOf("Sent");
  expect(getComputedStyle(handle).touchAction).toBe("none");
  const { top } = handle.getBoundingClientRect();
  const drag = () => {
    finger("pointerdown", handle, top);
    finger("pointermove", window, top - 300);
  };
  // A cancelled or lost pointer leaves the row in place and the dialog open.
  drag();
  finger("pointercancel", window, top - 300);
  drag();
  await press("Escape");
  finger("pointerup", window, top - 300);
  await expect.element(dialog).toBeVisible();
  expect(names()).toEqual(["Checked", "Approved", "Draft", "Sent"]);
  drag();
  finger("pointerup", window, top - 300);
  await expect.poll(stored).toEqual(["Sent", "Checked", "Approved", "Draft"]);

  const up = dialog.getByRole("button", { name: "Move Draft up" });
  (up.element() as HTMLElement).focus();
  await press("Enter", "Enter");
  await expect.poll(stored).toEqual(["Sent", "Draft", "Checked", "Approved"]);
  await expect.element(up).toHaveFocus();
  await expect.element(dialog.getByText("Draft is now number 2 of 4.")).toBeInTheDocument();
  await expect
    .element(dialog.getByRole("button", { name: "Move Sent up" }))
    .toHaveAttribute("aria-disabled", "true");
});

test("[AM-04] a failed move is reported and reverted", async () => {
  const { stored, leave } = await showOrder();
  leave(true);
  await dialog.getByRole("button", { name: "Move Draft down" }).click();
  await expect.poll(names).toEqual(["Draft", "Checked", "Approved", "Sent"]);
  leave(false);
  await dialog.getByRole("button", { name: "Move Draft down" }).click();
  await expect.poll(stored).toEqual(["Checked", "Draft", "Approved", "Sent"]);
  await expect.poll(names).toEqual(["Checked", "Draft", "Approved", "Sent"]);
});

test("[AM-04] the dialog explains that a single status cannot be ordered", async () => {
  await show(<AttachmentStatusListView />, {
    at: "/attachment-status",
    answers: (api) =>
      api.answer(contract["attachment-status"].list, (call) =>
        listOf([statusNamed("Draft", 0)] as unknown as AttachmentStatusRow[], call),
      ),
  });
  await page.getByRole("button", { name: "Change order" }).click();
  await expect.element(dialog.getByText("There must be at least two statuses")).toBeVisible();
  expect(names()).toEqual([]);
});
