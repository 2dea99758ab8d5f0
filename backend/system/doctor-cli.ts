import { runCommand } from "./cli";

runCommand("doctor");
