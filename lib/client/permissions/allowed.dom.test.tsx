// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, type ReactNode } from "react";
import { createRoot } from "react-dom/client";
import { expect, test } from "vitest";
import type { PermissionName } from "../../contract/permissions";
import { userKey } from "../settings/settings-writer";
import { permissionsOf } from "./allowed";
import { ExtraPermissions, usePermissions } from "./index";

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

const check = (passes: boolean) => ({ isAllowed: () => passes });

test("[PM-01] allows items without a permission to all, and others to holders of all their permissions", () => {
  const { has, allows } = permissionsOf(["UserView", "RoleView"]);
  expect([has(), allows({}), allows({ permission: [] })]).toEqual([true, true, true]);
  expect(allows({ permission: "UserView" })).toBe(true);
  expect(allows({ permission: ["UserView", "RoleView"] })).toBe(true);
  expect(allows({ permission: ["UserView", "UserView_EditAction"] })).toBe(false);
});

test("[PM-01] a custom check grants access besides the permission, or alone if none is named", () => {
  const { allows } = permissionsOf(["UserView"]);
  for (const passes of [true, false]) {
    expect(allows({ permission: "UserView", ...check(passes) })).toBe(true);
    expect(allows({ permission: "RoleView", ...check(passes) })).toBe(passes);
    expect(allows(check(passes))).toBe(passes);
  }
  expect(allows({ permission: "RoleView", isAllowed: ({ has }) => has("UserView") })).toBe(true);
});

const names: PermissionName[] = ["UserView", "RoleView", "RoleView_EditAction"];

function Below({ onRender }: { onRender: (held: string[]) => void }) {
  const { has } = usePermissions();
  onRender(names.filter((name) => has(name)));
  return null;
}

async function heldBelow(around: (inside: ReactNode) => ReactNode): Promise<string[]> {
  let held: string[] = [];
  const below = (
    <Below
      onRender={(now) => {
        held = now;
      }}
    />
  );
  const client = new QueryClient();
  client.setQueryData(userKey, { userPermissions: ["UserView"], userSettings: [] });
  const root = createRoot(document.createElement("div"));
  await act(async () =>
    root.render(<QueryClientProvider client={client}>{around(below)}</QueryClientProvider>),
  );
  await act(async () => root.unmount());
  return held;
}

test("[PM-01] a context adds permissions to the user's own for its descendants", async () => {
  expect(await heldBelow((inside) => inside)).toEqual(["UserView"]);
  expect(
    await heldBelow((inside) => <ExtraPermissions names={["RoleView"]}>{inside}</ExtraPermissions>),
  ).toEqual(["UserView", "RoleView"]);
  expect(
    await heldBelow((inside) => (
      <ExtraPermissions names={["RoleView"]}>
        <ExtraPermissions names={["RoleView_EditAction"]}>{inside}</ExtraPermissions>
      </ExtraPermissions>
    )),
  ).toEqual(["UserView", "RoleView", "RoleView_EditAction"]);
});
