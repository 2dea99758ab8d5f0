import type * as z from "zod";
import type { RecordColumnKind } from "../../lib/contract/column-traits";
import { noTranslations } from "../../lib/contract/columns";
import { created } from "../../lib/contract/lists";
import type { FilterOf, SortOf } from "../../lib/contract/record-types";
import type { Records } from "../../lib/contract/records";
import { attributeColumns } from "../attributes/list-columns";
import type { Reference } from "../audit/references";
import { notFound } from "../core/errors";
import { type SQL, type SqlValue, sql } from "../database/sql";
import type { Database } from "../database/transaction";
import { refuseDuplicate } from "../database/unique-violation";
import {
  listKeys,
  readerOf,
  type SelectedColumn,
  type SpecialColumn,
  type StoredColumn,
  selectList,
  snakeCase,
  storedColumns,
} from "../lists/columns";
import type { FilterKey } from "../lists/filters";
import { recordCount } from "../lists/list";
import type { ListSource } from "../lists/list-source";
import { readTraced, traceColumns } from "../lists/trace";
import { idArray } from "../members/memberships";
import { sanitiseHtml } from "./sanitise-html";

// biome-ignore lint/suspicious/noExplicitAny: types of each area are inferred at its use
export type AnyRecords = Records<any, any, any, any, any, any>;

export type RowOf<R extends AnyRecords> = z.output<R["row"]>;
export type DetailOf<R extends AnyRecords> = z.output<R["detail"]>;
export type ValuesOf<R extends AnyRecords> = z.output<R["create"]>;

type Raw = Record<string, unknown>;

interface TableOptions<R extends AnyRecords> {
  columns?: { [Name in keyof R["columns"]]?: SpecialColumn };
  /** Source of phrase searches; the view that `make_records` created by default. */
  search?: { rows: SQL; text: SQL; isIndexed?: true };
  /** Additional filters that the contract declares besides the list's columns. */
  filters?: Readonly<Record<string, FilterKey>>;
  /** False when the tenant's count of records does not apply: they are counted each time. */
  isCounted?: false;
}

/** An area's list and statements. SQL uses the contract's names in snake case by default, and calls the table `r`. */
export function recordTable<R extends AnyRecords>(records: R, options: TableOptions<R> = {}) {
  const name = records.area.replaceAll("-", "_");
  const shape: Shape = {
    name,
    from: sql.identifier(name),
    idName: records.idName,
    idColumn: `${snakeCase(records.record)}_id`,
    id: sql`r.${sql.identifier(`${snakeCase(records.record)}_id`)}`,
    columns: storedColumns(records.columns, options.columns ?? {}),
  };
  return {
    records,
    ...shape,
    references: referencesOf(shape.columns),
    list: listOf<R>(shape, { ...options, attributed: records.attributed }),
    ...statementsOf<R>(shape),
  };
}

export type RecordTable<R extends AnyRecords> = ReturnType<typeof recordTable<R>>;

interface Shape {
  name: string;
  from: ReturnType<typeof sql.identifier>;
  idName: string;
  idColumn: string;
  id: SQL;
  columns: readonly StoredColumn[];
}

/** `ownerId` where it is stored, and `ownerName` where it is computed. */
function referencesOf(columns: readonly StoredColumn[]): Reference[] {
  return columns.flatMap(({ name: idName, column, isComputed }) => {
    const wanted = idName.replace(/Id$/, "Name");
    const named = columns.find(({ name }) => name === wanted);
    const isReference = wanted !== idName && !isComputed && named?.isComputed;
    return isReference ? [{ idName, name: wanted, column, read: named.read }] : [];
  });
}

/** The last columns of every list. */
const createdColumns = storedColumns(created, {});

const isListed = ({ traits }: StoredColumn) => traits.listed !== false;

function listOf<R extends AnyRecords>(
  { name, from, id, idName, columns }: Shape,
  { search, filters, isCounted, attributed }: TableOptions<R> & Pick<R, "attributed">,
): ListSource<SortOf<R["columns"]>, RowOf<R>, FilterOf<R["columns"]>> {
  const listed = [...columns.filter(isListed), ...createdColumns];
  const selected = [{ name: idName, read: id }, ...listed];
  const keys = listKeys(listed, search === undefined || search.isIndexed === true);
  return {
    rows: sql`${from} r`,
    where: sql`r.archived_on is null`,
    id,
    sorts: keys.sorts as never,
    filters: { ...keys.filters, ...filters } as never,
    search: search ?? {
      rows: sql`${sql.identifier(`${name}_search`)} r`,
      text: searchedText(columns),
    },
    total: isCounted === false ? undefined : recordCount(name),
    detail: {
      columns: selectList(selected),
      join: sql`${from} r on ${id} = page.id`,
      isInRows: true,
    },
    read: readerOf(selected) as never,
    addColumns: attributed && attributeColumns(attributed, id),
  };
}

/** The text for phrase searches: the indexed columns, and their translations. */
function searchedText(columns: readonly StoredColumn[]): SQL {
  const translations = columns.flatMap(({ traits, translation }) =>
    traits.searched && translation ? [translation] : [],
  );
  return translations.reduce(
    (text, each) => sql`${text} || E'\\n' || coalesce(${each}, '')`,
    sql`r.search_text`,
  );
}

