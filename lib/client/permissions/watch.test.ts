import { QueryClient } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { contract } from "../../contract";
import { userKey } from "../settings/settings-writer";
import { watchPermissions } from "./watch";

function watched(permissionStamp?: string) {
  const client = new QueryClient();
  client.setQueryData(userKey, { permissionStamp } as never);
  const hear = watchPermissions(client);
  return {
    known: (stamp: string) => client.setQueryData(userKey, { permissionStamp: stamp } as never),
    isAskedFor: () => client.getQueryState(userKey)?.isInvalidated === true,
    hear: (stamp?: string, endpoint: (typeof contract.users)["list"] = contract.users.list) =>
      hear(endpoint, new Headers(stamp === undefined ? {} : { "x-permissions": stamp })),
  };
}

test("[PM-04] refetches the permissions on a new stamp, and not on the known one", () => {
  const page = watched("a1");
  page.hear("a1");
  expect(page.isAskedFor()).toBe(false);
  page.hear("a2");
  expect(page.isAskedFor()).toBe(true);
});

test("[PM-04] switching back counts as a second change", () => {
  const page = watched("a1");
  page.hear("a2");
  page.known("a2");
  page.hear("a1");
  expect(page.isAskedFor()).toBe(true);
});

test("[PM-04] servers with different stamps cause one refetch, not one per response", () => {
  const page = watched("a1");
  page.hear("a2");
  page.known("a1");
  page.hear("a2");
  expect(page.isAskedFor()).toBe(false);
});

test("[BE-03] ignores servers without stamps, and the response with the permissions", () => {
  for (const page of [watched("a1"), watched()]) {
    page.hear();
    page.hear("a2", contract.user.current as never);
    expect(page.isAskedFor()).toBe(false);
  }
  const silent = watched();
  silent.hear("a2");
  expect(silent.isAskedFor()).toBe(false);
});

test("[PM-05] rejects responses for another user, then and later, and refetches the current user", () => {
  const page = watched("a1");
  expect(page.hear("a1")).toBe(true);
  expect(page.hear("a1.ida")).toBe(false);
  expect(page.isAskedFor()).toBe(true);
  expect(page.hear("a1.ida")).toBe(false);
  const viewed = watched("a1.ida");
  expect(viewed.hear("b2.ida")).toBe(true);
  expect(viewed.hear("b2")).toBe(false);
  expect(viewed.hear("a1.eve")).toBe(false);
  expect(watched().hear("a1.ida")).toBe(true);
  // The window that ends viewing continues, to notify the others.
  expect(watched("a1.ida").hear("a1", contract.user.endViewing as never)).toBe(true);
});
