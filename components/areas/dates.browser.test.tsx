import { type ComponentType, createElement } from "react";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { contract } from "@/lib/contract";
import { type FakeApi, listOf } from "@/tests/component/fake-api";
import { show } from "@/tests/component/show";
import RolesListView from "./roles/list-view";
import InvitationsListView from "./users/invitations-list";

const createdOn = "2026-10-30T22:05:00.000Z";
const created = { createdOn, createdBy: "Maximiliane von Hohenlohe", updatedOn: null, updatedBy: null };

const lists: Record<string, { View: ComponentType; answers: (api: FakeApi) => void }> = {
  Invitations: {
    View: InvitationsListView,
    answers: (api) =>
      api.answer(contract.invitations.list, (call) =>
        listOf(
          [
            {
              ...created,
              invitationId: "1",
              email: "maximiliane.hohenlohe@example.org",
              roles: [{ roleId: "1", roleName: "Human resources" }],
              state: "open" as const,
              expiresOn: createdOn,
            },
          ],
          call,
        ),
      ),
  },
  Roles: {
    View: RolesListView,
    answers: (api) =>
      api.answer(contract.roles.list, (call) =>
        listOf(
          [
            {
              ...created,
              roleId: "1",
              roleName: "Information technology",
              isDefault: true,
              isBuiltIn: false,
              userCount: 3,
              permissionCount: 4,
            },
          ],
          call,
        ),
      ),
  },
};

test.each(Object.entries(lists))(
  "[TL-01] dates in %s give way to the identifying column, and are whole where shown",
  async (name, { View, answers }) => {
    await show(createElement(View), {
      at: "/users",
      language: "de",
      answers(api) {
        api.answer(contract.dictionaries.attributes, (call) => listOf([], call));
        answers(api);
      },
    });
    const grid = page.getByRole("grid").getByCss("tbody tr[data-index]");
    await expect.element(grid).toBeVisible();
    for (const width of [320, 360, 390, 440, 520, 640, 768, 900, 1024, 1180, 1280, 1440]) {
      await page.viewport(width, 700);
      await expect.poll(() => document.querySelector("main")?.clientWidth).toBe(width);
      const heads = [...document.querySelectorAll<HTMLElement>("th[data-column]")].filter(
        (head) => head.offsetWidth > 0,
      );
      expect(heads[0]?.offsetWidth, `${name} at ${width}`).toBeGreaterThanOrEqual(120);
      const dates = [...document.querySelectorAll<HTMLElement>("tbody td .cell-text")].filter(
        ({ offsetWidth, textContent }) => offsetWidth > 0 && /^\d\d\.\d\d\.\d{4}/.test(textContent ?? ""),
      );
      for (const date of dates)
        expect(date.scrollWidth, `${date.textContent} at ${width}`).toBeLessThanOrEqual(date.clientWidth);
    }
  },
);
