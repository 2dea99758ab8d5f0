import { contract } from "../../../lib/contract";
import { offeredCapabilities } from "../../../lib/contract/settings";
import type { Language } from "../../../lib/preferences/preferences";
import packageJson from "../../../package.json";
import { dictionaries } from "../../attributes/dictionaries";
import { pageOfOptions } from "../../attributes/page-of-options";
import { areaTexts } from "../../core/area-texts";
import { implement } from "../../endpoint/route";

/** Sources of options, labelled with their areas' titles. */
const endpointsIn = (language: Language) =>
  Object.entries(dictionaries).map(([id, { area, properties }]) => ({
    id,
    name: areaTexts[language].export[area].sheet,
    properties: [...properties],
  }));

export const routes = implement(contract.settings, {
  version: async ({ context: { config, converter, posters } }) => {
    const lacking = [
      !converter && "office-documents",
      !posters && "video-posters",
      config.smtpUrl && "invitation-links",
      ...(config.authMode === "basic" ? ["users-without-password"] : ["second-factors", "confirmation"]),
      !config.oidc?.roleClaim && "provider-groups",
    ];
    return {
      version: packageJson.version,
      capabilities: offeredCapabilities.filter((name) => !lacking.includes(name)),
    };
  },
  dictionaryEndpoints: async ({ query, context }) => pageOfOptions(endpointsIn(context.language), query),
});
