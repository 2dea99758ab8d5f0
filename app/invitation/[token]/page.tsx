import { InvitationView } from "@/components/invitation/invitation-view";
import { invitationMessages } from "@/components/invitation/messages";
import { contract } from "@/lib/contract";
import { type Invitation, invitation } from "@/lib/contract/invitations";
import { userDisplayName } from "@/lib/format/user-name";
import { setStatus } from "@/lib/server/bff/page-status";
import { publicConfig } from "@/lib/server/tenancy/public";
import { resolveLink } from "../../resolve-link";
import { Unavailable } from "../../unavailable";
import { UnknownTenant } from "../../unknown-tenant";
import { type Visit, visit } from "../../visit";

export const dynamic = "force-dynamic";

/** What the link of an invitation leads to (US-02). Looking at it uses nothing up: mail programs look at links, too. */
export default async function InvitationPage({ params }: { params: Promise<{ token: string }> }) {
  const visiting = await visit();
  const { config, place, appearance, language, standing } = visiting;
  if (standing.kind === "unknownTenant") return <UnknownTenant visit={visiting} />;
  const { token } = await params;
  const found = standing.kind === "unavailable" ? undefined : await invitationOf(token, visiting);
  if (!found) return <Unavailable visit={visiting} />;
  if (found.state === "unknown") await setStatus(404);
  else if (found.state !== "open") await setStatus(410);
  return (
    <InvitationView
      config={publicConfig(config, place, appearance)}
      language={language}
      messages={await invitationMessages()}
      token={token}
      invitation={found}
      signedInAs={standing.kind === "signedIn" ? userDisplayName(standing.user.profile) : undefined}
    />
  );
}

/** @returns undefined while nobody can say */
async function invitationOf(
  token: string,
  visiting: Visit,
): Promise<Invitation | { state: "unknown" } | undefined> {
  const found = await resolveLink(visiting, contract.invitations.look, { params: { token } });
  if (found?.status === 429) return undefined;
  return found && (found.status === 200 ? invitation.parse(found.body) : { state: "unknown" });
}
