import { afterEach, expect, test, vi } from "vitest";
import { contract } from "../../contract";
import { renewedHeader } from "../../session/renewed";
import { call, configureApi } from "./client";

afterEach(() => vi.unstubAllGlobals());

/** Returns the responses in turn, then repeats the last one. */
function answering(...responses: Response[]) {
  const fetched = vi.fn(async () =>
    responses.length > 1 ? (responses.shift() as Response) : (responses[0] as Response).clone(),
  );
  vi.stubGlobal("fetch", fetched);
  const signInAgain = vi.fn(async () => false);
  configureApi({ prefix: "", language: () => "en", timeZone: () => "UTC", signInAgain });
  return { fetched, signInAgain };
}

const refused = (headers: Record<string, string> = {}) =>
  Response.json({ status: 401, code: "unauthorized", title: "" }, { status: 401, headers });
const list = () => Response.json({ list: [], totalCount: 0 });

test("[AU-05] retries a call once when it is refused with new tokens, before asking for a sign-in", async () => {
  const { fetched, signInAgain } = answering(refused({ [renewedHeader]: "1" }), list());
  expect(await call(contract.users.list, { query: {} })).toEqual({ list: [], totalCount: 0 });
  expect([fetched.mock.calls.length, signInAgain.mock.calls.length]).toEqual([2, 0]);
});

test("[AU-05] asks once for a sign-in when the retry is refused too", async () => {
  const { fetched, signInAgain } = answering(refused({ [renewedHeader]: "1" }));
  await expect(call(contract.users.list, { query: {} })).rejects.toMatchObject({ status: 401 });
  expect([fetched.mock.calls.length, signInAgain.mock.calls.length]).toEqual([2, 1]);
});

test("[AU-05] does not retry a refusal without new tokens", async () => {
  const { fetched, signInAgain } = answering(refused());
  await expect(call(contract.users.list, { query: {} })).rejects.toMatchObject({ status: 401 });
  expect([fetched.mock.calls.length, signInAgain.mock.calls.length]).toEqual([1, 1]);
});

test("[AU-05] does not ask a removed user to sign in again", async () => {
  const removed = { status: 401, code: "accountRemoved", title: "" };
  const { fetched, signInAgain } = answering(Response.json(removed, { status: 401 }));
  await expect(call(contract.users.list, { query: {} })).rejects.toMatchObject({ code: "accountRemoved" });
  expect([fetched.mock.calls.length, signInAgain.mock.calls.length]).toEqual([1, 0]);
});

test("[ER-02] rejects a proxy's page in place of data", async () => {
  const page = () => new Response("<!doctype html><title>Sign in to the network</title>");
  answering(page());
  await expect(call(contract.users.list, { query: {} })).rejects.toMatchObject({ status: 502 });
  const body = { roleName: "Clerk", isDefault: false };
  await expect(call(contract.roles.create, { body })).rejects.toMatchObject({ status: 502 });
  answering(new Response(""));
  expect(await call(contract.users.remove, { query: { userIds: ["1"] } })).toBeNull();
});
