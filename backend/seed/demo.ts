import { hostTenant } from "../core/tenant-prefix";
import { administratorRoleId } from "../database/schema";
import { sql } from "../database/sql";
import { type Connection, type Database, inTenant } from "../database/transaction";
import type { FileStore } from "../files/store";
import { giveValues, makeAttributes } from "./demo-attributes";
import { filesOf } from "./demo-files";
import { newsOf } from "./demo-notifications";
import { completeRole, type Made, sampleRoles } from "./demo-roles";
import { personOf, randomNumbers, type SamplePerson } from "./people";
import { ensureTenant } from "./tenant";
import { backdate, replayEvents, type SampleEvent } from "./timeline";

const people = 64;
const hour = 60 * 60 * 1000;
const day = 24 * hour;
/** The people who maintain names, addresses, roles and leavers, in the order in which they joined. */
const colleagues = [2, 3, 4, 5] as const;
const leaver = 40;

/**
 * Fills the host tenant with a company's sample data: roles with different permissions, people in several of them,
 * attributes, files, and years of history by different persons. Does nothing when the tenant has users besides its
 * administrator.
 * @param files the store of their uploads
 * @param passwordHash lets every sample user sign in with that password
 * @returns whether data was created
 */
export async function seedDemo(
  connection: Connection,
  files: FileStore,
  passwordHash: string | null,
): Promise<boolean> {
  const tenantId = await ensureTenant(connection, hostTenant);
  const administrator = await inTenant(connection, tenantId, undefined, onlyUser);
  if (administrator === "several") return false;
  const now = new Date();
  const random = randomNumbers(2_026);
  const sample = Array.from({ length: people }, (_, number) => samplePerson(number, random, now)).sort(
    (a, b) => a.createdOn.getTime() - b.createdOn.getTime(),
  );
  const opening = new Date(now.getTime() - (5 * 365 + 30) * day);
  const made: Made = { administrator, roleIds: [], userIds: [], attributeIds: [] };
  // Backdates the initial records of a new tenant to the beginning.
  await connection.transaction("owner", (db) =>
    backdate(db, tenantId, opening.toISOString(), sql`'-infinity'::timestamptz`),
  );
  await replayEvents(connection, tenantId, [
    {
      when: opening,
      by: () => administrator,
      work: async (db) => {
        made.attributeIds = await makeAttributes(db);
      },
    },
    ...rolesOf(made, opening),
    ...(await filesOf(made, { files, tenantId, opening, now })),
    ...sample.flatMap((person, index) => [
      admission(made, person, index, { random, passwordHash }),
      ...changesOf(made, person, index, now),
    ]),
    ...permissionsOf(made, sample, now),
    ...(administrator ? newsOf(made, administrator, now) : []),
  ]);
  // Changes of years ago are no news by e-mail.
  await connection.transaction("owner", (db) =>
    db.execute(sql`delete from account_notices where tenant_id = ${tenantId}`),
  );
  await connection.transaction("owner", (db) =>
    db.execute(sql`
      update notifications n set read_on = least(n.created_on + interval '1 hour', now())
      from (
        select notification_id, row_number() over (partition by user_id order by created_on desc, notification_id desc) as rank
        from notifications where tenant_id = ${tenantId}
      ) as newest
      where n.tenant_id = ${tenantId} and n.notification_id = newest.notification_id and rank > 4 and rank <> 7`),
  );
  return true;
}

function samplePerson(number: number, random: () => number, now: Date): SamplePerson {
  const person = personOf(number, random, now);
  // Without the running number, for natural names; duplicates keep it.
  const userName = person.userName.replace(/\.[0-9a-z]+$/, "");
  return { ...person, userName, email: person.email.replace(person.userName, userName) };
}

async function onlyUser(db: Database): Promise<string | undefined | "several"> {
  const { rows } = await db.execute<{ userId: string }>(sql`select user_id as "userId" from users limit 2`);
  return rows.length > 1 ? "several" : rows[0]?.userId;
}

/** A role starts with all permissions except the last, which it gets later. */
function rolesOf(made: Made, opening: Date): SampleEvent[] {
  return sampleRoles.map(({ roleName, isDefault, permissions }, index) => ({
    when: new Date(opening.getTime() + day + index * hour),
    by: () => made.administrator,
    work: async (db) => {
      const first = permissions.length > 1 ? permissions.slice(0, -1) : permissions;
      const { rows } = await db.execute<{ roleId: string }>(sql`
        insert into roles (role_name, is_default, permissions)
        values (${roleName}, ${isDefault}, coalesce(string_to_array(nullif(${first.join(",")}, ''), ','), '{}'))
        returning role_id as "roleId"`);
      const { roleId } = rows[0] as { roleId: string };
      made.roleIds.push(roleId);
      await giveValues(db, made.attributeIds, { kind: "role", id: roleId, place: index });
    },
  }));
}

