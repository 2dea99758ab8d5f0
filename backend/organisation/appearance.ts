import type { Appearance } from "../../lib/contract/themes";
import type { Config } from "../config/config";
import { sql } from "../database/sql";
import { type Connection, type Database, inTenant } from "../database/transaction";

interface Row extends Record<string, unknown> {
  companyName: string;
  logo: string | null;
  darkLogo: string | null;
  primary: string | null;
  accent: string | null;
  isDark: boolean | null;
}

/** The public appearance of the current tenant's organisation. */
export async function appearanceIn(db: Database): Promise<Appearance> {
  const { rows } = await db.execute<Row>(sql`
    select coalesce(s.company_name, '') as "companyName", coalesce(t.logo, s.avatar) as logo, t.dark_logo as "darkLogo",
      t."primary", t.accent, t.is_dark as "isDark"
    from (select) as one left join organisation_settings s on true left join themes t on t.is_default`);
  const { companyName = "", logo = null, darkLogo = null, primary, accent, isDark } = rows[0] ?? {};
  const theme = primary && accent ? { primary, accent, isDark: isDark === true } : null;
  return { companyName, logo, ...(darkLogo && { darkLogo }), theme };
}

/** An organisation's name: its own, else its tenant's, else the product's. */
export function organisationName(
  { multiTenancy, appTitle }: Pick<Config, "multiTenancy" | "appTitle">,
  tenantName: string,
  { companyName }: Appearance,
): string {
  return companyName || (multiTenancy ? tenantName : appTitle);
}

export function appearanceOf(connection: Connection, tenantId: string): Promise<Appearance> {
  return inTenant(connection, tenantId, undefined, appearanceIn);
}
