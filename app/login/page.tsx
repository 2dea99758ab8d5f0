import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { ElsewhereView, type Stage } from "@/components/login/elsewhere-view";
import { LoginView } from "@/components/login/login-view";
import { loginMessages } from "@/lib/i18n/login-messages";
import { localCallback } from "@/lib/server/session/callback-url";
import { authPath } from "@/lib/server/session/oidc/addresses";
import { failureFrom } from "@/lib/server/session/oidc/failure";
import { isSessionStoreReachable } from "@/lib/server/session/store";
import { publicConfig } from "@/lib/server/tenancy/public";
import { Unavailable } from "../unavailable";
import { UnknownTenant } from "../unknown-tenant";
import { type Visit, visit } from "../visit";

export const dynamic = "force-dynamic";

/** Sign-in (AU-02, AU-03); who is signed in already goes on. */
export default async function LoginPage() {
  const visiting = await visit();
  const { config, place, appearance, language, search, standing } = visiting;
  const query = new URLSearchParams(search);
  const goOnTo = localCallback(query.get("callbackUrl"), place.prefix);
  if (standing.kind === "unknownTenant") return <UnknownTenant visit={visiting} />;
  if (standing.kind === "unavailable") return <Unavailable visit={visiting} />;
  if (config.oidc) return <Elsewhere visiting={visiting} query={query} goOnTo={goOnTo} />;
  if (standing.kind === "signedIn") redirect(goOnTo);
  return (
    <LoginView
      config={publicConfig(config, place, appearance)}
      language={language}
      messages={await loginMessages()}
      goOnTo={goOnTo}
    />
  );
}

interface ElsewhereProps {
  visiting: Visit;
  query: URLSearchParams;
  goOnTo: string;
}

/** In front of a provider's own sign-in page. */
async function Elsewhere({ visiting, query, goOnTo }: ElsewhereProps) {
  const { config, place, appearance, language, standing } = visiting;
  const popup = query.get("popup") === "1";
  if (standing.kind === "signedIn" && !popup) redirect(goOnTo);
  const stage = await stageOf(visiting, query);
  const isApiAway = stage.kind === "failed" && stage.failed.kind === "apiAway";
  if (isApiAway && !(await isSessionStoreReachable(config))) return <Unavailable visit={visiting} />;
  const parameters = new URLSearchParams({
    ...(goOnTo !== `${place.prefix}/` && { callbackUrl: goOnTo }),
    ...(popup && { popup: "1" }),
  });
  const beginAt = authPath("begin", place) + (parameters.size > 0 ? `?${parameters}` : "");
  // A browser waits on a page that begins again when the provider does not come (AU-06); programs go on at once.
  if (stage.kind === "going" && (await headers()).get("sec-fetch-mode") !== "navigate") redirect(beginAt);
  return (
    <ElsewhereView
      config={publicConfig(config, place, appearance)}
      language={language}
      messages={await loginMessages()}
      beginAt={beginAt}
      stage={stage}
    />
  );
}

async function stageOf({ config, standing }: Visit, query: URLSearchParams): Promise<Stage> {
  if (standing.kind === "signedIn") return { kind: "signedIn" };
  const failed = await failureFrom(config, query);
  if (failed) return { kind: "failed", failed };
  const signedOut = query.get("signedOut");
  return signedOut === null ? { kind: "going" } : { kind: "signedOut", onlyHere: signedOut === "here" };
}
