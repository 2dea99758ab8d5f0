import { createHash, timingSafeEqual } from "node:crypto";
import { secretsOf } from "./secret-list";

/** Whether a bearer token is one of METRICS_TOKEN. */
export function isOperatorToken(given: string | undefined, setting: string | undefined): boolean {
  if (setting === undefined || given === undefined) return false;
  return secretsOf(setting).some((each) => timingSafeEqual(digest(given), digest(each)));
}

/** Makes inputs of equal length for the comparison. */
function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
