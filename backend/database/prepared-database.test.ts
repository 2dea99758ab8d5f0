import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { PGlite } from "@electric-sql/pglite";
import { afterEach, beforeEach, expect, test } from "vitest";
import { preparedFolder } from "../testing/prepared";
import { migrateEmbedded } from "./migrate";
import { openPglite } from "./pglite";
import { prepareDatabase, readPreparedDatabase, unpackPreparedDatabase } from "./prepared-database";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "hub-prepared-"));
});
afterEach(() => rm(folder, { recursive: true }));

/** Every part of a schema, one line each. */
const schema = `
  with tables as (select * from pg_class where relnamespace = any (array['public', 'hub']::regnamespace[]))
  select concat_ws(' ', 'column', c.relname, attnum, attname, format_type(atttypid, atttypmod), attnotnull, attacl, attstattarget,
      pg_get_expr(adbin, adrelid)) as line
    from tables c join pg_attribute on attrelid = c.oid left join pg_attrdef on adrelid = attrelid and adnum = attnum where attnum > 0
  union all select concat_ws(' ', 'relation', relname, relkind, relrowsecurity, relforcerowsecurity, relacl, relowner::regrole,
      case relkind when 'v' then pg_get_viewdef(oid) when 'i' then pg_get_indexdef(oid) end) from tables
  union all select concat_ws(' ', 'constraint', conrelid::regclass, conname, pg_get_constraintdef(oid)) from pg_constraint where conrelid <> 0
  union all select concat_ws(' ', 'trigger', pg_get_triggerdef(oid)) from pg_trigger where not tgisinternal
  union all select concat_ws(' ', 'policy', polrelid::regclass, polname, polcmd, polpermissive, polroles::regrole[],
      pg_get_expr(polqual, polrelid), pg_get_expr(polwithcheck, polrelid)) from pg_policy
  union all select concat_ws(' ', 'function', pg_get_functiondef(oid), proacl) from pg_proc
    where pronamespace = 'public'::regnamespace and prokind = 'f'
  union all select concat_ws(' ', 'role', rolname, rolsuper, rolbypassrls, rolcanlogin) from pg_roles
  union all select concat_ws(' ', 'member', roleid::regrole, member::regrole) from pg_auth_members
  union all select concat_ws(' ', 'extension', extname, extversion) from pg_extension
  union all select concat_ws(' ', 'migration', name) from hub.migrations
  order by line`;

const schemaOf = async (pglite: PGlite) =>
  (await pglite.query<{ line: string }>(schema)).rows.map(({ line }) => line);

test("[BE-02] the prepared database has the schema of the migrations, and no rows", {
  timeout: 120_000,
}, async () => {
  await prepareDatabase(preparedFolder);
  await unpackPreparedDatabase(join(folder, "database"), preparedFolder);
  const pglite = await openPglite(join(folder, "database"));
  const prepared = await schemaOf(pglite);
  const { rows: tables } = await pglite.query<{ name: string }>(
    "select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace",
  );
  for (const { name } of tables)
    expect((await pglite.query(`select from ${name}`)).rows, name).toHaveLength(0);
  // Reuses the server without its schema, since creating another one takes many times as long.
  await pglite.exec(`
    drop schema public, hub cascade; create schema public;
    drop owned by hub_app, hub_auth; drop role hub_app, hub_auth`);
  await migrateEmbedded(pglite);
  const migrated = await schemaOf(pglite);
  await pglite.close();
  expect(prepared.length).toBeGreaterThan(1000);
  expect(prepared).toEqual(migrated);
});

test("[BE-02] a database is prepared once, and archives of other versions are removed", async () => {
  await prepareDatabase(preparedFolder);
  const [archive = ""] = await readdir(preparedFolder);
  await writeFile(join(folder, "0123456789abcdef.tar.gz"), "of another version");
  expect(await readPreparedDatabase(folder)).toBeUndefined();
  await writeFile(join(folder, archive), "kept as it is");
  await prepareDatabase(folder);
  expect(String(await readPreparedDatabase(folder))).toBe("kept as it is");
  expect(await readdir(folder)).toEqual([archive]);
});
