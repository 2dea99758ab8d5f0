import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { expect } from "vitest";
import { contract } from "@/lib/contract";
import { allRows } from "@/lib/contract/paging";
import { ApiClient, RefusedCall, type TestUser } from "./api-client";
import { type ApiProcess, startApi } from "./api-process";
import { freePort } from "./free-port";
import { runApiCommand } from "./run-api-command";

const writers = 4;
const password = "Correct-horse-7";

interface Drill {
  /** Settings of the place to back up, besides port and data directory. */
  from: Record<string, string>;
  /** Those of the empty place to restore into. */
  to: Record<string, string>;
  /** Acknowledged writes before the backup begins, and again before the data is lost. */
  writes: number;
}

/**
 * Backs up during writes, loses all data, restores: everything acknowledged before the backup is there and complete; users
 * removed, keys and shares revoked after it stay so; sessions have ended.
 */
export async function backUpInMidWrite({ from, to, writes }: Drill): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "hub-drill-"));
  const [port, archive, decisions] = [
    await freePort(),
    join(folder, "backup.tar"),
    join(folder, "decisions.ndjson"),
  ];
  const url = `http://localhost:${port}`;
  const place = (name: string, more: Record<string, string>) => ({
    ...{ API_PORT: String(port), DATA_DIR: join(folder, name), ADMIN_PASSWORD: password },
    BACKUP_DECISIONS_FILE: decisions,
    ...more,
  });
  let api: ApiProcess | undefined;
  try {
    api = await startApi(place("first", from));
    const client = await ApiClient.signIn(url, "admin", password);
    const acknowledged: string[] = [];
    const load = new AbortController();
    const writing = Promise.all(
      Array.from({ length: writers }, async (_, writer) => {
        for (let count = 0; !load.signal.aborted; count += 1) {
          const roleName = `Writer ${writer} number ${count}`;
          await client.call(contract.roles.create, { body: { roleName } });
          acknowledged.push(roleName);
        }
      }),
    );
    const [user, leaver] = [await client.createUser(), await client.createUser()];
    await giveAvatar(client, user);
    const key = await client.call(contract.user.createApiKey, { query: { keyName: "Revoked later" } });
    const session = await ApiClient.signIn(url, "admin", password);
    const more = (count: number) =>
      expect.poll(() => acknowledged.length, { timeout: 60_000 }).toBeGreaterThan(count);
    await more(writes);

    const before = [...acknowledged];
    const backup = await runApiCommand("backup", ["--to", archive], place("first", from));
    expect(backup).toEqual({
      code: 0,
      output: expect.stringMatching(/^\S+backup\.tar: \d+ rows, 1 files, /),
    });
    await client.call(contract.users.remove, { query: { userIds: [leaver.userId] } });
    const keys = await client.call(contract.user.apiKeys, { query: {} });
    const apiKeyIds = keys.list.map(({ apiKeyId }) => apiKeyId);
    await client.call(contract.user.removeApiKeys, { query: { apiKeyIds } });
    await session.call(contract.auth.signOut, {});
    await more(acknowledged.length + writes);
    load.abort();
    await writing;
    expect(await api.stop()).toBe(0);
    await rm(join(folder, "first"), { recursive: true });

    const restore = await runApiCommand(
      "restore",
      ["--from", archive, "--as-of-decisions", decisions],
      place("second", to),
    );
    expect(restore.output).toMatch(
      /^Restored: \d+ rows and 1 files of .+\n[3-9] later decisions were repeated\.\n$/,
    );
    expect(restore.code).toBe(0);
    api = await startApi(place("second", to));
    const again = await ApiClient.signIn(url, "admin", password);
    const { list, totalCount } = await again.call(contract.roles.list, { query: { pageLimit: allRows } });
    const names = new Set(list.map(({ roleName }) => roleName));
    expect(before.filter((name) => !names.has(name))).toEqual([]);
    expect(totalCount).toBe(list.length);
    const history = await again.call(contract.roles.history, { query: { pageLimit: allRows } });
    const recorded = new Set(history.list.map(({ recordId }) => recordId));
    expect(list.slice(1).filter(({ roleId }) => !recorded.has(roleId))).toEqual([]);
    await expect(statusOf(ApiClient.signIn(url, user.userName, user.password))).resolves.toBe(200);
    await expect(statusOf(ApiClient.signIn(url, leaver.userName, leaver.password))).resolves.toBe(401);
    await expect(statusOf(session.call(contract.user.current, {}))).resolves.toBe(401);
    const byKey = await fetch(`${url}/user`, { headers: { authorization: `Bearer ${key}` } });
    expect(byKey.status).toBe(401);
    const { avatar } = await again.call(contract.users.detail, { params: { userId: user.userId } });
    expect(avatar).toBeTruthy();
    expect(await api.stop()).toBe(0);
    api = undefined;
  } finally {
    await api?.kill();
    await rm(folder, { recursive: true, force: true });
  }
}

async function giveAvatar(client: ApiClient, user: TestUser): Promise<void> {
  const picture = await sharp({ create: { width: 300, height: 300, channels: 3, background: "teal" } })
    .png()
    .toBuffer();
  const form = new FormData();
  for (const name of ["userName", "firstName", "lastName", "email"] as const) form.set(name, user[name]);
  form.set("avatar", new Blob([new Uint8Array(picture)], { type: "image/png" }), "me.png");
  const { status } = await client.send(`/users/${user.userId}`, { method: "PUT", body: form });
  expect(status).toBeLessThan(300);
}

const statusOf = (call: Promise<unknown>): Promise<number> =>
  call.then(
    () => 200,
    (error: unknown) => {
      if (!(error instanceof RefusedCall)) throw error;
      return error.status;
    },
  );
