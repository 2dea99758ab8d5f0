"use client";

import type * as z from "zod";
import { announceSession } from "@/lib/client/session/announce";
import { requestSignIn } from "@/lib/client/session/request-sign-in";
import type { contract } from "@/lib/contract";
import { keepTimeZone } from "@/lib/session/time-zone";
import { usePublicForm } from "../login/use-public-form";

export interface Redeemer {
  prefix: string;
  language: string;
  token: string;
}

interface Redeem<Name extends string> extends Redeemer {
  endpoint: typeof contract.invitations.accept | typeof contract.invitations.join;
  /** The fields, in the order of the form. */
  names: readonly Name[];
  schema: z.ZodType<{ userName: string; password?: string; passwordRepeat?: string }>;
}

/** Form that redeems an invitation: validates, submits, and signs the user in (US-02). */
export function useRedeem<Name extends string>({ token, ...form }: Redeem<Name>) {
  return usePublicForm({
    ...form,
    namespace: "invitation",
    params: { token },
    onAccepted: ({ userName, password }) => goOn(form, userName, password),
  });
}

/** Signs the new user in, if there is a password. */
async function goOn(
  { prefix, language }: Pick<Redeemer, "prefix" | "language">,
  userName: string,
  password: string | undefined,
): Promise<void> {
  const { signal } = new AbortController();
  const isIn =
    password !== undefined &&
    (await requestSignIn({ prefix, language, userName, password, signal })).kind === "signedIn";
  if (isIn) announceSession(prefix);
  keepTimeZone(prefix);
  // The link is used up: Back must not lead to it.
  window.location.replace(isIn ? `${prefix}/` : `${prefix}/login`);
}
