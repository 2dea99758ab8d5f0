import { createTranslator } from "next-intl";
import { Door } from "@/components/login/door";
import { setStatus } from "@/lib/bff/page-status";
import { doorMessages } from "@/lib/session/door-messages";
import type { Visit } from "./visit";

/** Answers with 404 where the address names no organisation, or one there is not. Unknown views are the shell's to show. */
export async function UnknownTenant({ visit: { language, config } }: { visit: Visit }) {
  await setStatus(404);
  const t = createTranslator({
    locale: language,
    messages: (await doorMessages())[language],
    namespace: "login",
  });
  return (
    <Door appTitle={config.appTitle}>
      <h1 className="font-semibold text-lg leading-6">{t("unknownTenantTitle")}</h1>
      <p className="mt-3 text-muted">{t("unknownTenantDescription")}</p>
    </Door>
  );
}
