import type { Language } from "../../lib/preferences/preferences";
import de from "../../messages/de/export.json";
import en from "../../messages/en/export.json";
import pl from "../../messages/pl/export.json";
import sr from "../../messages/sr/export.json";

const texts: Record<Language, typeof en> = { en, de, pl, sr };

/** What can be exported: the keys of `file.names` in messages/<language>/export.json. */
export type ExportName = keyof typeof en.file.names;

/** The words in a file, in the language of the request. */
export function exportTexts(language: Language, name: ExportName) {
  const { file } = texts[language];
  return { fileName: file.names[name], sheetName: file.sheets[name], yes: file.yes, no: file.no };
}
