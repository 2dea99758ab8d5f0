import type { Messages } from "./lib/i18n/namespaces";
import type { Language } from "./lib/preferences/preferences";

declare module "next-intl" {
  interface AppConfig {
    Messages: Messages;
    Locale: Language;
  }
}
