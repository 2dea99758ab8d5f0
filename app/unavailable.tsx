import { createTranslator } from "next-intl";
import { ServiceUnavailable } from "@/components/login/service-unavailable";
import { pageMessages } from "@/lib/i18n/page-messages";
import { setStatus } from "@/lib/server/bff/page-status";
import { publicConfig } from "@/lib/server/tenancy/public";
import type { PageRequest } from "./page-request";

/** Answers a page request with 503 while the API is away. */
export async function Unavailable({
  request: { language, config, place, appearance },
}: {
  request: PageRequest;
}) {
  await setStatus(503);
  const t = createTranslator({
    locale: language,
    messages: (await pageMessages("login"))[language],
    namespace: "login",
  });
  const texts = { title: t("unavailableTitle"), description: t("unavailableDescription"), retry: t("retry") };
  return <ServiceUnavailable config={publicConfig(config, place, appearance)} texts={texts} />;
}
