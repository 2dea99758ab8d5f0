import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "../database/sql";
import { makeFileStore } from "../files/make-file-store";
import { describeApi } from "../testing/api";
import { seedDemo } from "./demo";

interface Change {
  id: string;
  type: string;
  changedOn: string;
  changedBy: string;
  recordId: string;
}

const dataDirectory = mkdtempSync(join(tmpdir(), "hub-demo-"));
afterAll(() => rmSync(dataDirectory, { recursive: true, force: true }));

// A record shown in the demo agrees with its history.
describeApi(
  "the demo",
  (api) => {
    beforeAll(async () => {
      expect(await seedDemo(api.connection, makeFileStore(api.config), null)).toBe(true);
    });
    const get = async (url: string) => (await api.request(url, { as: api.administrator })).body;
    const historyOf = async (url: string): Promise<Change[]> =>
      (await get(`${url}/history?pageLimit=-1&sortBy=changedOn&sortDir=asc`)).list;

    test.each([
      ["users", "userId", "User", /^User(?:Updated|Deleted|Restored)$/, 60],
      ["roles", "roleId", "Role", /^Role(?:Updated|Deleted|PermissionsChanged)$/, 20],
      ["attributes", "attributeId", "Attribute", /^AttributeUpdated$/, 5],
      ["attachments", "attachmentId", "Attachment", /^AttachmentUpdated$/, 4],
    ] as const)(
      "[HI-02] %s: the creator, last editor and times agree with the history",
      async (area, id, prefix, changing, least) => {
        const { list } = await get(`/${area}?pageLimit=-1`);
        expect(list.length).toBeGreaterThanOrEqual(least);
        for (const { [id]: recordId } of list) {
          const head = await get(`/${area}/${recordId}/last-update`);
          const changes = await historyOf(`/${area}/${recordId}`);
          expect(changes[0]?.type).toBe(`${prefix}Created`);
          expect(changes.filter(({ type }) => type === `${prefix}Created`)).toHaveLength(1);
          const last = changes.findLast(({ type }) => changing.test(type));
          expect(head).toEqual({
            createdOn: changes[0]?.changedOn,
            createdBy: changes[0]?.changedBy,
            updatedOn: last?.changedOn ?? null,
            updatedBy: last?.changedBy ?? null,
          });
        }
      },
    );

    test("[HI-02] the states in a record's history are consecutive and end at the current one", async () => {
      const { list } = await get("/users?pageLimit=-1");
      for (const user of list) {
        const changes = (await historyOf(`/users/${user.userId}`)).filter(({ type }) =>
          /^User(?:Created|Updated)$/.test(type),
        );
        let state: unknown;
        for (const { type, id } of changes) {
          const { previous, current } = await get(`/users/${user.userId}/history/${type}/${id}`);
          expect(previous ?? undefined).toEqual(state);
          state = current;
        }
        const { userName, firstName, lastName, email } = user;
        expect(state).toMatchObject({ userName, firstName, lastName, email });
      }
    });

    test("[HI-02] no person acts before joining or after leaving, and no event is in the future", async () => {
      const query = await api.connection.transaction("owner", (db) =>
        db.execute(sql`
        select h.type, h.changed_on from history h join users u on u.tenant_id = h.tenant_id and u.user_id = h.changed_by
        where h.changed_on < u.created_on or h.changed_on > coalesce(u.archived_on + interval '1 millisecond', now())
        union all
        select h.type, h.changed_on from history h join users u on u.tenant_id = h.tenant_id and u.user_id = h.record_id
        where h.collection = 'users' and (h.changed_on < u.created_on or h.changed_on > coalesce(u.archived_on + interval '1 millisecond', now()))
        union all
        select 'membership', m.created_on from user_roles m join roles r using (tenant_id, role_id) join users u using (tenant_id, user_id)
        where m.created_on < r.created_on or m.created_on < u.created_on`),
      );
      expect(query.rows).toEqual([]);
    });

    test("[HI-02] the history includes current memberships, their start, and last sign-ins", async () => {
      const { rows } = await api.connection.transaction("owner", (db) =>
        db.execute(sql`
        select m.user_id, m.role_id::text from user_roles m
        where not exists (select from history h where h.type = 'UserRoleAdded' and h.record_id = m.user_id
          and h.current ->> 'roleId' = m.role_id::text and h.changed_on::timestamptz(3) = m.created_on)
        union all
        select u.user_id, 'sign-in' from users u where u.last_login_on is not null and u.last_login_on::timestamptz(3) is distinct from
          (select max(changed_on)::timestamptz(3) from history where record_id = u.user_id and type = 'UserSignedIn')`),
      );
      expect(rows).toEqual([]);
    });

    test("[NO-01] notifications agree with the history of their records", async () => {
      const { rows } = await api.connection.transaction("owner", (db) =>
        db.execute(sql`
        select n.event, n.created_on from notifications n where not exists (
          select from history h where h.changed_by_name = n.created_by_name and h.changed_on::timestamptz(3) = n.created_on
            and h.record_id = n.domain_object_id)`),
      );
      expect(rows).toEqual([]);
    });
  },
  { dataDirectory },
);