const joined = (parts: SQL[]) => sql.join(parts, ", ");

function storedValue(kind: RecordColumnKind, value: unknown): unknown {
  if (kind === "html") return sanitiseHtml(String(value));
  if (kind === "translations") return JSON.stringify({ ...noTranslations, ...(value as object) });
  return kind === "ids" ? JSON.stringify(value) : value;
}

/** The new value of a column; omitted languages stay unchanged. */
function changeOf(kind: RecordColumnKind, column: string, given: unknown, value: unknown): SQL {
  return kind === "translations"
    ? sql`r.${sql.identifier(column)} || ${JSON.stringify(given)}::jsonb`
    : sql`${value as SqlValue}`;
}

function statementsOf<R extends AnyRecords>({ name: table, from, id, idName, columns }: Shape) {
  const selected: SelectedColumn[] = [{ name: idName, read: id }, ...columns, ...createdColumns];
  const whole = sql`${selectList(selected)}, ${traceColumns("r")}`;
  const read = readerOf(selected);
  const written = columns.filter(({ traits }) => traits.readOnly !== true);

  async function select(db: Database, where: SQL): Promise<DetailOf<R>[]> {
    const { rows } = await db.execute<Raw>(sql`select ${whole} from ${from} r where ${where}`);
    return rows.map((row) => readTraced(row, read) as DetailOf<R>);
  }

  function refuseDuplicates<T>(work: Promise<T>): Promise<T> {
    return columns
      .filter(({ traits }) => traits.unique)
      .reduce((done, { name, column }) => refuseDuplicate(`${table}_${column}_key`, name, done), work);
  }

  function assigned(values: Partial<ValuesOf<R>>) {
    const given = values as Raw;
    return written
      .filter(({ name }) => given[name] !== undefined)
      .map(({ name, kind, column }) => {
        const value = storedValue(kind, given[name]);
        return {
          name,
          column: sql.identifier(column),
          value,
          change: changeOf(kind, column, given[name], value),
        };
      });
  }

  /** All or none. @returns the new ids, in order @throws {RequestError} 400 on a value that another record has */
  async function insertAll(db: Database, all: readonly ValuesOf<R>[]): Promise<string[]> {
    const given = all.map((values) => new Map(assigned(values).map(({ name, value }) => [name, value])));
    const named = written.filter(({ name }) => given.some((values) => values.has(name)));
    const row = (values: ReadonlyMap<string, unknown>) =>
      joined(
        named.map(({ name }) => (values.has(name) ? sql`${values.get(name) as SqlValue}` : sql`default`)),
      );
    const { rows } = await refuseDuplicates(
      db.execute<{ id: string }>(sql`
        insert into ${from} as r (${joined(named.map(({ column }) => sql`${sql.identifier(column)}`))})
        values ${joined(given.map((values) => sql`(${row(values)})`))} returning ${id} as id`),
    );
    return rows.map((made) => made.id);
  }

  return {
    /** An active record. @throws {RequestError} 404 */
    async get(db: Database, recordId: string): Promise<DetailOf<R>> {
      const [found] = await select(db, sql`${id} = ${recordId} and r.archived_on is null`);
      if (!found) throw notFound();
      return found;
    },
    /** Locks the active records with the given ids, in a fixed order to avoid deadlocks between such calls. */
    lock(db: Database, ids: readonly string[]): Promise<DetailOf<R>[]> {
      const living = sql`${id} = any(${idArray(ids)}) and r.archived_on is null`;
      return select(db, sql`${living} order by ${id} for no key update of r`);
    },
    lockDeleted(db: Database, ids: readonly string[]): Promise<DetailOf<R>[]> {
      const deleted = sql`${id} = any(${idArray(ids)}) and r.archived_on is not null`;
      return select(db, sql`${deleted} order by ${id} for no key update of r`);
    },
    insertAll,
    async insert(db: Database, values: ValuesOf<R>): Promise<string> {
      const [recordId = ""] = await insertAll(db, [values]);
      return recordId;
    },
    /** Updates the given fields only. @throws {RequestError} 400 on a value that another record has */
    async update(db: Database, recordId: string, values: Partial<ValuesOf<R>>): Promise<void> {
      const changes = assigned(values).map(({ column, change }) => sql`${column} = ${change}`);
      if (changes.length === 0) return;
      await refuseDuplicates(
        db.execute(sql`update ${from} r set ${joined(changes)} where ${id} = ${recordId}`),
      );
    },
    async archive(db: Database, ids: readonly string[]): Promise<void> {
      await db.execute(sql`update ${from} r set archived_on = now() where ${id} = any(${idArray(ids)})`);
    },
    /** Unarchives records. @throws {RequestError} 400 on a value that another record has by now */
    async unarchive(db: Database, ids: readonly string[]): Promise<void> {
      await refuseDuplicates(
        db.execute(sql`update ${from} r set archived_on = null where ${id} = any(${idArray(ids)})`),
      );
    },
  };
}
