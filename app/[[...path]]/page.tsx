import { redirect } from "next/navigation";
import { preload } from "react-dom";
import { Workspace } from "@/components/shell/workspace";
import { messagesAddress } from "@/lib/client/i18n/served-messages";
import { setStatus } from "@/lib/server/bff/page-status";
import { contentKey } from "@/lib/server/session/content-key";
import { publicConfig } from "@/lib/server/tenancy/public";
import { Unavailable } from "../unavailable";
import { namedTenant, UnknownTenant } from "../unknown-tenant";
import { visit } from "../visit";

export const dynamic = "force-dynamic";

/** The shell, for every address of a view. It checks the session by itself; no middleware stands in for that. */
export default async function Page() {
  const visiting = await visit();
  const { config, place, appearance, language, theme, timeZone, standing, search } = visiting;
  if (standing.kind === "unknownTenant") {
    const named = namedTenant(visiting);
    if (named) redirect(named);
    return <UnknownTenant visit={visiting} />;
  }
  if (standing.kind === "unavailable") return <Unavailable visit={visiting} />;
  if (standing.kind === "signedOut") {
    const asked = `${place.path}${search}`;
    const back = new URLSearchParams({ callbackUrl: place.prefix + asked });
    redirect(asked === "/" ? `${place.prefix}/login` : `${place.prefix}/login?${back}`);
  }
  if (visiting.isUnreadable) await setStatus(400);
  const { profile, viewedBy } = standing.user;
  // Asked for along with the scripts, not by them.
  preload(messagesAddress(place.prefix, language), { as: "fetch", crossOrigin: "anonymous" });
  return (
    <Workspace
      config={publicConfig(config, place, appearance)}
      language={language}
      theme={theme}
      timeZone={timeZone}
      initialAddress={{ path: place.path, query: search }}
      dehydratedState={standing.state}
      contentKey={contentKey(config.sessionSecret, place.prefix, (viewedBy ?? profile).userId)}
    />
  );
}
