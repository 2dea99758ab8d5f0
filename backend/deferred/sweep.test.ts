import { randomUUID } from "node:crypto";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { buildApp } from "../app";
import { sql } from "../database/sql";
import { diskStore } from "../files/disk";
import { s3Store } from "../files/s3";
import type { FileStore } from "../files/store";
import { describeApi } from "../testing/api";
import { makeUser, unique } from "../testing/factories";
import { S3Server, s3Credentials } from "../testing/s3-server";
import { missingFiles, removeForgottenFiles, type Sweeping } from "./sweep";

let server: S3Server;
beforeAll(async () => {
  for (const [name, value] of Object.entries(s3Credentials)) vi.stubEnv(name, value);
  server = await S3Server.start();
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await server.stop();
});

const stores: [string, () => FileStore][] = [
  ["on disk", () => diskStore(mkdtempSync(join(tmpdir(), "hub-sweep-")))],
  ["in a bucket", () => s3Store(server.settings)],
];

const lostIn = async (sweeping: Sweeping) => {
  const lost: string[] = [];
  for await (const keys of missingFiles(sweeping)) lost.push(...keys);
  return lost;
};

describeApi("a sweep", (api) => {
  /** Gives a new user a picture without a stored file. */
  const nameAvatar = async () => {
    const { userId } = await makeUser(api);
    const avatarId = randomUUID();
    return api.connection.transaction("owner", async (db) => {
      const { rows } = await db.execute<{ tenantId: string }>(
        sql`update users set avatar = ${avatarId}::uuid where user_id = ${userId}::uuid returning tenant_id as "tenantId"`,
      );
      const tenantId = rows[0]?.tenantId ?? "";
      return { tenantId, key: `${tenantId}/avatars/${avatarId}.webp` };
    });
  };

  test.each(stores)(
    "[HO-04] %s removes exactly the unreferenced files, also concurrently",
    async (_, open) => {
      const files = open();
      const sweeping = { connection: api.connection, files };
      const { tenantId, key } = await nameAvatar();
      const kept = [
        key,
        // Of another database, another kind, and an unknown kind.
        `${randomUUID()}/avatars/${randomUUID()}.webp`,
        `${tenantId}/layouts/${randomUUID()}.bin`,
        `${tenantId}/avatars/${randomUUID()}.bin`,
        "readme.txt",
      ];
      const forgotten = Array.from({ length: 3 }, () => `${tenantId}/avatars/${randomUUID()}.webp`);
      for (const name of [...kept, ...forgotten]) await files.write(name, Buffer.from("x"));
      expect(await removeForgottenFiles(sweeping)).toBe(0);
      const later = new Date(Date.now() + 60_000);
      await Promise.all([removeForgottenFiles(sweeping, later), removeForgottenFiles(sweeping, later)]);
      expect(await Promise.all(kept.map((name) => files.sizeOf(name)))).not.toContain(undefined);
      expect(await Promise.all(forgotten.map((name) => files.sizeOf(name)))).toEqual(
        forgotten.map(() => undefined),
      );
    },
  );

  test.each(stores)("[HO-04] %s finds rows whose file is lost", async (_, open) => {
    const files = open();
    const sweeping = { connection: api.connection, files };
    const [there, lost] = [await nameAvatar(), await nameAvatar()];
    await files.write(there.key, Buffer.from("x"));
    const found = await lostIn(sweeping);
    expect(found).toContain(lost.key);
    expect(found).not.toContain(there.key);
  });

  test.each(stores)("[AT-02] %s keeps the files of attachments, and reports lost ones", async (_, open) => {
    const files = open();
    const usual = api.app;
    api.app = await buildApp({ config: api.config, connection: api.connection, files });
    try {
      const form = new FormData();
      form.append("fileName", unique("File "));
      form.append("file", new Blob(["Hello"]), "notes.txt");
      expect(
        (await api.request("/attachments", { method: "POST", as: api.administrator, form })).status,
      ).toBe(200);
    } finally {
      await api.app.close();
      api.app = usual;
    }
    const later = new Date(Date.now() + 60_000);
    const stored: string[] = [];
    for await (const key of files.storedBefore(later)) stored.push(key);
    const [key = ""] = stored;
    expect(key).toMatch(/\/attachments\//);
    const forgotten = key.replace(/[^/]+(?=\.bin)/, randomUUID());
    await files.write(forgotten, Buffer.from("x"));
    const sweeping = { connection: api.connection, files };
    expect(await removeForgottenFiles(sweeping, later)).toBe(1);
    expect(await files.sizeOf(key)).toBeDefined();
    expect(await lostIn(sweeping)).not.toContain(key);
    await files.remove(key);
    expect((await lostIn(sweeping)).filter((lost) => lost === key)).toEqual([key]);
  });

  test("[HO-04] a file replaced during the check is not reported as lost", async () => {
    const files = diskStore(mkdtempSync(join(tmpdir(), "hub-sweep-")));
    const { key } = await nameAvatar();
    const replaced = {
      ...files,
      sizeOf: async () => {
        await api.connection.transaction("owner", (db) => db.execute(sql`update users set avatar = null`));
        return undefined;
      },
    };
    expect(await lostIn({ connection: api.connection, files: replaced })).not.toContain(key);
  });
});
