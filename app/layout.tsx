import type { Metadata, Viewport } from "next";
import { headers } from "next/headers";
import type { ReactNode } from "react";
import { holdEarlyInput } from "@/lib/client/early-input";
import { tolerateForeignChanges } from "@/lib/client/foreign-changes";
import type { Appearance } from "@/lib/contract/themes";
import { BoundedMap } from "@/lib/server/bounded-map";
import { themeCss, themeStyleId } from "@/lib/theme/theme-css";
import latinLetters from "./fonts/inter-latin.woff2";
import { pageRequest } from "./page-request";
import "./globals.css";

export async function generateMetadata(): Promise<Metadata> {
  const { place } = await pageRequest();
  return {
    icons: { icon: { url: `${place.prefix}/icon.svg`, type: "image/svg+xml" } },
    robots: { index: false, follow: false },
  };
}

export const viewport: Viewport = {
  colorScheme: "light dark",
  themeColor: [
    { media: "(prefers-color-scheme: light)", color: "#ffffff" },
    { media: "(prefers-color-scheme: dark)", color: "#16171a" },
  ],
};

/**
 * A view comes in the same answer as the shell around it, but React, whose servers stream, shows it 300 ms after the shell
 * was painted, for that long gathering what else might arrive. It remembers the moment in `$RT`; without one it shows at once.
 */
const showAtOnce = 'Object.defineProperty(window,"$RT",{get(){},set(){}})';

/**
 * Zod tries out whether it may make functions of text, which the policy forbids and Firefox writes down as an error. It reads
 * this when its first schema is made, in whichever script that comes.
 */
const withoutEval = "globalThis.__zod_globalConfig={jitless:true}";

const firstScript = `${showAtOnce};${withoutEval};(${tolerateForeignChanges})();(${holdEarlyInput})()`;

const styles = new BoundedMap<string, string>(200);

/** The colours of an organisation as the style element of its pages has them; computed once for each pair of colours. */
function themeStyle(theme: Appearance["theme"] | undefined): string {
  if (!theme) return "";
  const key = `${theme.primary} ${theme.accent}`;
  const css = styles.get(key) ?? themeCss(theme);
  styles.set(key, css);
  return css;
}

/**
 * Language and theme are in the first byte of the page, so nothing flashes (PR-03). Pages are not for machines to translate: what
 * changes in them would not be shown any more (docs/decisions/0111-pages-are-not-translated.md).
 */
export default async function RootLayout({ children }: { children: ReactNode }) {
  const { language, theme, appearance } = await pageRequest();
  const policy = (await headers()).get("content-security-policy") ?? "";
  const nonce = /'nonce-([^']+)'/.exec(policy)?.[1];
  return (
    <html lang={language} data-theme={theme} translate="no">
      <head>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of ours, under the answer's nonce */}
        <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: firstScript }} />
        {/* Before the styles say that it is needed: a page that the font comes late for does without it. */}
        <link rel="preload" href={latinLetters} as="font" type="font/woff2" crossOrigin="anonymous" />
        <style id={themeStyleId} suppressHydrationWarning>
          {themeStyle(appearance?.theme)}
        </style>
        {/* A bar of which only half has arrived would be painted, and move when the rest of it comes. */}
        <link rel="expect" href="#content" blocking="render" />
      </head>
      <body>{children}</body>
    </html>
  );
}
