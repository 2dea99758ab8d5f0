import { hash, verify } from "@node-rs/argon2";

// OWASP's recommendation with room to spare, about 40 ms a hash. The library's algorithm when none is named is argon2id.
const parameters = { memoryCost: 64 * 1024, timeCost: 3, parallelism: 1 };

/** The argon2id hash of a password in PHC string format, with a salt of its own. */
export function hashPassword(password: string): Promise<string> {
  return hash(password.normalize("NFC"), parameters);
}

/** The hash of no password, of the same form, so that checking against it costs the same, the first time too. */
const { memoryCost, timeCost, parallelism } = parameters;
const spare = `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$${"A".repeat(22)}$${"A".repeat(43)}`;

/** Whether the password is the hashed one; without a hash it takes as long and is false, so that unknown users do not show. */
export async function verifyPassword(hashed: string | null | undefined, password: string): Promise<boolean> {
  const matches = await verify(hashed ?? spare, password.normalize("NFC"));
  return matches && Boolean(hashed);
}
