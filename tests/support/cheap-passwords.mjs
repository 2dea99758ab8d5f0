// Preloaded into an API for tests unrelated to passwords: cheap hashes with the usual verification.
import { createRequire } from "node:module";

const argon2 = createRequire(import.meta.url)("@node-rs/argon2");
const { hash } = argon2;

argon2.hash = (/** @type {string} */ password) =>
  hash(password, { memoryCost: 8, timeCost: 1, parallelism: 1 });
