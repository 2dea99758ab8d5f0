"use client";
import { type Translations, translationLanguages } from "@/lib/contract/columns";
import { languageNames } from "@/lib/i18n/language";
import { NothingEntered } from "./display-value";

/** Lists the non-empty translations of a name by language. */
export function TranslationsValue({ value }: { value: unknown }) {
  const given = (typeof value === "object" ? value : null) as Partial<Translations> | null;
  const entered = translationLanguages.filter((language) => given?.[language]);
  if (entered.length === 0) return <NothingEntered />;
  return (
    <ul>
      {entered.map((language) => (
        <li key={language}>
          <span className="text-muted">{languageNames[language]}: </span>
          <span lang={language}>{given?.[language]}</span>
        </li>
      ))}
    </ul>
  );
}
