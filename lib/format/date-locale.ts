import dayjs from "dayjs";
import { useEffect, useState } from "react";
import type { Language } from "../preferences/preferences";

// English is built in; each other language is loaded when somebody uses it.
const loaders: Partial<Record<Language, () => Promise<unknown>>> = {
  de: () => import("dayjs/locale/de"),
  pl: () => import("dayjs/locale/pl"),
  sr: () => import("dayjs/locale/sr"),
};

const loaded = new Set<string>(["en"]);

/** The dayjs locale for a language: `en` until the right one has arrived. */
export function useDateLocale(language: Language): string {
  const [ready, setReady] = useState("en");
  useEffect(() => {
    let current = true;
    const done = () => current && setReady(language);
    if (loaded.has(language)) done();
    else
      loaders[language]?.().then(() => {
        loaded.add(language);
        done();
      });
    return () => {
      current = false;
    };
  }, [language]);
  return ready in dayjs.Ls ? ready : "en";
}
