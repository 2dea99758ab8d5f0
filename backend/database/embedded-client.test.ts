import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { openPrepared } from "../testing/prepared";
import { embeddedConnection } from "./embedded";
import { sql } from "./sql";
import { replanEachTime } from "./statement-client";
import { type Connection, type Database, DatabaseUnavailable } from "./transaction";

let connection: Connection;

beforeAll(async () => {
  connection = embeddedConnection(await openPrepared());
  await connection.transaction("owner", (db) =>
    db.execute(sql`create table things (id int primary key, name text not null)`),
  );
});

afterAll(() => connection.close());

const asOwner = <T>(work: (db: Database) => Promise<T>) => connection.transaction("owner", work);

async function preparedOnes(like: string): Promise<number> {
  const statement = sql`select count(*) as count from pg_prepared_statements where statement like ${like}`;
  const { rows } = await asOwner((db) => db.execute<{ count: number }>(statement));
  return rows[0]?.count ?? 0;
}

test("[BE-02] a statement is prepared once for all transactions, unless it is replanned each time", async () => {
  const ask = (value: number) =>
    asOwner(async (db) => {
      const kept = await db.execute<{ once: number }>(sql`select ${value}::int as once`);
      const anew = await db.execute<{ anew: number }>(sql`select ${value}::int as anew ${replanEachTime}`);
      return [kept.rows[0]?.once, anew.rows[0]?.anew];
    });
  expect([await ask(1), await ask(2), await ask(3)]).toEqual([
    [1, 1],
    [2, 2],
    [3, 3],
  ]);
  expect(await preparedOnes("%as once%")).toBe(1);
  expect(await preparedOnes("%as anew%")).toBe(0);
});

test("[BE-02] at most 500 statements are kept prepared, and the others still work", async () => {
  const crowded = embeddedConnection(await openPrepared());
  const [first, last, count] = await crowded.transaction("owner", async (db) => {
    const ask = async (place: number) => {
      const { rows } = await db.execute<{ value: number }>(
        sql`select ${place}::int as value ${sql.raw(`/* ${place} */`)}`,
      );
      return rows[0]?.value;
    };
    const answers: (number | undefined)[] = [];
    for (let place = 0; place < 510; place += 1) answers.push(await ask(place));
    const { rows } = await db.execute<{ count: number }>(
      sql`select count(*) as count from pg_prepared_statements`,
    );
    return [answers[0], await ask(509), rows[0]?.count];
  });
  expect([first, last, count]).toEqual([0, 509, 500]);
  await crowded.close();
});

test("[BE-02] concurrent statements run in order, including new ones", async () => {
  const add = (db: Database, id: number) =>
    db.execute(sql`insert into things (id, name) values (${id}, ${`thing ${id}`})`);
  const count = (db: Database) =>
    db.execute<{ count: number }>(sql`select count(*) as count from things where id > ${100}`);
  const counts = await asOwner(async (db) => {
    const [, first, , , second] = await Promise.all([
      add(db, 101),
      count(db),
      add(db, 102),
      add(db, 103),
      count(db),
    ]);
    return [first, second].map(({ rows }) => rows[0]?.count);
  });
  expect(counts).toEqual([1, 3]);
});

test("[BE-02] values keep their types both ways", async () => {
  const { rows } = await asOwner((db) =>
    db.execute({
      text: `select $1::text as nothing, $2::boolean as yes, $3::numeric as exact, $4::bigint as many,
        $5::text[] as texts, $6::jsonb as json, $7::timestamptz as moment, 1 as one`,
      values: [null, true, 12.5, 7, ["a,b", 'c"d'], { a: [1] }, "2026-01-02T03:04:05Z"],
    }),
  );
  expect(rows).toEqual([
    {
      ...{
        nothing: null,
        yes: true,
        exact: "12.5",
        many: 7,
        texts: ["a,b", 'c"d'],
        json: { a: [1] },
        one: 1,
      },
      moment: "2026-01-02 03:04:05+00",
    },
  ]);
});

test("[BE-02] a failed statement rolls back its savepoint, its transaction or all uncommitted changes", async () => {
  const add = (db: Database, id: number) =>
    db.execute(sql`insert into things (id, name) values (${id}, ${"twice"})`);
  await asOwner(async (db) => {
    await add(db, 1);
    await expect(db.transaction((inner) => add(inner, 1))).rejects.toMatchObject({
      cause: { code: "23505" },
    });
    await add(db, 2);
  });
  await expect(asOwner((db) => Promise.all([add(db, 3), add(db, 2), add(db, 4)]))).rejects.toMatchObject({
    cause: { code: "23505" },
  });
  const swallowed = asOwner(async (db) => {
    await add(db, 5);
    await add(db, 2).catch(() => undefined);
  });
  await expect(swallowed).rejects.toThrow("rolled back");
  const { rows } = await asOwner((db) => db.execute(sql`select id from things where id < 100 order by id`));
  expect(rows).toEqual([{ id: 1 }, { id: 2 }]);
});

test("[BE-02] no statement runs after its transaction has ended", async () => {
  const late = await asOwner(async (db) => () => db.execute(sql`select 1`));
  await expect(late()).rejects.toMatchObject({ cause: { message: "The transaction has ended." } });
});

test("[BE-02] a database that could not write its log stays unusable and reports the reason", async () => {
  const pglite = await openPrepared();
  const lost = embeddedConnection(pglite);
  const panic = Object.assign(new Error('could not write to file "pg_wal/xlogtemp.42"'), {
    severity: "PANIC",
  });
  const send = vi.spyOn(pglite, "execProtocolStream").mockRejectedValue(panic);
  await expect(lost.transaction("owner", async () => undefined)).rejects.toBeInstanceOf(DatabaseUnavailable);
  expect(await lost.broken).toBe(panic);
  expect(send).toHaveBeenCalledOnce();
  send.mockRestore();
  await lost.close();
});
