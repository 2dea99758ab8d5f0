import { runSystemCommand } from "./cli";

runSystemCommand("support-bundle");