/** Roles that are not in the notifications of the last weeks. */
function permissionsOf(made: Made, sample: readonly SamplePerson[], now: Date): SampleEvent[] {
  return sampleRoles.flatMap(({ permissions }, index) => {
    if (permissions.length < 2 || (index >= 2 && index < 7)) return [];
    const by = index % 8;
    const since = sample[by]?.createdOn.getTime() ?? 0;
    return {
      when: new Date(since + (now.getTime() - since) * (0.2 + index / 60)),
      by: () => made.userIds[by],
      work: (db) => completeRole(db, made, index),
    };
  });
}

function admission(
  made: Made,
  person: SamplePerson,
  index: number,
  { random, passwordHash }: { random: () => number; passwordHash: string | null },
): SampleEvent {
  const places = [0, 1 + Math.floor(random() * (sampleRoles.length - 1))];
  if (index % 3 === 0) places.push(1 + Math.floor(random() * (sampleRoles.length - 1)));
  return {
    when: person.createdOn,
    by: () => made.administrator,
    work: async (db) => {
      const wanted = [person.userName, `${person.userName}${index}`];
      let userId: string | null | undefined;
      for (const userName of wanted) {
        userId ??= await createAccount(db, userName, passwordHash);
        if (userId) person.userName = userName;
        if (userId) break;
      }
      if (!userId) throw new Error(`The username ${person.userName} is taken.`);
      await db.execute(sql`insert into users (user_id, user_name, first_name, last_name, email)
        values (${userId}, ${person.userName}, ${person.firstName}, ${person.lastName}, ${person.email})`);
      const roles = new Set(places.map((place) => made.roleIds[place]));
      if (index === 1) roles.add(administratorRoleId);
      for (const roleId of roles)
        await db.execute(sql`insert into user_roles (user_id, role_id) values (${userId}, ${roleId})`);
      await giveValues(db, made.attributeIds, { kind: "user", id: userId, place: index });
      made.userIds[index] = userId;
    },
  };
}

async function createAccount(db: Database, userName: string, passwordHash: string | null) {
  const { rows } = await db.execute<{ userId: string | null }>(
    sql`select create_account(${userName}, ${passwordHash}) as "userId"`,
  );
  return rows[0]?.userId;
}

/** Later changes to a person: a marriage, a corrected address, a promotion, a role given up, their sign-in. */
function changesOf(
  made: Made,
  { createdOn, lastLoginOn }: SamplePerson,
  index: number,
  now: Date,
): SampleEvent[] {
  const since = createdOn.getTime();
  const at = (share: number) => new Date(since + (now.getTime() - since) * share);
  const user = () => made.userIds[index] ?? "";
  const change = (share: number, by: number, work: SampleEvent["work"]) => ({
    when: at(share),
    by: () => made.userIds[by],
    work,
  });
  const [names, addresses, roles, leavers] = colleagues;
  const events: SampleEvent[] = [];
  // The first people maintain the others, and exist before them.
  if (index > leavers) {
    if (index % 5 === 0)
      events.push(
        change(0.3, names, (db) =>
          db.execute(sql`update users set last_name = last_name || '-Novak' where user_id = ${user()}`),
        ),
      );
    if (index % 4 === 0)
      events.push(
        change(0.5, addresses, (db) =>
          db.execute(sql`update users set email = replace(email, '@', '.hub@') where user_id = ${user()}`),
        ),
      );
    if (index % 6 === 0)
      events.push(
        change(0.6, roles, (db) =>
          db.execute(
            sql`insert into user_roles (user_id, role_id) values (${user()}, ${made.roleIds[6]}) on conflict do nothing`,
          ),
        ),
      );
    if (index % 9 === 0)
      events.push(
        change(0.7, leavers, (db) =>
          db.execute(sql`delete from user_roles where user_id = ${user()} and role_id = ${made.roleIds[0]}`),
        ),
      );
  }
  const left = index === leaver ? 0.8 : 1;
  if (index === leaver)
    events.push(
      change(left, leavers, async (db, when) => {
        await db.execute(sql`delete from user_roles where user_id = ${user()}`);
        await db.execute(sql`update users set archived_on = ${when} where user_id = ${user()}`);
      }),
    );
  if (lastLoginOn && lastLoginOn < at(left))
    events.push({ when: lastLoginOn, by: user, work: (db, when) => signIn(db, user(), when) });
  return events;
}

/** Records it like backend/areas/auth; the rest of the transaction runs as the owner. */
async function signIn(db: Database, userId: string, when: string): Promise<void> {
  await db.execute(sql`select set_config('role', 'none', true)`);
  await db.execute(
    sql`update users set last_login_on = ${when} where tenant_id = app_tenant() and user_id = ${userId}`,
  );
  await db.execute(sql`
    insert into history (tenant_id, collection, record_id, record_name, type, previous, current)
    select tenant_id, 'users', user_id, display_name(first_name, last_name, user_name), 'UserSignedIn', '{}',
      '{"address": "127.0.0.1"}' from users where tenant_id = app_tenant() and user_id = ${userId}`);
}
