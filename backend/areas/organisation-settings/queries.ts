import { type OrganisationSettings, organisationTexts } from "../../../lib/contract/organisation-settings";
import { sql } from "../../database/sql";
import type { Database } from "../../database/transaction";
import { snakeCase } from "../../lists/columns";
import { instantOf, instantOrNull } from "../../lists/list";
import { readTraced, traceColumns } from "../../lists/trace";

const columns = sql.join(
  [...organisationTexts, "avatar", "secondFactorPolicy", "secondFactorFrom"].map(
    (name) => sql`s.${sql.identifier(snakeCase(name))} as ${sql.identifier(name)}`,
  ),
  ", ",
);

/** Returned before the first save. */
export const nothingYet = {
  ...(Object.fromEntries(organisationTexts.map((name) => [name, ""])) as {
    [Name in (typeof organisationTexts)[number]]: string;
  }),
  avatar: null,
  secondFactorPolicy: "optional",
  secondFactorFrom: null,
  createdOn: null,
  createdBy: "",
  updatedOn: null,
  updatedBy: null,
  version: 1,
} satisfies OrganisationSettings;

type Stored = OrganisationSettings & { createdOn: string };

export async function stored(db: Database, lock = sql.empty): Promise<Stored | undefined> {
  const { rows } = await db.execute<Record<string, unknown>>(sql`
    select ${columns}, s.created_on as "createdOn", s.created_by_name as "createdBy", ${traceColumns("s")}
    from organisation_settings s ${lock}`);
  return readTraced(rows[0], (row) => ({
    ...(row as unknown as OrganisationSettings),
    secondFactorFrom: instantOrNull(row.secondFactorFrom),
    createdOn: instantOf(row.createdOn),
  }));
}
