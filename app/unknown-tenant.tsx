import { createTranslator } from "next-intl";
import { LoginFrame } from "@/components/login/login-frame";
import { loginMessages } from "@/lib/i18n/login-messages";
import { setStatus } from "@/lib/server/bff/page-status";
import type { Visit } from "./visit";

/**
 * Answers with 404 where the address names no organisation, one there is not, or one that lets nobody in, which only those
 * are told who were in. Unknown views are the shell's to show.
 */
export async function UnknownTenant({ visit: { language, config, place, standing } }: { visit: Visit }) {
  await setStatus(404);
  const t = createTranslator({
    locale: language,
    messages: (await loginMessages())[language],
    namespace: "login",
  });
  const isInactive = standing.kind === "unknownTenant" && standing.isInactive;
  const isUnnamed = place.tenant === undefined && place.path === "/";
  const what = isUnnamed ? "unnamedTenant" : isInactive ? "inactiveTenant" : "unknownTenant";
  return (
    <LoginFrame appTitle={config.appTitle}>
      <h1 className="font-semibold text-lg leading-6">{t(`${what}Title`)}</h1>
      <p className="mt-3 text-muted">{t(`${what}Description`)}</p>
    </LoginFrame>
  );
}
