import type { AreaTexts } from "../../lib/i18n/load-messages";
import type { Language } from "../../lib/preferences/preferences";
import de from "../../messages/de/export.json";
import en from "../../messages/en/export.json";
import pl from "../../messages/pl/export.json";
import sr from "../../messages/sr/export.json";
import { areaTexts } from "../core/area-texts";

const texts: Record<Language, typeof en> = { en, de, pl, sr };

/** Areas that can be exported: those with `export` in messages/<language>/<area>.json. */
export type ExportName = keyof AreaTexts["export"];

/** The texts of a file, in the language of the request. */
export function exportTexts(language: Language, name: ExportName) {
  const { yes, no } = texts[language].file;
  const { file, sheet } = areaTexts[language].export[name];
  return { fileName: file, sheetName: sheet, yes, no };
}
