import * as z from "zod";
import { type SignInFailureKind, signInFailures } from "../../../session/sign-in-failures";
import { brand } from "../../branded-error";
import type { WebConfig } from "../../config";
import { ProviderError } from "../../oidc/provider-error";
import { openFields, sealFields } from "../seal";

export class SignInFailure extends Error {
  override readonly name = "SignInFailure";
  constructor(
    readonly kind: SignInFailureKind,
    /** What the provider says about it, for people to read. */
    readonly detail = "",
    message: string = kind,
  ) {
    super(message);
  }
}
brand(SignInFailure, "SignInFailure");

/** Any error as a failure to tell people of; what is no failure but a fault of ours is thrown on. */
export function failureOf(error: unknown): SignInFailure {
  if (error instanceof SignInFailure) return error;
  if (error instanceof ProviderError) return new SignInFailure(error.kind, "", error.message);
  throw error;
}

const binding = "sign-in detail";
const maxDetailLength = 300;

/** What a provider says goes through the address sealed: whoever makes up a link must not put words on our page. */
export async function failureQuery(
  { sessionSecret: secret }: Pick<WebConfig, "sessionSecret">,
  { kind, detail }: SignInFailure,
): Promise<Record<string, string>> {
  if (!detail) return { error: kind };
  const sealed = await sealFields([detail.slice(0, maxDetailLength)], { secret, binding });
  return { error: kind, detail: sealed };
}

/** What {@link failureQuery} made, as far as it is whole. */
export async function failureFrom(
  { sessionSecret: secret }: Pick<WebConfig, "sessionSecret">,
  query: URLSearchParams,
): Promise<{ kind: SignInFailureKind; detail?: string } | undefined> {
  const kind = z.enum(signInFailures).safeParse(query.get("error"));
  if (!kind.success) return query.has("error") ? { kind: "refused" } : undefined;
  const fields = await openFields(query.get("detail") ?? "", { secret, binding });
  return { kind: kind.data, detail: fields?.[0] };
}
