import type { SystemCheck } from "./check";
import { backup } from "./checks/backup";
import { certificates } from "./checks/certificates";
import { clock } from "./checks/clock";
import { database, version } from "./checks/database";
import { disk, files } from "./checks/files";
import { mail } from "./checks/mail";
import { provider } from "./checks/provider";
import { background } from "./checks/queues";

/** Checks that belong to no area, in display order. */
export const coreChecks: readonly SystemCheck[] = [
  version,
  database,
  disk,
  files,
  backup,
  mail,
  provider,
  clock,
  certificates,
  background,
];
