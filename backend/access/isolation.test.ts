import { beforeAll, expect, test, vi } from "vitest";
import * as z from "zod";
import { allEndpoints } from "../../lib/contract";
import { addressOf } from "../../lib/contract/address";
import { assignmentTypes } from "../../lib/contract/attribute-types";
import type { Endpoint } from "../../lib/contract/endpoint";
import { type IdsFor, sampleOf } from "../conformance/sample";
import { sql } from "../database/sql";
import { describeApi } from "../testing/api";
import { docx, paragraph } from "../testing/docx";
import { makeAdministratorOf, unique, unknownId } from "../testing/factories";
import { type Ask, type HttpResponse, listening } from "../testing/listening";

// Generated from the contract and the tables alone: an area's own calls create records in one tenant, and another
// tenant's administrator then makes every call with their ids.

const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`;
const parametersOf = ({ path }: Endpoint) => [...path.matchAll(/:(\w+)/g)].map(([, name = ""]) => name);
const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const changes = ({ method, writes }: Endpoint) => method !== "GET" || Boolean(writes);
/** Calls that end the session or switch it to viewing, see viewing.test.ts. */
const isLeaving = ({ name }: Endpoint) => name === "signOut" || name === "viewAs";
const walked = allEndpoints.filter((endpoint) => endpoint.access !== "public" && !isLeaving(endpoint));

const theirWord = "Theirs";
const forgedWord = "Forged";
const forgedId = "00000000-0000-4000-8000-0000f0f0f0f0";
const forgedMoment = "1999-09-09T00:00:00.000Z";

describeApi(
  "another tenant's records",
  (api) => {
    let ask: Ask;
    /** Record tables by the name of their id, such as `role_id`. */
    let tables: Map<string, string>;
    const [theirs, ours] = [unique("theirs"), unique("ours")];
    const administrator = { theirs: "", ours: "" };

    const owner = async <Row extends Record<string, unknown>>(query: ReturnType<typeof sql>) =>
      (await api.connection.transaction("owner", (db) => db.execute<Row>(query))).rows;
    const tenantIdOf = async (identifier: string) =>
      (
        await owner<{ id: string }>(sql`select tenant_id as id from tenants where identifier = ${identifier}`)
      )[0]?.id;

    beforeAll(async () => {
      ask = await listening(api);
      const rows = await owner<{ column: string; table: string }>(sql`
        select min(a.attname) filter (where a.attname <> 'tenant_id' or i.indnkeyatts = 1) as column, c.relname as table
        from pg_index i join pg_class c on c.oid = i.indrelid
          join pg_attribute a on a.attrelid = c.oid and a.attnum = any(i.indkey)
        where i.indisprimary and c.relnamespace = 'public'::regnamespace and a.atttypid = 'uuid'::regtype
          and exists (select from pg_attribute t where t.attrelid = c.oid and t.attname = 'tenant_id')
        group by c.oid, c.relname, i.indnkeyatts
        having count(*) = i.indnkeyatts and count(*) filter (where a.attname <> 'tenant_id') <= 1`);
      tables = new Map(rows.map(({ column, table }) => [column, table]));
      for (const [whose, tenant] of [
        ["theirs", theirs],
        ["ours", ours],
      ] as const) {
        administrator[whose] = (await makeAdministratorOf(api, tenant)).as;
        await fill(tenant, administrator[whose]);
      }
      // Waits for records created in the background.
      const left = sql`select from report_documents where finished_on is null`;
      await vi.waitFor(async () => expect(await owner(left)).toEqual([]), { timeout: 20_000 });
    });

    /** The newest record of a tenant for a parameter or property; undefined when it names no record. */
    async function recordFor(name: string, tenant: string, endpoint: Endpoint) {
      const column = snake(name.replace(/Ids$/, "Id"));
      const table = tables.get(column);
      if (!/Ids?$/.test(name) || !table) return undefined;
      // Prefers a change of the area's own records, if the tenant has one.
      const first = table === "history" ? sql`collection = ${endpoint.path.split("/")[1]} desc,` : sql``;
      const [row] = await owner<{ row: Record<string, unknown> }>(sql`
        select to_jsonb(r) as row from ${sql.identifier(table)} r
        where tenant_id = ${await tenantIdOf(tenant)} order by ${first} ${sql.identifier(column)} desc limit 1`);
      return { column, row: row?.row };
    }

    /**
     * Every id that a call can name, from a tenant; with the parameters that go with one, such as the type of a change.
     */
    async function idsFrom(tenant: string, endpoint: Endpoint) {
      const names = new Set([...parametersOf(endpoint), ...propertiesOf(endpoint)]);
      const ids = new Map<string, string>();
      for (const name of names) {
        const found = await recordFor(name, tenant, endpoint);
        if (!found) continue;
        if (!found.row) throw new MissingRecord(`${nameOf(endpoint)}: no call made a record for ${name}.`);
        ids.set(name, String(found.row[found.column]));
        for (const other of parametersOf(endpoint))
          if (found.row[snake(other)] !== undefined && !ids.has(other))
            ids.set(other, String(found.row[snake(other)]));
      }
      return ids;
    }

    const missing = (ids: ReadonlyMap<string, string>) =>
      new Map([...ids].map(([name, id]) => [name, /Ids?$/.test(name) ? unknownId : id]));

    async function send(
      endpoint: Endpoint,
      { tenant, as, ids, word, forged, more }: Sending,
    ): Promise<HttpResponse> {
      const idsFor: IdsFor = (name) => {
        const id = ids.get(name);
        return id === undefined ? undefined : [id];
      };
      const made = (schema: z.ZodType | undefined) => (schema ? sampleOf(schema, idsFor, word) : undefined);
      const params = Object.fromEntries(parametersOf(endpoint).map((name) => [name, ids.get(name) ?? "en"]));
      const body = made(endpoint.body);
      if (endpoint.upload?.isStreamed && body && !forged)
        return ask(`/${tenant}${addressOf(endpoint, { params } as never)}`, {
          method: endpoint.method,
          as,
          body: formWithFile(
            // Imports only exist for some areas.
            endpoint.area === "imports" ? { ...body, area: "roles" } : body,
            await fileFor(endpoint, word),
          ),
        });
      const isObject = typeof body === "object" && body !== null && !Array.isArray(body);
      return ask(`/${tenant}${addressOf(endpoint, { params, query: made(endpoint.query) } as never)}`, {
        method: endpoint.method,
        as,
        body: isObject ? { ...(forged && undeclared(forged, endpoint)), ...body, ...more } : body,
      });
    }

    /** Makes every call in a tenant; calls that need records of others run later. */
    async function fill(tenant: string, as: string) {
      let waiting = walked.filter((endpoint) => changes(endpoint) && endpoint.method !== "DELETE");
      for (let before = 0; waiting.length !== before; ) {
        before = waiting.length;
        const later: Endpoint[] = [];
        for (const endpoint of waiting) {
          const ids = await idsFrom(tenant, endpoint).catch((error: unknown) => {
            if (!(error instanceof MissingRecord)) throw error;
          });
          if (!ids) later.push(endpoint);
          else
            for (const more of variantsOf(endpoint))
              await send(endpoint, {
                tenant,
                as,
                ids,
                more,
                word: tenant === theirs ? theirWord : undefined,
              });
        }
        waiting = later;
      }
    }

    /** Every row of a tenant in every table. */
    async function everythingOf(tenant: string): Promise<string> {
      const tenantId = await tenantIdOf(tenant);
      const all = await owner<{ name: string }>(sql`
        select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id'
        where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' order by 1`);
      const parts = [];
      for (const { name } of all) {
        const [found] = await owner<{ rows: string }>(sql`
          select coalesce(string_agg(to_jsonb(r)::text, E'\n' order by to_jsonb(r)::text), '') as rows
          from ${sql.identifier(name)} r where tenant_id = ${tenantId}`);
        parts.push(`${name}:\n${found?.rows}`);
      }
      return parts.join("\n");
    }

    // Hundreds of calls, and more with each area.
    test("[OR-03] every call gives the same response for other tenants' records as for missing ones", async () => {
      const before = await everythingOf(theirs);
      expect(before).toContain(theirWord);
      let compared = 0;
      for (const endpoint of walked) {
        const foreign = await idsFrom(theirs, endpoint);
        if (foreign.size === 0) continue;
        const own = await idsFrom(ours, endpoint);
        const inPath = parametersOf(endpoint);
        const ofPath = (ids: ReadonlyMap<string, string>) =>
          [...ids].filter(([name]) => inPath.includes(name));
        // First all ids foreign; then a record of our own combined with foreign ones.
        const variants = [foreign, new Map([...foreign, ...ofPath(own)])];
        for (const ids of variants) {
          const call = async (given: ReadonlyMap<string, string>) => {
            const response = await send(endpoint, { tenant: ours, as: administrator.ours, ids: given });
            // Responses may echo the request, once for each id.
            const text = [...given.values()].reduce(
              (left, id) => left.replaceAll(id, "asked"),
              response.text,
            );
            return { ...response, text };
          };
          if (ids !== foreign && [...ids].every(([name]) => inPath.includes(name))) continue;
          const none = ids === foreign ? missing(ids) : new Map([...missing(ids), ...ofPath(own)]);
          const responses = [await call(ids), await call(none)];
          expect([nameOf(endpoint), responses[0]]).toEqual([nameOf(endpoint), responses[1]]);
          const mustBeMissing = ids === foreign && ofPath(foreign).length > 0;
          if (mustBeMissing && responses[0]?.status !== 403)
            expect([nameOf(endpoint), responses[0]?.status]).toEqual([nameOf(endpoint), 404]);
          expect(responses[0]?.text).not.toContain(theirWord);
          compared += 1;
        }
      }
      expect(compared).toBeGreaterThan(30);
      expect(await everythingOf(theirs)).toBe(before);
    }, 120_000);

    test("[OR-03] calls without record ids return nothing of other tenants", async () => {
      const ids = (await everythingOf(theirs)).match(/[0-9a-f-]{36}/g) ?? [];
      const secrets = new Set(ids.filter((id) => !id.endsWith("000000000001")));
      expect(secrets.size).toBeGreaterThan(5);
      for (const endpoint of walked.filter((one) => !changes(one) && parametersOf(one).length === 0)) {
        const { status, text } = await send(endpoint, {
          tenant: ours,
          as: administrator.ours,
          ids: new Map(),
        });
        // Calls of the host alone are refused as a whole.
        expect([nameOf(endpoint), [200, 403].includes(status)]).toEqual([nameOf(endpoint), true]);
        expect([nameOf(endpoint), text.includes(theirWord)]).toEqual([nameOf(endpoint), false]);
        for (const id of text.match(/[0-9a-f-]{36}/g) ?? [])
          expect([nameOf(endpoint), secrets.has(id)]).toEqual([nameOf(endpoint), false]);
      }
    });

    test("[PM-02] undeclared properties are never stored, in any column", async () => {
      const before = await everythingOf(theirs);
      const columns = await owner<{ name: string; type: string }>(sql`
        select a.attname as name, a.atttypid::regtype::text as type from pg_attribute a join pg_class c on c.oid = a.attrelid
        where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped`);
      const camel = (name: string) => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
      const theirId = await tenantIdOf(theirs);
      const forged = Object.fromEntries(
        columns.flatMap(({ name, type }) => {
          const value = name === "tenant_id" ? theirId : forgedValue(type);
          return [
            [camel(name), value],
            [name, value],
          ];
        }),
      );
      for (const endpoint of walked.filter(
        (one) => one.body && !takesAnyName(one.body) && one.method !== "DELETE",
      ))
        await send(endpoint, {
          tenant: ours,
          as: administrator.ours,
          ids: await idsFrom(ours, endpoint),
          forged,
        });
      const stored = await everythingOf(ours);
      for (const mark of [forgedWord, forgedId, "1999-09-09", theirId ?? ""])
        expect(stored.includes(mark), mark).toBe(false);
      expect(stored.match(/"is_built_in": true/g)).toHaveLength(1);
      expect(await everythingOf(theirs)).toBe(before);
    }, 120_000);
  },
  { multiTenancy: true },
);

