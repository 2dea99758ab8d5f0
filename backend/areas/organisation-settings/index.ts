import { sql } from "drizzle-orm";
import type * as z from "zod";
import { contract } from "../../../lib/contract";
import {
  type OrganisationSettings,
  type organisationSettingsEdit,
  organisationTexts,
} from "../../../lib/contract/organisation-settings";
import { avatarResponse, bringsAvatar, changedAvatar, storedAvatar } from "../../attachments/avatars";
import { historyHandlers } from "../../audit/history";
import { notFound, stale } from "../../core/errors";
import type { Database } from "../../database/transaction";
import { type Context, implement, slowHandlerIf } from "../../endpoint/route";
import { snakeCase } from "../../lists/columns";
import { instantOf } from "../../lists/list";
import { readTraced, traceColumns } from "../../lists/trace";
import { notifyTenant } from "../../live/signals";
import { appearanceOf } from "../../organisation/appearance";
import {
  bringsLogo,
  checkThemeSave,
  findTheme,
  listThemes,
  publicLogo,
  removeTheme,
  saveTheme,
  storedThemeLogo,
} from "./themes";

type Edit = z.output<typeof organisationSettingsEdit>;

const columns = sql.join(
  [...organisationTexts, "avatar"].map(
    (name) => sql`s.${sql.identifier(snakeCase(name))} as ${sql.identifier(name)}`,
  ),
  sql`, `,
);

/** Returned before the first save. */
const nothingYet = {
  ...(Object.fromEntries(organisationTexts.map((name) => [name, ""])) as {
    [Name in (typeof organisationTexts)[number]]: string;
  }),
  avatar: null,
  createdOn: null,
  createdBy: "",
  updatedOn: null,
  updatedBy: null,
  version: 1,
} satisfies OrganisationSettings;

type Stored = OrganisationSettings & { createdOn: string };

async function stored(db: Database, lock = sql``): Promise<Stored | undefined> {
  const { rows } = await db.execute<Record<string, unknown>>(sql`
    select ${columns}, s.created_on as "createdOn", s.created_by_name as "createdBy", ${traceColumns("s")}
    from organisation_settings s ${lock}`);
  return readTraced(rows[0], (row) => ({
    ...(row as unknown as OrganisationSettings),
    createdOn: instantOf(row.createdOn),
  }));
}

/**
 * @returns the stored settings, locked
 * @throws {RequestError} 409 with the stored settings when their version differs
 */
async function checkSave({ db }: Context, { version }: Edit): Promise<OrganisationSettings> {
  const found = (await stored(db, sql`for no key update`)) ?? nothingYet;
  if (version !== undefined && version !== found.version) throw stale(found);
  return found;
}

async function save(context: Context, given: Edit, storedLogo?: string): Promise<OrganisationSettings> {
  const { db } = context;
  // The first save inserts the row, and concurrent first saves wait for it.
  await db.execute(
    sql`select pg_advisory_xact_lock(hashtextextended('organisation_settings' || app_tenant(), 0))`,
  );
  const before = await checkSave(context, given);
  const avatar = changedAvatar(context, before.avatar, given, storedLogo);
  const values = [
    ...organisationTexts.map((name) => [name, given[name] ?? before[name]] as const),
    ["avatar", avatar] as const,
  ];
  const written = sql.join(
    values.map(([name]) => sql.identifier(snakeCase(name))),
    sql`, `,
  );
  const changes = values.map(
    ([name]) => sql`${sql.identifier(snakeCase(name))} = excluded.${sql.identifier(snakeCase(name))}`,
  );
  await db.execute(sql`
    insert into organisation_settings (${written})
    values (${sql.join(
      values.map(([, value]) => sql`${value}`),
      sql`, `,
    )})
    on conflict (tenant_id) do update set ${sql.join(changes, sql`, `)}`);
  // Name and logo are in every user's top bar.
  await notifyTenant(db, "theme");
  return (await stored(db)) ?? nothingYet;
}

const { history, historyDetail } = historyHandlers(
  "organisation-settings",
  "organisationSettingId",
  "tenant_id",
);

export const routes = implement(contract["organisation-settings"], {
  detail: async ({ context }) => (await stored(context.db)) ?? nothingYet,
  save: slowHandlerIf(bringsAvatar, {
    check: ({ body, context }) => checkSave(context, body),
    prepare: ({ body, context }) => storedAvatar(context, body, { isWhole: true }),
    handle: ({ body, context }, logo) => save(context, body, logo),
  }),
  lastUpdate: async ({ context }) => {
    return (await stored(context.db)) ?? null;
  },
  avatar: async ({ params, context }) => {
    const found = await stored(context.db);
    if (!found?.avatar || found.avatar !== params.avatarId) throw notFound();
    return avatarResponse(context, found.avatar);
  },
  themes: ({ context }) => listThemes(context),
  theme: ({ params, context }) => findTheme(context, params.name),
  saveTheme: slowHandlerIf(bringsLogo, {
    check: ({ params, body, context }) => checkThemeSave(context, params.name, body),
    prepare: ({ body, context }) => storedThemeLogo(context, body),
    handle: ({ params, body, context }, logo) => saveTheme(context, params.name, body, logo),
  }),
  removeTheme: ({ params, context }) => removeTheme(context, params.name),
  appearance: ({ context: { connection, tenant } }) => appearanceOf(connection, tenant.tenantId),
  logo: ({ params, context }) => publicLogo(context, params.logoId),
  history,
  historyDetail,
});
