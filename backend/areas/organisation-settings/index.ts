import { contract } from "../../../lib/contract";
import { avatarResponse, bringsAvatar, storedAvatar } from "../../attachments/avatars";
import { historyHandlers } from "../../audit/history";
import { notFound } from "../../core/errors";
import { implement, slowHandlerIf } from "../../endpoint/route";
import { listFacts, listPage } from "../../lists/list";
import { appearanceOf } from "../../organisation/appearance";
import { addProviderGroup, providerGroups, removeProviderGroups } from "./provider-groups";
import { nothingYet, stored } from "./queries";
import { savePolicy, secondFactorState } from "./second-factors";
import { checkSave, save } from "./service";
import {
  bringsLogos,
  checkThemeSave,
  findTheme,
  listThemes,
  publicLogo,
  removeTheme,
  saveTheme,
  storedThemeLogos,
} from "./themes";

const { history, historyDetail } = historyHandlers(
  "organisation-settings",
  "organisationSettingId",
  "tenant_id",
);

export const routes = implement(contract["organisation-settings"], {
  detail: async ({ context }) => (await stored(context.db)) ?? nothingYet,
  save: slowHandlerIf(bringsAvatar, {
    check: ({ body, context }) => checkSave(context, body),
    prepare: ({ body, context }) => storedAvatar(context, body, { isWhole: true }),
    handle: ({ body, context }, logo) => save(context, body, logo),
  }),
  secondFactors: ({ context }) => secondFactorState(context),
  saveSecondFactors: ({ body, context }) => savePolicy(context, body),
  lastUpdate: async ({ context }) => {
    return (await stored(context.db)) ?? null;
  },
  avatar: async ({ params, context }) => {
    const found = await stored(context.db);
    if (!found?.avatar || found.avatar !== params.avatarId) throw notFound();
    return avatarResponse(context, found.avatar);
  },
  providerGroups: ({ query, context }) => listPage(context.db, providerGroups, query, listFacts(context)),
  addProviderGroup: ({ body, context }) => addProviderGroup(context, body),
  removeProviderGroups: ({ query, context }) => removeProviderGroups(context, query.providerGroupIds),
  themes: ({ context }) => listThemes(context),
  theme: ({ params, context }) => findTheme(context, params.name),
  saveTheme: slowHandlerIf(bringsLogos, {
    check: ({ params, body, context }) => checkThemeSave(context, params.name, body),
    prepare: ({ body, context }) => storedThemeLogos(context, body),
    handle: ({ params, body, context }, logos) => saveTheme(context, params.name, body, logos),
  }),
  removeTheme: ({ params, context }) => removeTheme(context, params.name),
  appearance: ({ context: { connection, tenant } }) => appearanceOf(connection, tenant.tenantId),
  logo: ({ params, context }) => publicLogo(context, params.logoId),
  history,
  historyDetail,
});
