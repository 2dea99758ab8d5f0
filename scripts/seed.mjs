// `npm run seed -- --tenant acme --users 100000`: sample users for measurements. Stop the product first if it uses the
// embedded database: only one process can open that.
import { runApiCommand } from "./lib/api-command.mjs";

await runApiCommand("seed");
