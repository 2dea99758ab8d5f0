import type { Language } from "../../lib/preferences/preferences";
import de from "../../messages/de/history.json";
import en from "../../messages/en/history.json";
import pl from "../../messages/pl/history.json";
import sr from "../../messages/sr/history.json";

/** What the types of changes are called, such as `UserCreated`, in each language. */
export const changeNames: Record<Language, Readonly<Record<string, string>>> = {
  en: en.types,
  de: de.types,
  pl: pl.types,
  sr: sr.types,
};
