import fc from "fast-check";
import { expect, test } from "vitest";
import { ratePassword } from "./password-strength";

const faultOf = async (password: string, names: string[] = []) => (await ratePassword(password, names)).fault;

test("[AU-13] accepts 12 characters, and shorter passwords that are hard to guess", async () => {
  for (const password of ["Correct-horse-7", "open sesame", "Tr0ub4dor&3", "Kennwort mit Ümläuten"])
    expect([password, await faultOf(password)]).toEqual([password, undefined]);
});

test("[AU-13] refuses common passwords and patterns with their own advice", async () => {
  const refused = {
    passwordCommon: ["password1234", "Passw0rd!", "letmein12345", "Test1234!"],
    passwordPattern: ["aaaaaaaaaaaa", "abcdefghijklm", "passwordpassword"],
    passwordWeak: ["x7#kQ", "kdj38f9a"],
  };
  for (const [fault, passwords] of Object.entries(refused))
    for (const password of passwords) expect([password, await faultOf(password)]).toEqual([password, fault]);
});

test("[AU-13] refuses passwords that are little more than a name, however it is written", async () => {
  const names = ["Hannah", "Łukasz Clark-Novak", "Harbour & Sons"];
  for (const password of ["hannah clark 1985", "HARBOUR-2026-novak", "Lukasz.Novak.77"])
    expect([password, await faultOf(password, names)]).toEqual([password, "passwordNames"]);
  for (const password of ["Hannah likes green tea", "Pass-hannah-4711"])
    expect([password, await faultOf(password, names)]).toEqual([password, undefined]);
});

test("[AU-13] rates any text, and never better with more names to avoid", async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ maxLength: 256 }), fc.array(fc.string()), async (password, names) => {
      const [alone, withNames] = [await ratePassword(password, []), await ratePassword(password, names)];
      if (alone.fault) expect(withNames.fault).toBeDefined();
      expect(withNames.score).toBeLessThanOrEqual(alone.score);
      if (password.length < 8) expect(alone.fault).toBeDefined();
    }),
    { numRuns: 50 },
  );
});
