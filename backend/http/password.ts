import { availableParallelism } from "node:os";
import { hash, verify } from "@node-rs/argon2";
import { refuseInTransaction } from "../database/open-transaction";
import { type Lane, PasswordHashQueue } from "./password-hash-queue";

// OWASP's recommendation with room to spare, about 40 ms a hash. The library's algorithm when none is named is argon2id.
const parameters = { memoryCost: 64 * 1024, timeCost: 3, parallelism: 1 };

// A processor is left to everything else, and of Node's four threads for such work one to the files.
const atOnce = Math.max(1, Math.min(3, availableParallelism() - 1));

/** Milliseconds within which an attempt gets its turn; the web process waits longer. */
const timeout = 15_000;

/** What is called of the library, as one object so that tests can count calls and hold them up. */
export const argon2id = { hash, verify };

const queue = new PasswordHashQueue(atOnce, timeout);

/** The argon2id hash of a password in PHC string format, with a salt of its own. Only who may set a password gets here. */
export async function hashPassword(password: string): Promise<string> {
  refuseInTransaction("A password is hashed");
  return queue.during("first", () => argon2id.hash(password.normalize("NFC"), parameters));
}

/** The hash of no password, of the same form, so that checking against it costs the same, the first time too. */
const { memoryCost, timeCost, parallelism } = parameters;
const spare = `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$${"A".repeat(22)}$${"A".repeat(43)}`;

/**
 * Whether the password is the hashed one; without a hash it takes as long and is false, so that unknown users do not show.
 * @param lane `last` for whoever is nobody in particular yet
 * @throws {RequestError} 503 when too many others try passwords
 */
export async function verifyPassword(
  hashed: string | null | undefined,
  password: string,
  lane: Lane,
): Promise<boolean> {
  refuseInTransaction("A password is checked");
  const matches = await queue.during(lane, () => argon2id.verify(hashed ?? spare, password.normalize("NFC")));
  return matches && Boolean(hashed);
}
