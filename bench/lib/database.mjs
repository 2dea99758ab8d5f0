import pg from "pg";

/**
 * Runs something with a connection to a database.
 * @template T
 * @param {string} databaseUrl of the owner, past row-level security
 * @param {(client: pg.Client) => Promise<T>} work
 */
export async function withDatabase(databaseUrl, work) {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  return work(client).finally(() => client.end());
}

/**
 * @param {string} serverUrl
 * @param {string} name
 * @returns {Promise<string>} its address
 */
export async function newDatabase(serverUrl, name) {
  await withDatabase(serverUrl, (client) => client.query(`create database ${name}`));
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}

/** @param {pg.Client} client @returns {Promise<string>} the id of the tenant that is measured */
export async function mainTenant(client) {
  const { rows } = await client.query("select tenant_id from tenants where identifier = 'main'");
  return rows[0].tenant_id;
}
