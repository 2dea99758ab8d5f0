import { expect, test } from "vitest";
import * as z from "zod";
import { newUuid } from "./new-id";

test("[TL-09] the browser identifies each import by its own UUID", () => {
  const made = Array.from({ length: 500 }, newUuid);
  for (const id of made) expect(z.uuidv4().safeParse(id).success).toBe(true);
  expect(new Set(made).size).toBe(500);
});
