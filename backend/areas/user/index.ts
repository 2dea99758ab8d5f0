import { contract } from "../../../lib/contract";
import { verifiedPasskey } from "../../access/new-factor";
import { endOtherSessions, endSession, sessionsOf } from "../../access/sessions";
import { createApiKey, removeApiKeys } from "../../api-keys/api-keys";
import { apiKeysOf } from "../../api-keys/queries";
import { avatarResponse, bringsAvatar, storedAvatar } from "../../attachments/avatars";
import { notFound } from "../../core/errors";
import { implement, slowHandler, slowHandlerIf } from "../../endpoint/route";
import { endViewing } from "../../identity/viewing";
import { listFacts, listPage } from "../../lists/list";
import { confirmationOptions, confirmSession } from "./confirmation";
import { addPasskey, passkeyOptions, renamePasskey } from "./passkeys";
import { checkPasswordChange, newOwnPassword, savePassword } from "./password";
import { profileOf } from "./queries";
import {
  checkSecondFactors,
  confirmTotp,
  knowsPassword,
  makeTotp,
  removeSecondFactor,
  renewRecoveryCodes,
  secondFactors,
} from "./second-factors";
import {
  checkProfileSave,
  currentUser,
  identityProviders,
  removeIdentityProvider,
  saveLanguage,
  saveProfile,
  saveSettings,
} from "./service";
import { addShortcut, initShortcuts, removeShortcut, shortcutsOf, swapShortcuts } from "./shortcuts";

export const routes = implement(contract.user, {
  current: ({ context }) => currentUser(context),
  save: slowHandlerIf(bringsAvatar, {
    check: ({ body, context }) => checkProfileSave(context, body),
    prepare: ({ body, context }) => storedAvatar(context, body),
    handle: ({ body, context }, avatarId) => saveProfile(context, body, avatarId),
  }),
  avatar: async ({ params, context }) => {
    const { avatar } = await profileOf(context.db, context.user.userId);
    if (avatar !== params.avatarId) throw notFound();
    return avatarResponse(context, avatar);
  },
  savePassword: slowHandler({
    check: ({ context }) => checkPasswordChange(context),
    prepare: ({ body, context }) => newOwnPassword(context, body),
    handle: ({ context }, made) => savePassword(context, made),
  }),
  saveSettings: async ({ body, context }) => {
    await saveSettings(context, body);
    return null;
  },
  saveLanguage: async ({ params, context }) => {
    await saveLanguage(context, params.symbol);
    return null;
  },
  endViewing: async ({ context: { user, connection, afterCommit } }) => {
    afterCommit(() => endViewing(connection, user.sessionKey));
    return null;
  },
  createApiKey: ({ query, context }) => createApiKey(context, context.user.userId, query),
  apiKeys: ({ query, context }) =>
    listPage(context.db, apiKeysOf(context.user.userId), query, listFacts(context)),
  identityProviders: ({ context }) => identityProviders(context),
  removeIdentityProvider: ({ query, context }) => removeIdentityProvider(context, query.identityProvider),
  secondFactors: ({ context }) => secondFactors(context),
  makeTotp: slowHandler({
    check: ({ context }) => checkSecondFactors(context),
    prepare: ({ body, context }) => knowsPassword(context, body),
    handle: ({ context }) => makeTotp(context),
  }),
  confirmTotp: async ({ body, context }) => {
    await checkSecondFactors(context);
    return confirmTotp(context, body);
  },
  makePasskey: slowHandler({
    check: ({ context }) => checkSecondFactors(context),
    prepare: ({ body, context }) => passkeyOptions(context, body),
    handle: async (_, options) => options,
  }),
  addPasskey: slowHandler({
    check: ({ context }) => checkSecondFactors(context),
    prepare: ({ body, context }) => verifiedPasskey(context, context.user.userId, body.response),
    handle: ({ body, context }, made) => addPasskey(context, body.name, made),
  }),
  renamePasskey: async ({ params, body, context }) => {
    await checkSecondFactors(context);
    return renamePasskey(context, params.passkeyId, body.name);
  },
  renewRecoveryCodes: slowHandler({
    check: ({ context }) => checkSecondFactors(context),
    prepare: ({ body, context }) => knowsPassword(context, body),
    handle: ({ context }) => renewRecoveryCodes(context),
  }),
  removeSecondFactor: slowHandler({
    check: ({ context }) => checkSecondFactors(context),
    prepare: ({ body, context }) => knowsPassword(context, body),
    handle: ({ body, context }) => removeSecondFactor(context, body.secondFactor),
  }),
  sessions: ({ context }) => sessionsOf(context, context.user.userId),
  endSession: ({ params, context }) => endSession(context, context.user.userId, params.sessionId),
  endSessions: ({ context }) => endOtherSessions(context, context.user.userId),
  confirm: slowHandler({
    check: ({ context }) => checkSecondFactors(context),
    prepare: ({ body, context }) => confirmSession(context, body),
    handle: async () => null,
  }),
  confirmByPasskey: slowHandler({
    check: ({ context }) => checkSecondFactors(context),
    prepare: ({ context }) => confirmationOptions(context),
    handle: async (_, options) => options,
  }),
  actions: ({ context }) => shortcutsOf(context),
  addAction: ({ body, context }) => addShortcut(context, body),
  removeAction: ({ params, context }) => removeShortcut(context, params.userFavoriteActionId),
  swapActions: ({ params, context }) => swapShortcuts(context, params.userFavoriteActionId, params.otherId),
  initActions: ({ body, context }) => initShortcuts(context, body),
  removeApiKeys: ({ query, context }) => removeApiKeys(context, context.user.userId, query.apiKeyIds),
});
