"use client";
import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from "react";
import { keepCookie } from "../../session/cookie";
import { isTheme, type Theme, themeKey } from "../../theme/theme";
import { read, write } from "../tabs/storage";

interface ThemeChoice {
  theme: Theme;
  setTheme(theme: Theme): void;
  /** Applies the organisation's theme, unless the user has chosen one in this browser. */
  follow(theme: Theme): void;
}

const ThemeContext = createContext<ThemeChoice | undefined>(undefined);

export function useTheme(): ThemeChoice {
  const choice = useContext(ThemeContext);
  if (!choice) throw new Error("useTheme needs a ThemeProvider above it");
  return choice;
}

/** @param initial `data-theme` of the html element as rendered by the server */
export function ThemeProvider({ initial, children }: { initial: Theme; children: ReactNode }) {
  const [theme, setTheme] = useState(initial);
  const [follow] = useState(() => (next: Theme) => {
    if (!isTheme(read(() => localStorage, themeKey))) setTheme(next);
  });

  useEffect(() => {
    document.documentElement.dataset.theme = theme;
  }, [theme]);

  useEffect(() => {
    const follow = ({ key, newValue }: StorageEvent) => {
      if (key === themeKey && isTheme(newValue)) setTheme(newValue);
    };
    window.addEventListener("storage", follow);
    return () => window.removeEventListener("storage", follow);
  }, []);

  const choice = useMemo<ThemeChoice>(
    () => ({
      theme,
      setTheme(next) {
        setTheme(next);
        keepCookie(themeKey, next);
        write(() => localStorage, themeKey, next);
      },
      follow,
    }),
    [theme, follow],
  );
  return <ThemeContext.Provider value={choice}>{children}</ThemeContext.Provider>;
}
