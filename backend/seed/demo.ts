import { type SQL, sql } from "drizzle-orm";
import { administratorRoleId } from "../database/schema";
import { type Actor, type Connection, type Database, inTenant } from "../database/transaction";
import { hostTenant } from "../http/tenant-prefix";
import { addNotifications } from "./demo-notifications";
import { sampleRoles } from "./demo-roles";
import { type Person, personOf, randomNumbers } from "./people";
import { ensureTenant } from "./tenant";

const people = 64;

/**
 * Gives the host tenant a company's worth of sample data: roles with different permissions, people in several of
 * them, and some history by different persons. Does nothing when the tenant has more users than its administrator.
 * @param passwordHash lets every sample user sign in with that password
 * @returns whether anything was made
 */
export async function seedDemo(connection: Connection, passwordHash: string | null): Promise<boolean> {
  const tenantId = await ensureTenant(connection, hostTenant);
  const administrator = await inTenant(connection, tenantId, undefined, onlyUser);
  if (administrator === "several") return false;
  const random = randomNumbers(2_026);
  const sample = Array.from({ length: people }, (_, number) => samplePerson(number, random));
  const roleIds = await inTenant(connection, tenantId, administrator, addRoles);
  const userIds = await inTenant(connection, tenantId, administrator, (db) =>
    addPeople(db, sample, roleIds, random, passwordHash),
  );
  await addChanges(connection, tenantId, sample, userIds, roleIds);
  if (administrator)
    await addNotifications(connection, {
      tenantId,
      administrator,
      colleagues: [2, 3, 4].map((index) => actorOf(sample[index], userIds[index])),
      roleIds,
    });
  await connection.transaction("owner", (db) => moveIntoThePast(db, tenantId, sample, userIds));
  return true;
}

function samplePerson(number: number, random: () => number): Person {
  const person = personOf(number, random, new Date());
  // Without the running number, as people would name themselves; a name that comes twice keeps it.
  const userName = person.userName.replace(/\.[0-9a-z]+$/, "");
  return { ...person, userName, email: person.email.replace(person.userName, userName) };
}

async function onlyUser(db: Database): Promise<Actor | undefined | "several"> {
  const { rows } = await db.execute<{ userId: string; userName: string }>(sql`
    select user_id as "userId", display_name(first_name, last_name, user_name) as "userName" from users limit 2`);
  return rows.length > 1 ? "several" : rows[0];
}

async function addRoles(db: Database): Promise<string[]> {
  const ids: string[] = [];
  for (const { roleName, isDefault, permissions } of sampleRoles) {
    const { rows } = await db.execute<{ roleId: string }>(sql`
      insert into roles (role_name, is_default, permissions)
      values (${roleName}, ${isDefault}, coalesce(string_to_array(nullif(${permissions.join(",")}, ''), ','), '{}'))
      returning role_id as "roleId"`);
    ids.push((rows[0] as { roleId: string }).roleId);
  }
  return ids;
}

async function addPeople(
  db: Database,
  sample: Person[],
  roleIds: readonly string[],
  random: () => number,
  passwordHash: string | null,
): Promise<string[]> {
  const ids: string[] = [];
  for (const [number, person] of sample.entries()) {
    const userId =
      (await createAccount(db, person.userName, passwordHash)) ??
      (await createAccount(db, `${person.userName}${number}`, passwordHash, person));
    if (!userId) throw new Error(`The user name ${person.userName} is taken.`);
    await db.execute(sql`insert into users (user_id, user_name, first_name, last_name, email)
      values (${userId}, ${person.userName}, ${person.firstName}, ${person.lastName}, ${person.email})`);
    const roles = [roleIds[0], roleIds[1 + Math.floor(random() * (roleIds.length - 1))]];
    if (number % 3 === 0) roles.push(roleIds[1 + Math.floor(random() * (roleIds.length - 1))]);
    if (number === 1) roles.push(administratorRoleId);
    for (const roleId of new Set(roles))
      await db.execute(sql`insert into user_roles (user_id, role_id) values (${userId}, ${roleId})`);
    ids.push(userId);
  }
  return ids;
}

async function createAccount(db: Database, userName: string, passwordHash: string | null, renamed?: Person) {
  const { rows } = await db.execute<{ userId: string | null }>(
    sql`select create_account(${userName}, ${passwordHash}) as "userId"`,
  );
  if (renamed) renamed.userName = userName;
  return rows[0]?.userId;
}

function actorOf(person: Person | undefined, userId = ""): Actor {
  return { userId, userName: `${person?.firstName} ${person?.lastName}` };
}

/** What colleagues changed since: a marriage, a corrected address, a promotion, a role that was given up. */
async function addChanges(
  connection: Connection,
  tenantId: string,
  sample: readonly Person[],
  userIds: readonly string[],
  roleIds: readonly string[],
): Promise<void> {
  const change = (by: number, statement: SQL) =>
    inTenant(connection, tenantId, actorOf(sample[by], userIds[by]), (db) => db.execute(statement));
  for (const [index, userId] of userIds.entries()) {
    if (index % 5 === 0)
      await change(2, sql`update users set last_name = last_name || '-Novak' where user_id = ${userId}`);
    if (index % 4 === 0)
      await change(3, sql`update users set email = replace(email, '@', '.hub@') where user_id = ${userId}`);
    if (index % 6 === 0)
      await change(
        4,
        sql`insert into user_roles (user_id, role_id) values (${userId}, ${roleIds[6]}) on conflict do nothing`,
      );
    if (index % 9 === 0)
      await change(5, sql`delete from user_roles where user_id = ${userId} and role_id = ${roleIds[0]}`);
  }
  for (const [index, roleId] of roleIds.slice(0, 8).entries())
    await change(
      index,
      sql`update roles set permissions = array_append(array_remove(permissions, 'UserView'), 'UserView') where role_id = ${roleId}`,
    );
  const leaving = userIds.at(-1);
  await change(2, sql`delete from user_roles where user_id = ${leaving}`);
  await change(2, sql`update users set archived_on = now() where user_id = ${leaving}`);
}

/** All was made in a moment; as the owner, its dates are spread over the years in the order in which it happened. */
async function moveIntoThePast(
  db: Database,
  tenantId: string,
  sample: readonly Person[],
  userIds: readonly string[],
) {
  for (const [index, { createdOn, lastLoginOn }] of sample.entries())
    await db.execute(sql`update users set created_on = ${createdOn.toISOString()}, last_login_on = ${lastLoginOn?.toISOString() ?? null}
      where tenant_id = ${tenantId} and user_id = ${userIds[index]}`);
  await db.execute(sql`update roles set created_on = created_on - ${5 * 365} * interval '1 day'
    where tenant_id = ${tenantId} and not is_built_in`);
  await db.execute(sql`
    update history h set changed_on = made.created_on + (now() - made.created_on) * made.share
    from (
      select history_id, coalesce(u.created_on, r.created_on) as created_on,
        (row_number() over (partition by h2.record_id order by h2.changed_on, h2.history_id) - 1)::float8
          / count(*) over (partition by h2.record_id) as share
      from history h2
      left join users u on u.tenant_id = h2.tenant_id and u.user_id = h2.record_id
      left join roles r on r.tenant_id = h2.tenant_id and r.role_id = h2.record_id
      where h2.tenant_id = ${tenantId}
    ) as made
    where h.history_id = made.history_id and made.created_on is not null`);
}
