import { sql } from "../../database/sql";
import { defineCheck } from "../check";

/** Minutes after which work should have been taken up, which happens each minute. */
const lateAfter = 15;

/** The first 48 bits of a time-ordered id are its milliseconds. */
const ageInMinutes = sql`(extract(epoch from now()) - ('x' || left(replace(work_id::text, '-', ''), 12))::bit(48)::bigint / 1000.0) / 60`;

/** Work that was too much for one request, see deferred-work.ts. */
export const background = defineCheck("background", async ({ connection }) => {
  const { rows } = await connection.transaction(
    "owner",
    (db) =>
      db.execute<{ waiting: number; late: number }>(sql`
        select count(*) as waiting, count(*) filter (where ${ageInMinutes} > ${lateAfter}) as late from deferred_work`),
    { readOnly: true },
  );
  const { waiting, late } = rows[0] ?? { waiting: 0, late: 0 };
  if (late > 0) return { state: "look", text: "late", values: { count: late } };
  return { state: "fine", text: "waiting", values: { count: waiting } };
});
