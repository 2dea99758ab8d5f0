import type { Messages as WorkspaceMessages } from "./lib/i18n/namespaces";
import type { Language } from "./lib/preferences/preferences";
import type invitation from "./messages/en/invitation.json";
import type login from "./messages/en/login.json";
import type passwordReset from "./messages/en/password-reset.json";
import type share from "./messages/en/share.json";

declare module "next-intl" {
  interface AppConfig {
    Locale: Language;
    Messages: WorkspaceMessages & {
      invitation: typeof invitation;
      login: typeof login;
      "password-reset": typeof passwordReset;
      share: typeof share;
    };
  }
}
