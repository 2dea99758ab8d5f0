import { contract } from "../../../lib/contract";
import { implement } from "../../http/route";
import { currentUser, saveLanguage, saveSettings } from "./service";

export const routes = implement(contract.user, {
  current: ({ context }) => currentUser(context),
  saveSettings: async ({ body, context }) => {
    await saveSettings(context, body);
    return null;
  },
  saveLanguage: async ({ params, context }) => {
    await saveLanguage(context, params.symbol);
    return null;
  },
});
