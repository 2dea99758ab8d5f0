import { headers } from "next/headers";
import { shareMessages } from "@/components/share/messages";
import { ShareView } from "@/components/share/share-view";
import { contract } from "@/lib/contract";
import { type SharedFile, sharedFile } from "@/lib/contract/attachment-parts";
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

/** What the link of a share leads to, for anybody who has it (AM-03). Looking at it counts as no download. */
export default async function SharePage({ params }: { params: Promise<{ key: string }> }) {
  const visiting = await visit();
  const { config, place, language, standing, timeZone } = visiting;
  if (standing.kind === "unknownTenant") return <UnknownTenant visit={visiting} />;
  const { key } = await params;
  const found = standing.kind === "unavailable" ? undefined : await lookAt(key, visiting);
  if (!found) return <Unavailable visit={visiting} />;
  if (found === "over") await setStatus(404);
  return (
    <ShareView
      config={publicConfig(config, place)}
      language={language}
      timeZone={timeZone ?? "UTC"}
      messages={await shareMessages()}
      shareKey={key}
      file={found}
    />
  );
}

/** @returns undefined while the API is away, or nobody may ask it for now */
async function lookAt(
  shareKey: string,
  { config, place, language }: Visit,
): Promise<SharedFile | "over" | undefined> {
  const given = await headers();
  // As somebody who is not signed in: the link alone counts.
  const base = toApi(given, { requestId: requestIdOf(given) });
  try {
    const { status, body } = await callApi({
      config,
      place,
      endpoint: contract.downloads.look,
      input: { params: { shareKey } },
      headers: { ...base, accept: "application/json", lang: language },
    });
    if (status >= 500 || status === 429) return undefined;
    return status === 200 ? sharedFile.parse(body) : "over";
  } catch (error) {
    if (error instanceof UpstreamError) return undefined;
    throw error;
  }
}
