import { type AreaTexts, loadAreaTexts } from "../../lib/i18n/load-messages";
import { type Language, languages } from "../../lib/preferences/preferences";

/** Texts of areas in each language; loaded before anything else of the API runs. */
export const areaTexts = Object.fromEntries(
  await Promise.all(languages.map(async (language) => [language, await loadAreaTexts(language)] as const)),
) as Record<Language, AreaTexts>;
