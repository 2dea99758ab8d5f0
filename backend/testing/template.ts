import type { Connection } from "../database/transaction";

export type DatabaseKind = Connection["kind"];

/** The template of test databases, on the server that the tests share. */
export const templateDatabase = "hub_template";

export function databaseUrl(serverUrl: string, name: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}
