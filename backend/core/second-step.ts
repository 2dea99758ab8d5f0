import type { IncomingHttpHeaders } from "node:http";
import { secondFactorHeader, secondFactorStepHeader } from "@/lib/contract/second-factor-headers";

/** What a client sends to complete a sign-in (AU-11). */
export interface SecondStep {
  /** Without spaces and hyphens, in lower case. */
  code?: string;
  /** Replaces the password. */
  token?: string;
}

export function secondStepOf(headers: IncomingHttpHeaders): SecondStep {
  return { code: codeOf(headers[secondFactorHeader]), token: textOf(headers[secondFactorStepHeader]) };
}

/** A code as people type it: in groups, in any case. */
export function codeOf(given: string | string[] | undefined): string | undefined {
  return textOf(given)
    ?.replace(/[\s-]+/g, "")
    .toLowerCase();
}

const textOf = (given: string | string[] | undefined) =>
  typeof given === "string" && given !== "" ? given.slice(0, 100) : undefined;
