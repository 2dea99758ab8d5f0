import { sql } from "../../database/sql";
import { defineCheck } from "../../system/check";
import { maxAttempts } from "./deliver";

/** Minutes after which an e-mail should have been sent, with several attempts. */
const lateAfter = 60;

/** E-mails of all tenants that are due. */
export const checks = [
  defineCheck("invitations", async ({ connection }) => {
    const { rows } = await connection.transaction(
      "hub_auth",
      (db) =>
        db.execute<{ waiting: number; late: number; abandoned: number }>(sql`
          select count(*) as waiting,
            count(*) filter (where due_on < now() - make_interval(mins => ${lateAfter})) as late,
            count(*) filter (where attempts >= ${maxAttempts}) as abandoned
          from invitations where due_on is not null and accepted_on is null and revoked_on is null`),
      { readOnly: true },
    );
    const { waiting, late, abandoned } = rows[0] ?? { waiting: 0, late: 0, abandoned: 0 };
    if (abandoned > 0) return { state: "act", text: "abandoned", values: { count: abandoned } };
    if (late > 0) return { state: "look", text: "late", values: { count: late } };
    return { state: "fine", text: "waiting", values: { count: waiting } };
  }),
];
