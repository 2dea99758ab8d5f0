import { hash } from "@node-rs/argon2";
import { vi } from "vitest";
import { argon2id } from "../queues/password";

/** The least possible work. */
export const cheapHash = (password: string | Uint8Array) =>
  hash(password, { memoryCost: 8, timeCost: 1, parallelism: 1 });

// Few tests depend on the cost of passwords; hashes created this way are cheap to verify, too.
vi.spyOn(argon2id, "hash").mockImplementation(cheapHash);
