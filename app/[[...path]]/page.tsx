import { redirect } from "next/navigation";
import { preload } from "react-dom";
import { AreasWorkspace } from "@/components/areas/workspace";
import { messagesAddress } from "@/lib/client/i18n/served-messages";
import { setStatus } from "@/lib/server/bff/page-status";
import { contentKey } from "@/lib/server/session/content-key";
import { publicConfig } from "@/lib/server/tenancy/public";
import { pageRequest } from "../page-request";
import { Unavailable } from "../unavailable";
import { namedTenant, UnknownTenant } from "../unknown-tenant";

export const dynamic = "force-dynamic";

/** The shell for every view. It checks the session itself; no middleware does that. */
export default async function Page() {
  const request = await pageRequest();
  const { config, place, appearance, language, theme, timeZone, visitor, search } = request;
  if (visitor.kind === "unknownTenant") {
    const named = namedTenant(request);
    if (named) redirect(named);
    return <UnknownTenant request={request} />;
  }
  if (visitor.kind === "unavailable") return <Unavailable request={request} />;
  if (visitor.kind === "signedOut") {
    const asked = `${place.path}${search}`;
    const back = new URLSearchParams({ callbackUrl: place.prefix + asked });
    redirect(asked === "/" ? `${place.prefix}/login` : `${place.prefix}/login?${back}`);
  }
  if (request.isUnreadable) await setStatus(400);
  const { profile, viewedBy } = visitor.user;
  // Loaded in parallel with the scripts.
  preload(messagesAddress(place.prefix, language), { as: "fetch", crossOrigin: "anonymous" });
  return (
    <AreasWorkspace
      config={publicConfig(config, place, appearance)}
      language={language}
      theme={theme}
      timeZone={timeZone}
      madeAt={Date.now()}
      initialAddress={{ path: place.path, query: search }}
      served={visitor.served}
      contentKey={contentKey(config.sessionSecret, place.prefix, (viewedBy ?? profile).userId)}
    />
  );
}