/** A call names records of a kind that no call has created in the tenant. */
class MissingRecord extends Error {}

interface Sending {
  tenant: string;
  as: string;
  ids: ReadonlyMap<string, string>;
  word?: string;
  forged?: Record<string, unknown>;
  /** Properties of the body in place of the generated ones. */
  more?: Record<string, unknown>;
}

/** An attribute is assigned to all kinds of records, since values of other attributes are refused. */
function variantsOf({ method, path }: Endpoint): readonly (Record<string, unknown> | undefined)[] {
  const assigns = method === "POST" && path === "/attributes/:attributeId/assignments";
  return assigns ? assignmentTypes.map((type) => ({ attributeAssignmentTypeId: type })) : [undefined];
}

function describedBy(schema: z.ZodType | undefined): z.core.JSONSchema.BaseSchema {
  return schema ? z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) : {};
}

function propertiesOf({ query, body }: Endpoint): string[] {
  return [query, body].flatMap((schema) => Object.keys(describedBy(schema).properties ?? {}));
}

/** A layout has to be fillable. */
async function fileFor({ area }: Endpoint, word = "Ours"): Promise<File> {
  if (area === "imports") return new File([`Role name\n${unique(`${word} `)}\n`], "notes.txt");
  if (area !== "reports") return new File(["text"], "notes.txt");
  return new File([new Uint8Array(await docx(paragraph("{reportName}")))], "layout.docx");
}

/** The same as a form with a file instead of an address of one. */
function formWithFile(body: object, file: File): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(body)) if (name !== "url") form.append(name, String(value));
  form.append("file", file);
  return form;
}

/** Forged properties that a call does not declare: it may store the declared ones. */
function undeclared(forged: Record<string, unknown>, { body }: Endpoint): Record<string, unknown> {
  const known = Object.keys(describedBy(body).properties ?? {});
  return Object.fromEntries(Object.entries(forged).filter(([name]) => !known.includes(name)));
}

/** Whether a body accepts undeclared names, as settings do. */
function takesAnyName(schema: z.ZodType): boolean {
  const { additionalProperties } = describedBy(schema);
  return additionalProperties !== undefined && additionalProperties !== false;
}

function forgedValue(type: string): unknown {
  if (type === "uuid") return forgedId;
  if (type.startsWith("timestamp")) return forgedMoment;
  if (type === "boolean") return true;
  if (type === "text[]") return [forgedWord];
  if (type === "uuid[]") return [forgedId];
  return /^(integer|bigint)$/.test(type) ? 987_654_321 : forgedWord;
}
