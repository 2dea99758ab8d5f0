import { ShareView } from "@/components/share/share-view";
import { contract } from "@/lib/contract";
import { type SharedFile, sharedFile } from "@/lib/contract/attachment-parts";
import { pageMessages } from "@/lib/i18n/page-messages";
import { setStatus } from "@/lib/server/bff/page-status";
import { publicConfig } from "@/lib/server/tenancy/public";
import { type PageRequest, pageRequest } from "../../page-request";
import { resolveLink } from "../../resolve-link";
import { Unavailable } from "../../unavailable";
import { UnknownTenant } from "../../unknown-tenant";

export const dynamic = "force-dynamic";

/** The page of a share's link, for anyone with the link (AM-03). Opening it does not count as a download. */
export default async function SharePage({ params }: { params: Promise<{ key: string }> }) {
  const request = await pageRequest();
  const { config, place, appearance, language, visitor, timeZone } = request;
  if (visitor.kind === "unknownTenant") return <UnknownTenant request={request} />;
  const { key } = await params;
  const found = visitor.kind === "unavailable" ? undefined : await fileOf(key, request);
  if (!found) return <Unavailable request={request} />;
  if (found === "over") await setStatus(404);
  return (
    <ShareView
      config={publicConfig(config, place, appearance)}
      language={language}
      timeZone={timeZone ?? "UTC"}
      messages={await pageMessages("share", "login")}
      shareKey={key}
      file={found}
    />
  );
}

/** @returns undefined if unavailable; `refused` after too many wrong keys */
async function fileOf(
  shareKey: string,
  request: PageRequest,
): Promise<SharedFile | "over" | "refused" | undefined> {
  const found = await resolveLink(request, contract.downloads.look, { params: { shareKey } });
  if (found?.status === 429) {
    await setStatus(429, Number(found.headers["retry-after"] ?? 60));
    return "refused";
  }
  return found && (found.status === 200 ? sharedFile.parse(found.body) : "over");
}
