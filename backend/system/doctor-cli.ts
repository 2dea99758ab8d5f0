import { runSystemCommand } from "./cli";

runSystemCommand("doctor");
