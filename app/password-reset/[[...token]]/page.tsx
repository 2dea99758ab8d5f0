import { notFound } from "next/navigation";
import { passwordResetMessages } from "@/components/password-reset/messages";
import { PasswordResetView } from "@/components/password-reset/password-reset-view";
import { contract } from "@/lib/contract";
import { type PasswordReset, passwordReset } from "@/lib/contract/password-resets";
import { setStatus } from "@/lib/server/bff/page-status";
import { publicConfig } from "@/lib/server/tenancy/public";
import { type PageRequest, pageRequest } from "../../page-request";
import { resolveLink } from "../../resolve-link";
import { Unavailable } from "../../unavailable";
import { UnknownTenant } from "../../unknown-tenant";

export const dynamic = "force-dynamic";

/**
 * Requests a link, or sets a forgotten password behind one (AU-13). Opening a link does not use it up: mail programs open
 * links, too.
 */
export default async function PasswordResetPage({ params }: { params: Promise<{ token?: string[] }> }) {
  const request = await pageRequest();
  const { config, place, appearance, language, visitor } = request;
  if (visitor.kind === "unknownTenant") return <UnknownTenant request={request} />;
  if (config.oidc) notFound();
  const { token: [token] = [] } = await params;
  const found = visitor.kind === "unavailable" ? undefined : await resetOf(token, request);
  if (!found) return <Unavailable request={request} />;
  if (found.state === "unknown") await setStatus(404);
  else if (found.state !== "open" && found.state !== "request") await setStatus(410);
  return (
    <PasswordResetView
      config={publicConfig(config, place, appearance)}
      language={language}
      messages={await passwordResetMessages()}
      token={token}
      reset={found}
    />
  );
}

/** @returns undefined while the API is unavailable */
async function resetOf(
  token: string | undefined,
  request: PageRequest,
): Promise<PasswordReset | { state: "unknown" | "request" } | undefined> {
  if (token === undefined) return { state: "request" };
  const found = await resolveLink(request, contract["password-resets"].look, { params: { token } });
  if (found?.status === 429) return undefined;
  return found && (found.status === 200 ? passwordReset.parse(found.body) : { state: "unknown" });
}
