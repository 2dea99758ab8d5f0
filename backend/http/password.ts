import { availableParallelism } from "node:os";
import { hash, verify } from "@node-rs/argon2";
import { type Lane, Line } from "./line";

// OWASP's recommendation with room to spare, about 40 ms a hash. The library's algorithm when none is named is argon2id.
const parameters = { memoryCost: 64 * 1024, timeCost: 3, parallelism: 1 };

// A processor is left to everything else, and of Node's four threads for such work one to the files.
const atOnce = Math.max(1, Math.min(3, availableParallelism() - 1));

/** Milliseconds within which an attempt gets its turn; the web process waits longer. */
const patience = 15_000;

const line = new Line(atOnce, patience);

/** The argon2id hash of a password in PHC string format, with a salt of its own. Only who may set a password gets here. */
export function hashPassword(password: string): Promise<string> {
  return line.during("first", () => hash(password.normalize("NFC"), parameters));
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
  const matches = await line.during(lane, () => verify(hashed ?? spare, password.normalize("NFC")));
  return matches && Boolean(hashed);
}
