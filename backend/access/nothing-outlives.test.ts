import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { PermissionName } from "../../lib/contract/permissions";
import { administratorRoleId } from "../database/schema";
import { sql } from "../database/sql";
import { describeApi, type TestApi } from "../testing/api";
import { makeRole, makeUser, type Person, personWith, unique } from "../testing/factories";
import { lastMailTo, linkIn } from "../testing/mail";

const dataDirectory = mkdtempSync(join(tmpdir(), "hub-grants-"));

const names: readonly PermissionName[] = [
  "UserView",
  "UserView_InviteAction",
  "UserView_CreateApiKey",
  "UserView_DeleteAction",
  "RoleView",
  "RoleView_EditAction",
];

interface Key {
  as: string;
  maker: Person;
  user: Person;
}

interface Invitation {
  email: string;
  inviter: Person;
  roleIds: string[];
}

/** Seeded numbers from 0 to 1 (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

const token = (email: string) =>
  new URL(linkIn(lastMailTo(join(dataDirectory, "outbox"), email))).pathname.split("/").at(-1) ?? "";

const accept = (api: TestApi, { email }: Invitation) =>
  api.request(`/invitations/${token(email)}`, {
    method: "POST",
    body: { userName: unique("guest"), firstName: "G", lastName: "H", password: "Correct-horse-7" },
  });

/** Permissions of every active user, by their memberships. */
async function held({ connection }: TestApi): Promise<Map<string, Set<string>>> {
  const { rows } = await connection.transaction("owner", (db) =>
    db.execute<{ userId: string; everything: boolean; names: string[] }>(sql`
      select user_id as "userId",
        exists (select from user_roles h where h.user_id = u.user_id and h.role_id = ${administratorRoleId}) as everything,
        (select coalesce(json_agg(distinct name), '[]') from user_roles h join roles r using (tenant_id, role_id), unnest(permissions) as name
          where h.user_id = u.user_id and r.archived_on is null) as names
      from users u where archived_on is null`),
  );
  return new Map(rows.map((row) => [row.userId, new Set<string>(row.everything ? names : row.names)]));
}

describeApi(
  "grants do not outlive their grantor's rights",
  (api) => {
    const administer = (method: "PUT" | "DELETE", url: string, body?: unknown) =>
      api.request(url, { method, as: api.administrator, body });

    test.each([1, 2, 3])(
      "[PM-05] for any sequence of grants, revocations, creations and deletions (%i)",
      async (seed) => {
        const random = randomFrom(seed);
        const any = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
        const some = <T>(list: readonly T[]): T[] => list.filter(() => random() < 0.5);
        const roleIds = await Promise.all(names.map((name) => makeRole(api, { permissions: [name] })));
        const given = [...roleIds, administratorRoleId];
        const people = await Promise.all(
          [names, names, some(names), some(names)].map((held) => personWith(api, held)),
        );
        const keys: Key[] = [];
        let invitations: Invitation[] = [];
        let accepted = 0;

        const steps = {
          grant: () => administer("PUT", `/users/${any(people).userId}/roles`, { roleIds: [any(given)] }),
          revoke: () => administer("DELETE", `/users/${any(people).userId}/roles?roleIds=${any(given)}`),
          demote: async () => {
            const { userId } = any(people);
            const { body } = await api.request(`/users/${userId}`, { as: api.administrator });
            for (const { roleId } of body.roles ?? [])
              await administer("DELETE", `/users/${userId}/roles?roleIds=${roleId}`);
          },
          change: () =>
            administer(
              "PUT",
              `/roles/${any(roleIds)}/permissions`,
              some(names).map((permissionId) => ({ permissionId, permissionValue: true })),
            ),
          delete: async () => {
            const { userId } = any(people);
            await administer("DELETE", `/users?userIds=${userId}`);
            people.push(await personWith(api, some(names)));
          },
          key: async (maker = any(people), user = any(people)) => {
            const own = maker.userId === user.userId;
            const url = own ? "/user/create-api-key" : `/users/${user.userId}/create-api-key`;
            const { status, body } = await api.request(url, { as: maker.as });
            if (status === 200 && keys.length < 6) keys.push({ as: `Bearer ${body}`, maker, user });
          },
          invite: async (inviter = any(people)) => {
            const again = random() < 0.3 && invitations.length > 0 ? any(invitations).email : undefined;
            const email = again ?? `${unique("guest")}@example.test`;
            const body = { email, roleIds: some(given).slice(0, 2), isProceed: true };
            const { status } = await api.request("/users/invite", { method: "POST", as: inviter.as, body });
            if (status !== 200) return;
            invitations = invitations.filter((one) => one.email !== email);
            invitations.push({ email, inviter, roleIds: body.roleIds });
          },
          accept: async () => {
            if (invitations.length === 0 || accepted >= 4) return;
            const invitation = any(invitations);
            const giver = (await held(api)).get(invitation.inviter.userId);
            const { status, body } = await accept(api, invitation);
            const { body: seen } = await api.request(`/invitations/${token(invitation.email)}`);
            if (status !== 200) {
              expect([status, body.code, seen.state]).toEqual([409, "invitationRevoked", "revoked"]);
              const probe = await makeUser(api, { roleIds: invitation.roleIds });
              const roles = (await held(api)).get(probe.userId) ?? [];
              const wanted = ["UserView", "UserView_InviteAction", ...roles];
              // Refused only for this reason.
              expect(giver && wanted.every((name) => giver.has(name))).not.toBe(true);
              return;
            }
            accepted++;
            invitations = invitations.filter((one) => one !== invitation);
            const got = (await held(api)).get(body);
            expect([...(got ?? [])].filter((name) => !giver?.has(name))).toEqual([]);
            expect(giver?.has("UserView_InviteAction")).toBe(true);
          },
        };

        // The first has all permissions granted here, so that some grants can outlive theirs.
        const [first = any(people), , weaker] = people;
        for (const user of [weaker, first]) await steps.key(first, user);
        for (let count = 0; count < 3; count++) await steps.invite(first);
        for (let count = 0; count < 40; count++) {
          await any(Object.values(steps) as (() => Promise<unknown>)[])();
          const now = await held(api);
          for (const { as, maker, user } of keys) {
            const [made, own] = [now.get(maker.userId), now.get(user.userId)];
            const { status, body } = await api.request("/user", { as });
            if (!made || !own) expect(status).toBe(401);
            else {
              const may = new Set<string>(body.userPermissions);
              const bound = names.filter((name) => made.has(name) && own.has(name));
              expect(names.filter((name) => may.has(name))).toEqual(bound);
            }
          }
        }
      },
    );
  },
  { dataDirectory, publicAddress: "https://work.example.test" },
);
