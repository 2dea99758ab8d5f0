// Prepares the embedded database in the given folder, as the start of new installations. The build runs it.
import { prepareDatabase } from "./database/prepared-database";

const [folder = ""] = process.argv.slice(2);
await prepareDatabase(folder);
