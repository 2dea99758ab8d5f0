import * as z from "zod";
import { type SignInFailureKind, signInFailures } from "../../../session/sign-in-failures";
import type { WebConfig } from "../../config/config";
import { brand } from "../../core/branded-error";
import { ProviderError } from "../../oidc/provider-error";
import { openFields, sealFields } from "../seal";

export class SignInFailure extends Error {
  override readonly name = "SignInFailure";
  constructor(
    readonly kind: SignInFailureKind,
    /** The provider's description, for the user. */
    readonly detail = "",
    message: string = kind,
  ) {
    super(message);
  }
}
brand(SignInFailure, "SignInFailure");

/** Converts an error to a failure for the user; rethrows bugs. */
export function failureOf(error: unknown): SignInFailure {
  if (error instanceof SignInFailure) return error;
  if (error instanceof ProviderError) return new SignInFailure(error.kind, "", error.message);
  throw error;
}

const binding = "sign-in detail";
const maxDetailLength = 300;

/** Seals the provider's text in the address, so that a forged link cannot put text on our page. */
export async function failureQuery(
  { sessionSecret: secret }: Pick<WebConfig, "sessionSecret">,
  { kind, detail }: SignInFailure,
): Promise<Record<string, string>> {
  if (!detail) return { error: kind };
  const sealed = await sealFields([detail.slice(0, maxDetailLength)], { secret, binding });
  return { error: kind, detail: sealed };
}

/** Opens the result of {@link failureQuery}, if it is intact. */
export async function failureFrom(
  { sessionSecret: secret }: Pick<WebConfig, "sessionSecret">,
  query: URLSearchParams,
): Promise<{ kind: SignInFailureKind; detail?: string } | undefined> {
  const kind = z.enum(signInFailures).safeParse(query.get("error"));
  if (!kind.success) return query.has("error") ? { kind: "refused" } : undefined;
  const fields = await openFields(query.get("detail") ?? "", { secret, binding });
  return { kind: kind.data, detail: fields?.[0] };
}
