import { InvitationView } from "@/components/invitation/invitation-view";
import { contract } from "@/lib/contract";
import { type Invitation, invitation } from "@/lib/contract/invitations";
import { userDisplayName } from "@/lib/format/user-name";
import { pageMessages } from "@/lib/i18n/page-messages";
import { setStatus } from "@/lib/server/bff/page-status";
import { publicConfig } from "@/lib/server/tenancy/public";
import { type PageRequest, pageRequest } from "../../page-request";
import { resolveLink } from "../../resolve-link";
import { Unavailable } from "../../unavailable";
import { UnknownTenant } from "../../unknown-tenant";

export const dynamic = "force-dynamic";

/** The page of an invitation's link (US-02). Opening it does not use the link up: mail programs open links, too. */
export default async function InvitationPage({ params }: { params: Promise<{ token: string }> }) {
  const request = await pageRequest();
  const { config, place, appearance, language, visitor } = request;
  if (visitor.kind === "unknownTenant") return <UnknownTenant request={request} />;
  const { token } = await params;
  const found = visitor.kind === "unavailable" ? undefined : await invitationOf(token, request);
  if (!found) return <Unavailable request={request} />;
  if (found.state === "unknown") await setStatus(404);
  else if (found.state !== "open") await setStatus(410);
  return (
    <InvitationView
      config={publicConfig(config, place, appearance)}
      language={language}
      messages={await pageMessages("invitation", "login", "validation")}
      token={token}
      invitation={found}
      signedInAs={visitor.kind === "signedIn" ? userDisplayName(visitor.user.profile) : undefined}
    />
  );
}

/** @returns undefined while the API is unavailable */
async function invitationOf(
  token: string,
  request: PageRequest,
): Promise<Invitation | { state: "unknown" } | undefined> {
  const found = await resolveLink(request, contract.invitations.look, { params: { token } });
  if (found?.status === 429) return undefined;
  return found && (found.status === 200 ? invitation.parse(found.body) : { state: "unknown" });
}
