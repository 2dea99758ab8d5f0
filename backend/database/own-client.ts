import pg from "pg";
import { StartError } from "../core/start-error";
import { causesOf, isUnavailable, sqlStateOf } from "./unavailable";

/**
 * Runs `work` with its own connection; closing it releases its locks.
 * @param options the address, a name for the server's list of connections, and the setting with the address
 * @throws {StartError} that names the setting, if the database cannot be used
 */
export async function withOwnClient<T>(
  { url, name, setting = "DATABASE_URL" }: { url: string; name: string; setting?: string },
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({
    ...{ connectionString: url, connectionTimeoutMillis: 5_000, keepAlive: true },
    application_name: name,
  });
  client.on("error", () => {});
  try {
    await client.connect();
    return await work(client);
  } catch (error) {
    throw explained(error, setting);
  } finally {
    await client.end();
  }
}

/** An error of the connection as one line for the operator; others unchanged. */
export function explained(error: unknown, setting: string): unknown {
  if (sqlStateOf(error) === "53100")
    return new StartError(
      `${setting}: the disk of the database server is full. Free some space there and repeat this.`,
    );
  if (!isUnavailable(error) && !isRefused(error)) return error;
  const reason = [...causesOf(error)].map(({ message, code }) => message || code).at(-1);
  return new StartError(
    `${setting}: the database cannot be used (${reason}). Start it or correct this environment variable.`,
  );
}

/** Wrong user, password or database name (PostgreSQL classes 28 and 3D). */
function isRefused(error: unknown): boolean {
  return [...causesOf(error)].some(({ code }) => /^(28|3D)/.test(code ?? ""));
}
