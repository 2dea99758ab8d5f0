// Prepares the embedded database in the folder that is named, for first starts to begin from. The build runs it.
import { prepareDatabase } from "./database/prepared-database";

const [folder = ""] = process.argv.slice(2);
await prepareDatabase(folder);
