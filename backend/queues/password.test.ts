import { hash } from "@node-rs/argon2";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { argon2id, hashPassword, verifyPassword } from "./password";

beforeEach(() => {
  vi.spyOn(argon2id, "hash").mockImplementation(hash);
  vi.spyOn(argon2id, "verify");
});
afterEach(() => vi.restoreAllMocks());

test("[AU-02] an unknown user costs one hash check like a known one, the first time too", async () => {
  expect(await verifyPassword(undefined, "anything", "last")).toBe(false);
  expect(argon2id.hash).not.toHaveBeenCalled();
  expect(argon2id.verify).toHaveBeenCalledTimes(1);
  const [stored] = vi.mocked(argon2id.verify).mock.lastCall ?? [];
  const form = (hashed: unknown) => String(hashed).replace(/[A-Za-z0-9+/]+\$[A-Za-z0-9+/]+$/, "");
  const own = await hashPassword("Correct-horse-7");
  expect(form(stored)).toBe(form(own));
  expect(String(stored)).toHaveLength(own.length);
  expect(await verifyPassword(own, "Correct-horse-7", "last")).toBe(true);
  expect(await verifyPassword(own, "correct-horse-7", "first")).toBe(false);
});
