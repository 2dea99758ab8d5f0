import * as z from "zod";
import packageJson from "../../package.json";
import { StartError } from "../core/start-error";
import { allMigrations, type Migration } from "../database/migrations";

/** The format that this version writes and reads. */
const format = 1;

const headerSchema = z.object({
  format: z.number(),
  version: z.string(),
  /** When the snapshot was taken. */
  createdOn: z.string(),
  database: z.enum(["pglite", "postgres"]),
  /** Names of the migrations that the database had run. */
  migrations: z.array(z.string()).min(1),
});

const tableSchema = z.object({
  schema: z.string(),
  name: z.string(),
  columns: z.array(z.string()),
  rows: z.number(),
});

const manifestSchema = z.object({
  tables: z.array(tableSchema),
  sequences: z.array(z.object({ name: z.string(), value: z.number(), isCalled: z.boolean() })),
  files: z.number(),
  fileBytes: z.number(),
  /** Keys of files that the database names and the store had already lost; at most a hundred of them. */
  lost: z.array(z.string()),
});

export type Header = z.infer<typeof headerSchema>;
export type Manifest = z.infer<typeof manifestSchema>;
export type SavedTable = z.infer<typeof tableSchema>;

export function makeHeader(header: Pick<Header, "createdOn" | "database" | "migrations">): Header {
  return { format, version: packageJson.version, ...header };
}

/** The names of the members: a block of a table, a stored file, a file of the data directory. */
export const blockName = ({ schema, name }: Pick<SavedTable, "schema" | "name">, number: number) =>
  `database/${schema}.${name}/${String(number).padStart(6, "0")}.copy.gz`;
export const blockPattern = /^database\/(hub|public)\.(\w+)\/\d+\.copy\.gz$/;
export const filesPrefix = "files/";
export const dataPrefix = "data/";

/**
 * Checks that this version can restore a backup.
 * @returns with it the migrations that its database had run
 * @throws {StartError} naming both versions
 */
export function readDescription({
  header: givenHeader,
  manifest: givenManifest,
}: {
  header: unknown;
  manifest: unknown;
}): { header: Header; manifest: Manifest; migrations: Migration[] } {
  const version = z.object({ version: z.string() }).safeParse(givenHeader).data?.version ?? "another version";
  const refused = (reason: string) =>
    new StartError(
      `The backup was made by Hub ${version}, and this is ${packageJson.version}, which ${reason}. Restore it with that version or a newer one.`,
    );
  const header = headerSchema.safeParse(givenHeader).data;
  const manifest = manifestSchema.safeParse(givenManifest).data;
  if (!header || !manifest || header.format !== format) throw refused("does not know its format");
  const known = allMigrations();
  const unknown = header.migrations.find((name) => !known.some((migration) => migration.name === name));
  if (unknown) throw refused(`does not know its schema (${unknown})`);
  const migrations = known.filter(({ name }) => header.migrations.includes(name));
  return { header, manifest, migrations };
}
