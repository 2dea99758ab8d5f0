import type * as z from "zod";
import type {
  OrganisationSettings,
  secondFactorPolicyEdit,
  secondFactorState as state,
} from "../../../lib/contract/organisation-settings";
import { isDay } from "../../../lib/format/calendar";
import { wallClock } from "../../../lib/format/zone";
import { refuseWithoutPasswords } from "../../access/password-mode";
import { storedSecondFactors } from "../../access/second-factor";
import { mayAdminister, offeredFactors } from "../../access/second-factor-policy";
import { conflict, invalid } from "../../core/errors";
import { startOfDay } from "../../core/start-of-day";
import { sql } from "../../database/sql";
import type { Context } from "../../endpoint/route";
import { isActiveMember } from "../../members/active";
import { nothingYet, stored } from "./queries";
import { checkSave, lockSettings } from "./service";

/** Counts users with a second factor. @throws {RequestError} 403 without passwords */
export async function secondFactorState(context: Context): Promise<z.output<typeof state>> {
  refuseWithoutPasswords(context);
  const { rows } = await context.db.execute<
    Record<"all" | "allWith" | "administrators" | "administratorsWith", number>
  >(sql`
    with people as (
      select user_id in (select second_factor_holders()) as "isWith", ${mayAdminister} as "isAdministrator"
      from users u where ${isActiveMember("u")}
    )
    select count(*)::int as "all", (count(*) filter (where "isWith"))::int as "allWith",
      (count(*) filter (where "isAdministrator"))::int as administrators,
      (count(*) filter (where "isAdministrator" and "isWith"))::int as "administratorsWith"
    from people`);
  const { all = 0, allWith = 0, administrators = 0, administratorsWith = 0 } = rows[0] ?? {};
  return {
    everybody: { people: all, withFactor: allWith },
    administrators: { people: administrators, withFactor: administratorsWith },
    isOwnSetUp: await isOwnSetUp(context),
  };
}

type Edit = z.output<typeof secondFactorPolicyEdit>;

/**
 * Saves the policy of second factors. Sessions stay open: users set a factor up at their next sign-in.
 * @throws {RequestError} 400 on secondFactorFrom for a day before today, 403 without passwords, 409 while no second factor
 * can be set up, while the caller has none, or with the stored settings when their version differs
 */
export async function savePolicy(context: Context, given: Edit): Promise<OrganisationSettings> {
  refuseWithoutPasswords(context);
  const { db } = context;
  await lockSettings(db);
  const before = await checkSave(context, given);
  const { secondFactorPolicy: policy } = given;
  const from =
    policy === "optional" ? null : startOf(context, given.secondFactorFrom, before.secondFactorFrom);
  if (policy !== "optional") {
    if (offeredFactors(context.config).length === 0) throw conflict("noSecondFactorOffered");
    // Otherwise the policy could send its author, an administrator, to the set-up.
    if (!(await isOwnSetUp(context))) throw conflict("ownSecondFactorFirst");
  }
  await db.execute(sql`
    insert into organisation_settings (company_name, second_factor_policy, second_factor_from) values ('', ${policy}, ${from})
    on conflict (tenant_id) do update set second_factor_policy = ${policy}, second_factor_from = ${from}`);
  return (await stored(db)) ?? nothingYet;
}

function startOf(
  { timeZone = "UTC" }: Pick<Context, "timeZone">,
  given: string | null,
  before: string | null,
): string | null {
  if (given === null) return null;
  const from = isDay(given) ? startOfDay(given, timeZone) : new Date(given);
  const today = startOfDay(new Date(wallClock(Date.now(), timeZone)).toISOString().slice(0, 10), timeZone);
  if (from < today && from.toISOString() !== before)
    throw invalid([{ propertyName: "secondFactorFrom", rule: "beforeToday" }]);
  return from.toISOString();
}

async function isOwnSetUp({ db, user }: Context): Promise<boolean> {
  const { totpOn, passkeys } = await storedSecondFactors(db, user.userId);
  return totpOn !== null || passkeys.length > 0;
}
