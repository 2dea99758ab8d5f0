import { contract } from "../../../lib/contract";
import { createApiKey, removeApiKeys } from "../../api-keys/api-keys";
import { apiKeysOf } from "../../api-keys/queries";
import { factsOf, listPage } from "../../database/list";
import { implement } from "../../http/route";
import { identityProviders, removeIdentityProvider } from "./identity-providers";
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
  createApiKey: ({ query, context }) => createApiKey(context, context.user.userId, query),
  apiKeys: ({ query, context }) =>
    listPage(context.db, apiKeysOf(context.user.userId), query, factsOf(context)),
  identityProviders: ({ context }) => identityProviders(context),
  removeIdentityProvider: ({ query, context }) => removeIdentityProvider(context, query.identityProvider),
  removeApiKeys: ({ query, context }) => removeApiKeys(context, context.user.userId, query.apiKeyIds),
});
