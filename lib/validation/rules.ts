import * as z from "zod";
import { text } from "./text";

// Each rule holds for the empty value, as the platform document's table says (FM-02).

const userNamePattern = /^[A-Za-z0-9_.-]*$/;

/** Letters, digits, underscore, dot, hyphen. */
export function userName() {
  return text(100).refine((value) => userNamePattern.test(value), { params: { rule: "userName" } });
}

/** An e-mail address or nothing. */
export function email() {
  return text(254).refine((value) => value === "" || z.email().safeParse(value).success, {
    params: { rule: "email" },
  });
}
