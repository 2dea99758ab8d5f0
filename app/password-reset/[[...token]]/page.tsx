import { notFound } from "next/navigation";
import type { ComponentProps } from "react";
import { PasswordResetView } from "@/components/password-reset/password-reset-view";
import { contract } from "@/lib/contract";
import { passwordReset, signInLink } from "@/lib/contract/password-resets";
import { pageMessages } from "@/lib/i18n/page-messages";
import { setStatus } from "@/lib/server/bff/page-status";
import { publicConfig } from "@/lib/server/tenancy/public";
import { type PageRequest, pageRequest } from "../../page-request";
import { resolveLink } from "../../resolve-link";
import { Unavailable } from "../../unavailable";
import { UnknownTenant } from "../../unknown-tenant";

export const dynamic = "force-dynamic";

/**
 * Requests a link, or sets a forgotten password behind one (AU-13); below `sign-in`, asks about a sign-in on a new device
 * (AU-14). Opening a link does not use it up: mail programs open links, too.
 */
export default async function PasswordResetPage({ params }: { params: Promise<{ token?: string[] }> }) {
  const request = await pageRequest();
  const { config, place, appearance, language, visitor } = request;
  if (visitor.kind === "unknownTenant") return <UnknownTenant request={request} />;
  if (config.oidc) notFound();
  const { token: path = [] } = await params;
  const found = visitor.kind === "unavailable" ? undefined : await linkOf(path, request);
  if (!found) return <Unavailable request={request} />;
  const { state } = found.signIn ?? found.reset;
  if (state === "unknown") await setStatus(404);
  else if (state !== "open" && state !== "request") await setStatus(410);
  return (
    <PasswordResetView
      config={publicConfig(config, place, appearance)}
      language={language}
      messages={await pageMessages("password-reset", "login", "validation")}
      {...found}
    />
  );
}

type Found = Pick<ComponentProps<typeof PasswordResetView>, "token" | "reset" | "signIn">;

const { look, lookAtSignIn } = contract["password-resets"];

/** @returns undefined while the API is unavailable */
async function linkOf([first, second]: string[], request: PageRequest): Promise<Found | undefined> {
  if (first === undefined) return { reset: { state: "request" } };
  const isSignIn = first === "sign-in" && second !== undefined;
  const token = isSignIn ? second : first;
  const found = await resolveLink(request, isSignIn ? lookAtSignIn : look, { params: { token } });
  if (!found || found.status === 429) return undefined;
  if (found.status !== 200) return { reset: { state: "unknown" } };
  return isSignIn
    ? { token, reset: { state: "request" }, signIn: signInLink.parse(found.body) }
    : { token, reset: passwordReset.parse(found.body) };
}
