// Makes the embedded database and ends (docs/decisions/0099-memory-of-the-embedded-database.md). That it could not is said by the API, which
// finds the same.
import { databaseDirectory, readConfig } from "./config";
import { openEmbedded } from "./database/embedded";

const connection = await openEmbedded(databaseDirectory(readConfig(process.env)));
await connection.close();
