/**
 * By language: words that texts for people avoid, and the product's word instead.
 * @type {Record<string, [RegExp, string][]>}
 */
const instead = {
  en: [
    [/tenant/i, "organisation"],
    [/organization/i, "organisation"],
    [/canceled|\bcolor\b/i, "British spelling"],
    [/user names?\b/i, "username"],
    [/\b(some|every)body\b|\bwhoever\b/i, "someone, everyone, anyone"],
    [/\banew\b/i, "again"],
    [/\bfault(s|y)?\b/i, "error"],
    [/\bbut for\b/i, "except for"],
    [/\bmay not\b/i, "are not allowed to"],
    [/\bof (its|your|their) own\b|\bof yours\b/i, "its own, your own"],
    [/\ball the same\b/i, "anyway"],
    [/\bleft empty\b/i, "leave empty to …"],
    [/\bpictures?\b/i, "image"],
    [/\bkinds?\b/i, "type"],
    [/\bentr(y|ies)\b/i, "record, or option of a list"],
    [/\bclone/i, "duplicate"],
    [/\bcreate[sd]? (the |an )?API key/i, "generate"],
    [/present (password|one)|withdr[ae]w/i, "current; revoke"],
  ],
  de: [
    [/mandant/i, "Organisation"],
    [/präferenz/i, "Einstellung"],
    [/sammlung/i, "Bereich"],
    [/jemand anders\b/i, "jemand anderes"],
    [/passwort setzen/i, "Passwort festlegen"],
    [/kennwort/i, "Passwort"],
    [/\bFassung/, "Version"],
    [/Anhangstatus/i, "Anhangsstatus"],
    [/\bDatei wählen/, "auswählen"],
    [/Jetzt nicht/, "Nicht jetzt"],
    [/Datum und Zeit/, "Datum und Uhrzeit"],
    [/Offene Tabs/i, "geöffnete Tabs"],
    [/\bElement nicht/, "Datensatz"],
  ],
  pl: [
    [/użytkownika i hasło/i, "login"],
    [/odnośnik|łącz[ae](?!\p{L})/iu, "link"],
    [/odwoł|wycof/i, "unieważnić, cofnąć"],
    [/kolekcj/i, "obszar"],
    [/preferencj/i, "ustawienia"],
    [/nadać|nadaj/i, "przyznać"],
    [/(?<!\p{L})wpis(u|y|em|ów|ami|om)?(?!\p{L})/iu, "rekord"],
    [/rodzaj/i, "typ"],
  ],
  sr: [
    [/davalac|davaoc|davalaca/i, "provajder"],
    [/\bpoziv\b|pozivom/i, "pozivnica"],
    [/vez[aeu] (važi|iz poruke)|(adresi|stranicu) veze/i, "link"],
    [/naprav/i, "kreirati"],
    [/kolekcij/i, "oblast"],
    [/fajl/i, "datoteka"],
    [/\bvrst[aeiu]/i, "tip"],
  ],
};

/** Quoted by the specification, or about what an archive contains. */
const exempt = new Set(["common.requestCanceled", "viewer.archive.count", "viewer.archive.first"]);

/**
 * Texts that use another word than the product's for a thing.
 * @param {string} language
 * @param {ReadonlyMap<string, string>} texts by `namespace.key`
 * @returns {string[]} one line for each, with the word to use
 */
export function wrongTerms(language, texts) {
  const terms = instead[language] ?? [];
  return [...texts].flatMap(([key, text]) => {
    // Synonyms are words that people type, not words that they read.
    if (exempt.has(key) || key.startsWith("shell.palette.synonyms.")) return [];
    const said = text.replaceAll(/\{\w+/g, "{");
    return terms.flatMap(([wrong, right]) => {
      const found = new RegExp(wrong).exec(said);
      return found ? [`${key} says “${found[0]}”: please use “${right}”`] : [];
    });
  });
}
