import { sql } from "../database/sql";
import type { Connection, Database } from "../database/transaction";
import { personOf, randomNumbers, type SamplePerson } from "./people";
import { admitAdministrator, ensureTenant } from "./tenant";

/** Rows per transaction: enough for a low cost per row, and far below the statement timeout. */
const batchSize = 2_500;

interface Volume {
  connection: Connection;
  /** Identifier of the tenant, created if missing. */
  tenant: string;
  /** Number of users to add. */
  users: number;
  onProgress?: (made: number) => void;
}

/**
 * Adds many users to a tenant, for measurements. They pass the usual triggers, so each is counted and has a
 * `UserCreated` by `System` in the history; only creation and sign-in dates are given, spread over the last years. They
 * have no roles and no password, and cannot sign in.
 */
export async function seedVolume({ connection, tenant, users, onProgress }: Volume): Promise<void> {
  const tenantId = await ensureTenant(connection, tenant);
  const first = await connection.transaction("owner", countAccounts);
  const random = randomNumbers(first + 1);
  const now = new Date();
  let asked = 0;
  let made = 0;
  const work = async () => {
    while (asked < users) {
      const from = asked;
      asked = Math.min(users, asked + batchSize);
      const people = Array.from({ length: asked - from }, (_, index) =>
        personOf(first + from + index, random, now),
      );
      await connection.transaction("owner", async (db) => {
        // Sample data needs no immediate durability, and compiling the plan costs more than it saves. The text index
        // merges its pending list less often, in larger batches.
        db.execute(
          sql`select set_config('synchronous_commit', 'off', true), set_config('jit', 'off', true),
            set_config('gin_pending_list_limit', '64MB', true), set_config('work_mem', '128MB', true)`,
        ).catch(() => {});
        await insertPeople(db, tenantId, people);
      });
      made += people.length;
      onProgress?.(made);
    }
  };
  // Two at a time: one core of the database works while the other waits for the next batch or its commit.
  await Promise.all([work(), work()]);
}

async function countAccounts(db: Database): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`select count(*) as count from accounts`);
  return Number(rows[0]?.count);
}

async function insertPeople(db: Database, tenantId: string, people: readonly SamplePerson[]): Promise<void> {
  // One parameter per column, split by the database: far cheaper than one parameter per value.
  const column = (read: (person: SamplePerson) => string) =>
    sql`string_to_array(${people.map(read).join("\n")}, E'\n')`;
  await db.execute(sql`
    with given as materialized (
      select time_ordered_uuid() as user_id, person.* from unnest(
        ${column((person) => person.userName)}, ${column((person) => person.firstName)},
        ${column((person) => person.lastName)}, ${column((person) => person.email)},
        ${column((person) => person.createdOn.toISOString())}, ${column((person) => person.createdBy)},
        ${column((person) => person.lastLoginOn?.toISOString() ?? "")}
      ) as person (user_name, first_name, last_name, email, created_on, created_by_name, last_login_on)
    ), account as (
      insert into accounts (user_id, user_name) select user_id, user_name from given
    )
    insert into users (tenant_id, user_id, user_name, first_name, last_name, email, created_on, created_by_name, last_login_on)
    select ${tenantId}, user_id, user_name, first_name, last_name, email, created_on::timestamptz, created_by_name,
      nullif(last_login_on, '')::timestamptz
    from given`);
}

interface Tenants {
  connection: Connection;
  /** Number of numbered tenants; `tenant-0001` is the first. */
  tenants: number;
  /** Number of users to add to each. */
  users: number;
  /** User name of an administrator of the first, to inspect it. */
  administrator: string;
}

/** Creates many small tenants, for measurements. */
export async function seedTenants({ connection, tenants, users, administrator }: Tenants): Promise<void> {
  for (let number = 1; number <= tenants; number += 1) {
    const tenant = `tenant-${String(number).padStart(4, "0")}`;
    const tenantId = await ensureTenant(connection, tenant);
    if (number === 1) await admitAdministrator(connection, tenantId, administrator);
    if (users > 0) await seedVolume({ connection, tenant, users });
  }
}
