import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { ElsewhereView, type Stage } from "@/components/login/elsewhere-view";
import { LoginView } from "@/components/login/login-view";
import { pageMessages } from "@/lib/i18n/page-messages";
import { localCallback } from "@/lib/server/session/callback-url";
import { authPath } from "@/lib/server/session/oidc/addresses";
import { failureFrom } from "@/lib/server/session/oidc/failure";
import { isSessionStoreReachable } from "@/lib/server/session/store";
import { publicConfig } from "@/lib/server/tenancy/public";
import { type PageRequest, pageRequest } from "../page-request";
import { Unavailable } from "../unavailable";
import { UnknownTenant } from "../unknown-tenant";

export const dynamic = "force-dynamic";

/** Sign-in (AU-02, AU-03); redirects signed-in users. */
export default async function LoginPage() {
  const request = await pageRequest();
  const { config, place, appearance, language, search, visitor } = request;
  const query = new URLSearchParams(search);
  const returnTo = localCallback(query.get("callbackUrl"), place.prefix);
  if (visitor.kind === "unknownTenant") return <UnknownTenant request={request} />;
  if (visitor.kind === "unavailable") return <Unavailable request={request} />;
  if (config.oidc) return <ProviderSignIn request={request} query={query} returnTo={returnTo} />;
  if (visitor.kind === "signedIn") redirect(returnTo);
  return (
    <LoginView
      config={publicConfig(config, place, appearance)}
      language={language}
      messages={await pageMessages("login")}
      returnTo={returnTo}
    />
  );
}

interface ProviderSignInProps {
  request: PageRequest;
  query: URLSearchParams;
  returnTo: string;
}

/** Shown before a provider's own sign-in page. */
async function ProviderSignIn({ request, query, returnTo }: ProviderSignInProps) {
  const { config, place, appearance, language, visitor } = request;
  const popup = query.get("popup") === "1";
  if (visitor.kind === "signedIn" && !popup) redirect(returnTo);
  const stage = await stageOf(request, query);
  const isApiAway = stage.kind === "failed" && stage.failed.kind === "apiAway";
  if (isApiAway && !(await isSessionStoreReachable(config))) return <Unavailable request={request} />;
  const parameters = new URLSearchParams({
    ...(returnTo !== `${place.prefix}/` && { callbackUrl: returnTo }),
    ...(popup && { popup: "1" }),
  });
  const beginAt = authPath("begin", place) + (parameters.size > 0 ? `?${parameters}` : "");
  // A browser waits on a page that retries if the provider does not respond (AU-06); other clients are redirected at once.
  if (stage.kind === "going" && (await headers()).get("sec-fetch-mode") !== "navigate") redirect(beginAt);
  return (
    <ElsewhereView
      config={publicConfig(config, place, appearance)}
      language={language}
      messages={await pageMessages("login")}
      beginAt={beginAt}
      stage={stage}
    />
  );
}

async function stageOf({ config, visitor }: PageRequest, query: URLSearchParams): Promise<Stage> {
  if (visitor.kind === "signedIn") return { kind: "signedIn" };
  const failed = await failureFrom(config, query);
  if (failed) return { kind: "failed", failed };
  const signedOut = query.get("signedOut");
  return signedOut === null ? { kind: "going" } : { kind: "signedOut", onlyHere: signedOut === "here" };
}
