import type * as z from "zod";
import {
  type OrganisationSettings,
  type organisationSettingsEdit,
  organisationTexts,
} from "../../../lib/contract/organisation-settings";
import { changedAvatar } from "../../attachments/avatars";
import { stale } from "../../core/errors";
import { sql } from "../../database/sql";
import type { Database } from "../../database/transaction";
import type { Context } from "../../endpoint/route";
import { snakeCase } from "../../lists/columns";
import { notifyTenant } from "../../live/signals";
import { nothingYet, stored } from "./queries";

type Edit = z.output<typeof organisationSettingsEdit>;

/**
 * @returns the stored settings, locked
 * @throws {RequestError} 409 with the stored settings when their version differs
 */
export async function checkSave(
  { db }: Context,
  { version }: Pick<Edit, "version">,
): Promise<OrganisationSettings> {
  const found = (await stored(db, sql`for no key update`)) ?? nothingYet;
  if (version !== undefined && version !== found.version) throw stale(found);
  return found;
}

export async function save(
  context: Context,
  given: Edit,
  storedLogo?: string,
): Promise<OrganisationSettings> {
  const { db } = context;
  await lockSettings(db);
  const before = await checkSave(context, given);
  const avatar = changedAvatar(context, before.avatar, given, storedLogo);
  const values = [
    ...organisationTexts.map((name) => [name, given[name] ?? before[name]] as const),
    ["avatar", avatar] as const,
  ];
  const written = sql.join(
    values.map(([name]) => sql.identifier(snakeCase(name))),
    ", ",
  );
  const changes = values.map(
    ([name]) => sql`${sql.identifier(snakeCase(name))} = excluded.${sql.identifier(snakeCase(name))}`,
  );
  await db.execute(sql`
    insert into organisation_settings (${written})
    values (${sql.join(
      values.map(([, value]) => sql`${value}`),
      ", ",
    )})
    on conflict (tenant_id) do update set ${sql.join(changes, ", ")}`);
  // Name and logo are in every user's top bar.
  await notifyTenant(db, "theme");
  return (await stored(db)) ?? nothingYet;
}

/** The first save inserts the row, and concurrent first saves wait for it. */
export async function lockSettings(db: Database): Promise<void> {
  await db.execute(
    sql`select pg_advisory_xact_lock(hashtextextended('organisation_settings' || app_tenant(), 0))`,
  );
}
