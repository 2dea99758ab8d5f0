import { sql } from "../database/sql";
import type { Database } from "../database/transaction";

/** Whether the id is a logo of the tenant or one of its themes. */
export async function isLogo(db: Database, logoId: string): Promise<boolean> {
  const { rows } = await db.execute(sql`
    select from organisation_settings where avatar = ${logoId} union all select from themes where ${logoId} in (logo, dark_logo)`);
  return rows.length > 0;
}
