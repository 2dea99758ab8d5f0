import { sql } from "../../database/sql";
import { defineCheck } from "../../system/check";

/** Minutes after which a document should have been claimed by a process. */
const lateAfter = 15;

/** Documents of all tenants that wait to be made in the background. */
export const checks = [
  defineCheck("documents", async ({ connection }) => {
    const { rows } = await connection.transaction(
      "owner",
      (db) =>
        db.execute<{ waiting: number; late: number }>(sql`
          select count(*) as waiting,
            count(*) filter (where created_on < now() - make_interval(mins => ${lateAfter})
              and (claimed_until is null or claimed_until < now())) as late
          from report_documents where finished_on is null`),
      { readOnly: true },
    );
    const { waiting, late } = rows[0] ?? { waiting: 0, late: 0 };
    if (late > 0) return { state: "look", text: "late", values: { count: late } };
    return { state: "fine", text: "waiting", values: { count: waiting } };
  }),
];
