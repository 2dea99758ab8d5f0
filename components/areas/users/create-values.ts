import * as z from "zod";
import type { userCreate } from "@/lib/contract/users";

const optional = ["firstName", "lastName", "email"] as const;

/** A form knows only empty fields, the contract fields that are left out. */
export function formToCreate(schema: typeof userCreate) {
  return z.preprocess((given) => {
    const values = { ...(given as Record<string, unknown>) };
    for (const name of optional)
      if (typeof values[name] === "string" && values[name].trim() === "") delete values[name];
    return values;
  }, schema);
}
