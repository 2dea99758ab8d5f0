import { type Config, databaseDirectory } from "../config/config";
import { openEmbedded } from "./embedded";
import { openPostgres } from "./postgres";
import type { Connection } from "./transaction";

/**
 * Opens the configured database and migrates it to the newest schema.
 * @throws {StartError} when it cannot be used as it is
 */
export function openDatabase(config: Config): Promise<Connection> {
  return config.databaseUrl
    ? openPostgres(config.databaseUrl, config.databasePoolSize, config.databaseDirectUrl)
    : openEmbedded(databaseDirectory(config));
}
