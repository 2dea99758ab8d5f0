import type { Language } from "../../lib/preferences/preferences";
import de from "../../messages/de/import.json";
import en from "../../messages/en/import.json";
import pl from "../../messages/pl/import.json";
import sr from "../../messages/sr/import.json";

const texts: Record<Language, typeof en> = { en, de, pl, sr };

/** The words in a file of faults. */
export const importTexts = (language: Language) => texts[language].file;
