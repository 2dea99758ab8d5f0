import { headers } from "next/headers";
import { InvitationView } from "@/components/invitation/invitation-view";
import { invitationMessages } from "@/components/invitation/messages";
import { contract } from "@/lib/contract";
import { type Invitation, invitation } from "@/lib/contract/invitations";
import { userDisplayName } from "@/lib/format/user-name";
import { callApi } from "@/lib/server/bff/call-api";
import { toApi } from "@/lib/server/bff/headers";
import { setStatus } from "@/lib/server/bff/page-status";
import { requestIdOf } from "@/lib/server/bff/request-id";
import { UpstreamError } from "@/lib/server/bff/upstream";
import { publicConfig } from "@/lib/server/tenancy/public";
import { Unavailable } from "../../unavailable";
import { UnknownTenant } from "../../unknown-tenant";
import { type Visit, visit } from "../../visit";

export const dynamic = "force-dynamic";

/** What the link of an invitation leads to (US-02). Looking at it uses nothing up: mail programs look at links, too. */
export default async function InvitationPage({ params }: { params: Promise<{ token: string }> }) {
  const visiting = await visit();
  const { config, place, language, standing } = visiting;
  if (standing.kind === "unknownTenant") return <UnknownTenant visit={visiting} />;
  const { token } = await params;
  const found = standing.kind === "unavailable" ? undefined : await lookAt(token, visiting);
  if (!found) return <Unavailable visit={visiting} />;
  if (found.state === "unknown") await setStatus(404);
  else if (found.state !== "open") await setStatus(410);
  return (
    <InvitationView
      config={publicConfig(config, place)}
      language={language}
      messages={await invitationMessages()}
      token={token}
      invitation={found}
      signedInAs={standing.kind === "signedIn" ? userDisplayName(standing.user.profile) : undefined}
    />
  );
}

/** @returns undefined while the API is away */
async function lookAt(
  token: string,
  { config, place, language }: Visit,
): Promise<Invitation | { state: "unknown" } | undefined> {
  const given = await headers();
  // As somebody who is not signed in: the link alone counts.
  const base = toApi(given, { requestId: requestIdOf(given) });
  try {
    const { status, body } = await callApi({
      config,
      place,
      endpoint: contract.invitations.look,
      input: { params: { token } },
      headers: { ...base, accept: "application/json", lang: language },
    });
    if (status >= 500) return undefined;
    return status === 200 ? invitation.parse(body) : { state: "unknown" };
  } catch (error) {
    if (error instanceof UpstreamError) return undefined;
    throw error;
  }
}
