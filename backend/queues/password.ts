import { availableParallelism } from "node:os";
import { hash, verify } from "@node-rs/argon2";
import { refuseInTransaction } from "../core/open-transaction";
import { type Lane, PasswordHashQueue } from "./password-hash-queue";

// OWASP's recommendation with a margin, about 40 ms a hash. The library defaults to argon2id.
const parameters = { memoryCost: 64 * 1024, timeCost: 3, parallelism: 1 };

// Leaves a processor to everything else, and one of libuv's four threads to file access.
const atOnce = Math.max(1, Math.min(3, availableParallelism() - 1));

/** Milliseconds within which an attempt gets its turn; the web process waits longer. */
const timeout = 15_000;

/** Library functions in one object, so that tests can count and delay calls. */
export const argon2id = { hash, verify };

const queue = new PasswordHashQueue(atOnce, timeout);

/**
 * The argon2id hash of a password in PHC string format, with its own salt. Only reached by callers with that permission.
 */
export async function hashPassword(password: string): Promise<string> {
  refuseInTransaction("A password is hashed");
  return queue.during("first", () => argon2id.hash(password.normalize("NFC"), parameters));
}

/** A hash of no password in the same format, so that verifying against it costs the same, even the first time. */
const { memoryCost, timeCost, parallelism } = parameters;
const spare = `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$${"A".repeat(22)}$${"A".repeat(43)}`;

/**
 * Whether the password matches; without a hash it takes as long and is false, so that unknown users cannot be detected.
 * @param lane `last` for callers who are not identified
 * @throws {RequestError} 503 when too many attempts are waiting
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
