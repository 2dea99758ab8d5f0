import { runApiCommand } from "./lib/api-command.mjs";

await runApiCommand("support-bundle");
