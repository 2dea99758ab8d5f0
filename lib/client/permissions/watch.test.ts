import { QueryClient } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { contract } from "../../contract";
import { userKey } from "../preferences/settings-writer";
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

test("[PM-04] another stamp has the permissions asked for, the known one does not", () => {
  const page = watched("a1");
  page.hear("a1");
  expect(page.isAskedFor()).toBe(false);
  page.hear("a2");
  expect(page.isAskedFor()).toBe(true);
});

test("[PM-04] there and back again is two changes", () => {
  const page = watched("a1");
  page.hear("a2");
  page.known("a2");
  page.hear("a1");
  expect(page.isAskedFor()).toBe(true);
});

test("[PM-04] servers that differ are asked once, not by every answer", () => {
  const page = watched("a1");
  page.hear("a2");
  page.known("a1");
  page.hear("a2");
  expect(page.isAskedFor()).toBe(false);
});

test("[BE-03] a server without stamps, and the answer that brings the permissions, change nothing", () => {
  for (const page of [watched("a1"), watched()]) {
    page.hear();
    page.hear("a2", contract.user.current as never);
    expect(page.isAskedFor()).toBe(false);
  }
  const silent = watched();
  silent.hear("a2");
  expect(silent.isAskedFor()).toBe(false);
});

test("[PM-05] an answer for somebody else is not for this page, which asks who it is now; later ones are not for it either", () => {
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
  // Whoever ends it goes on, to tell the other windows.
  expect(watched("a1.ida").hear("a1", contract.user.endViewing as never)).toBe(true);
});
