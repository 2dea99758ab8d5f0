import { redirect } from "next/navigation";
import { LoginView } from "@/components/login/login-view";
import { localCallback } from "@/lib/session/callback-url";
import { doorMessages } from "@/lib/session/door-messages";
import { publicConfig } from "@/lib/tenancy/public";
import { Unavailable } from "../unavailable";
import { UnknownTenant } from "../unknown-tenant";
import { visit } from "../visit";

export const dynamic = "force-dynamic";

/** Sign-in (AU-02, AU-03); who is signed in already goes on. */
export default async function LoginPage() {
  const visiting = await visit();
  const { config, place, language, search, standing } = visiting;
  const goOnTo = localCallback(new URLSearchParams(search).get("callbackUrl"), place.prefix);
  if (standing.kind === "unknownTenant") return <UnknownTenant visit={visiting} />;
  if (standing.kind === "unavailable") return <Unavailable visit={visiting} />;
  if (standing.kind === "signedIn") redirect(goOnTo);
  return (
    <LoginView
      config={publicConfig(config, place)}
      language={language}
      messages={await doorMessages()}
      goOnTo={goOnTo}
    />
  );
}
