import fc from "fast-check";
import { expect, test } from "vitest";
import { compareThreeWay, mergeThreeWay } from "./three-way";

const before = { firstName: "Ada", lastName: "Byron", email: "a@example.org" };

test("[FM-09] only fields changed by either side are compared, and clashes are marked", () => {
  const yours = { ...before, lastName: "Lovelace", email: "ada@example.org" };
  const theirs = { ...before, lastName: "King", firstName: "Augusta" };
  expect(compareThreeWay(before, yours, theirs)).toEqual([
    { name: "firstName", before: "Ada", yours: "Ada", theirs: "Augusta", clash: false },
    { name: "lastName", before: "Byron", yours: "Lovelace", theirs: "King", clash: true },
    {
      name: "email",
      before: "a@example.org",
      yours: "ada@example.org",
      theirs: "a@example.org",
      clash: false,
    },
  ]);
});

test("[FM-09] overwriting keeps the other side's changes in untouched fields", () => {
  const record = fc.record({ a: fc.integer({ max: 3, min: 0 }), b: fc.string({ maxLength: 1 }) });
  fc.assert(
    fc.property(record, record, record, (base, yours, theirs) => {
      const merged = mergeThreeWay(base, yours, theirs);
      expect(merged.a).toBe(yours.a === base.a ? theirs.a : yours.a);
      expect(merged.b).toBe(yours.b === base.b ? theirs.b : yours.b);
    }),
  );
});
