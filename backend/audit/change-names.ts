import { type Language, languages } from "../../lib/preferences/preferences";
import { areaTexts } from "../area-texts";

/** What the types of changes are called, such as `UserCreated`, in each language. */
export const changeNames: Record<Language, Readonly<Record<string, string>>> = {
  en: areaTexts.en.changes,
  de: areaTexts.de.changes,
  pl: areaTexts.pl.changes,
  sr: areaTexts.sr.changes,
};

/** Which place each type has in the alphabet of a language, by its name; types of one name share it. */
export const changePlaces = Object.fromEntries(
  languages.map((language) => [language, placesOf(changeNames[language], language)]),
) as Record<Language, Readonly<Record<string, number>>>;

/** The place behind all others. */
export const unnamed = 1_000_000;

function placesOf(names: Readonly<Record<string, string>>, language: Language): Record<string, number> {
  const inOrder = [...new Set(Object.values(names))].sort(new Intl.Collator(language).compare);
  const placeOf = new Map(inOrder.map((name, place) => [name, place]));
  return Object.fromEntries(
    Object.entries(names).map(([type, name]) => [type, placeOf.get(name) ?? unnamed]),
  );
}
