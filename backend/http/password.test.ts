import * as argon2 from "@node-rs/argon2";
import { expect, test, vi } from "vitest";
import { hashPassword, verifyPassword } from "./password";

vi.mock("@node-rs/argon2", async (original) => {
  const real = await original<typeof argon2>();
  return { hash: vi.fn(real.hash), verify: vi.fn(real.verify) };
});

test("[AU-02] an unknown user costs one check of a hash as dear as a stored one, the first time too", async () => {
  expect(await verifyPassword(undefined, "anything", "last")).toBe(false);
  expect(argon2.hash).not.toHaveBeenCalled();
  expect(argon2.verify).toHaveBeenCalledTimes(1);
  const [stored] = vi.mocked(argon2.verify).mock.lastCall ?? [];
  const form = (hashed: unknown) => String(hashed).replace(/[A-Za-z0-9+/]+\$[A-Za-z0-9+/]+$/, "");
  const own = await hashPassword("Correct-horse-7");
  expect(form(stored)).toBe(form(own));
  expect(String(stored)).toHaveLength(own.length);
  expect(await verifyPassword(own, "Correct-horse-7", "last")).toBe(true);
  expect(await verifyPassword(own, "correct-horse-7", "first")).toBe(false);
});
