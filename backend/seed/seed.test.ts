import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { allPermissions } from "../../lib/contract";
import { sql } from "../database/sql";
import { makeFileStore } from "../files/make-file-store";
import { describeApi } from "../testing/api";
import { seedDemo } from "./demo";
import { sampleRoles } from "./demo-roles";
import { personOf, randomNumbers } from "./people";
import { seedTenants, seedVolume } from "./volume";

const dataDirectory = mkdtempSync(join(tmpdir(), "hub-seeds-"));
afterAll(() => rmSync(dataDirectory, { recursive: true, force: true }));

test("[BE-01] sample people are deterministic and have names suitable for user names", () => {
  const make = () => {
    const random = randomNumbers(1);
    return Array.from({ length: 500 }, (_, number) => personOf(number, random, new Date(0)));
  };
  const people = make();
  expect(people).toEqual(make());
  expect(new Set(people.map(({ userName }) => userName)).size).toBe(people.length);
  for (const { userName } of people) expect(userName).toMatch(/^[a-z]+\.[a-z]+\.[0-9a-z]+$/);
  expect(people.some(({ lastName }) => /[^ -~]/.test(lastName))).toBe(true);
  expect(people.some(({ lastLoginOn }) => lastLoginOn === null)).toBe(true);
});

test("[PM-01] sample roles grant permissions that exist", () => {
  for (const { permissions } of sampleRoles)
    expect(allPermissions).toEqual(expect.arrayContaining([...permissions]));
  expect(new Set(sampleRoles.map(({ roleName }) => roleName)).size).toBe(24);
});

describeApi(
  "seeds",
  (api) => {
    const countsOf = (tenant: string) =>
      api.connection.transaction("owner", async (db) => {
        const { rows } = await db.execute(sql`
        select (select count(*) from users u where u.tenant_id = t.tenant_id and archived_on is null)::int as users,
          (select sum(count) from record_counts c where c.tenant_id = t.tenant_id and counter = 'users')::int as counted,
          (select count(*) from history h where h.tenant_id = t.tenant_id and type = 'UserCreated')::int as recorded
        from tenants t where identifier = ${tenant}`);
        return rows[0];
      });

    test("[HI-01] seeded users are counted and recorded as any others", async () => {
      const progress: number[] = [];
      const seed = (users: number) =>
        seedVolume({
          connection: api.connection,
          tenant: "acme",
          users,
          onProgress: (made) => progress.push(made),
        });
      await seed(3_000);
      await seed(1);
      expect(await countsOf("acme")).toEqual({ users: 3_001, counted: 3_001, recorded: 3_001 });
      expect(progress.at(-1)).toBe(1);
    });

    test("[OR-03] many tenants are created at once with separate users, and the first admits the administrator", async () => {
      const seed = { connection: api.connection, tenants: 2, users: 3, administrator: "admin" };
      await seedTenants(seed);
      expect(await countsOf("tenant-0001")).toEqual({ users: 4, counted: 4, recorded: 4 });
      expect(await countsOf("tenant-0002")).toEqual({ users: 3, counted: 3, recorded: 3 });
    });

    test("[CF-05] the demo is lively, and made once", async () => {
      const files = makeFileStore(api.config);
      expect(await seedDemo(api.connection, files, null)).toBe(true);
      expect(await seedDemo(api.connection, files, null)).toBe(false);
      const get = async (url: string) => (await api.request(url, { as: api.administrator })).body;
      expect((await get("/roles?pageLimit=0")).totalCount).toBe(sampleRoles.length + 1);
      const users = await get("/users?pageLimit=-1");
      expect(users.totalCount).toBeGreaterThan(60);
      expect(users.list.length).toBe(users.totalCount);
      const history = await get("/users/history?pageLimit=-1");
      const types = new Set(history.list.map((row: { type: string }) => row.type));
      for (const type of ["UserCreated", "UserUpdated", "UserDeleted", "UserRoleAdded", "UserRoleRemoved"])
        expect(types).toContain(type);
      expect(new Set(history.list.map((row: { changedBy: string }) => row.changedBy)).size).toBeGreaterThan(
        4,
      );
      expect((await get("/notifications")).totalCount).toBeGreaterThan(10);
      expect((await get("/notifications?onlyUnread=true&pageLimit=0")).totalCount).toBeGreaterThan(2);
      const { list: attachments } = await get("/attachments");
      for (const { attachmentId, fileExtension } of attachments) {
        const url = `/attachments/${attachmentId}/${fileExtension === "txt" ? "download" : "thumbnail/x/1"}`;
        expect((await api.request(url, { as: api.administrator })).status).toBe(200);
      }
    });
  },
  { dataDirectory },
);
