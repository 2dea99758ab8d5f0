import { runCommand } from "./cli";

runCommand("support-bundle");
