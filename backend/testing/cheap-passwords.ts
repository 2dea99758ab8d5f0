import { hash } from "@node-rs/argon2";
import { vi } from "vitest";
import { argon2id } from "../http/password";

/** As little work as can be. */
export const cheapHash = (password: string | Uint8Array) =>
  hash(password, { memoryCost: 8, timeCost: 1, parallelism: 1 });

// Few tests ask what passwords cost; a password that was hashed so is cheap to check, too.
vi.spyOn(argon2id, "hash").mockImplementation(cheapHash);
