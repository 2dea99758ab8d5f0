import type { Metadata, Viewport } from "next";
import { headers } from "next/headers";
import type { ReactNode } from "react";
import { holdEarlyInput } from "@/lib/client/early-input";
import { tolerateForeignChanges } from "@/lib/client/foreign-changes";
import type { Appearance } from "@/lib/contract/themes";
import { BoundedMap } from "@/lib/server/core/bounded-map";
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
 * React delays a streamed view by up to 300 ms after the shell's paint, to batch further content, although both arrive in
 * one response. It keeps the time of that paint in `$RT`; without it, views appear at once.
 */
const showAtOnce = 'Object.defineProperty(window,"$RT",{get(){},set(){}})';

/**
 * Zod tests whether it may create functions from text, which the policy forbids and Firefox logs as an error. It reads this
 * flag when the first schema is created, in any script.
 */
const withoutEval = "globalThis.__zod_globalConfig={jitless:true}";

const firstScript = `${showAtOnce};${withoutEval};(${tolerateForeignChanges})();(${holdEarlyInput})()`;

const styles = new BoundedMap<string, string>(200);

/** The style element's content for an organisation's colours; cached per pair of colours. */
function themeStyle(theme: Appearance["theme"] | undefined): string {
  if (!theme) return "";
  const key = `${theme.primary} ${theme.accent}`;
  const css = styles.get(key) ?? themeCss(theme);
  styles.set(key, css);
  return css;
}

/**
 * Language and theme are in the first byte of the page, so nothing flashes (PR-03). Pages opt out of machine translation,
 * which would hide later changes (docs/decisions/0111-pages-are-not-translated.md).
 */
export default async function RootLayout({ children }: { children: ReactNode }) {
  const { language, theme, appearance } = await pageRequest();
  const policy = (await headers()).get("content-security-policy") ?? "";
  const nonce = /'nonce-([^']+)'/.exec(policy)?.[1];
  return (
    <html lang={language} data-theme={theme} translate="no">
      <head>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of ours, with the response's nonce */}
        <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: firstScript }} />
        {/* Before the styles that use it: a page skips a font that arrives late. */}
        <link rel="preload" href={latinLetters} as="font" type="font/woff2" crossOrigin="anonymous" />
        <style id={themeStyleId} suppressHydrationWarning>
          {themeStyle(appearance?.theme)}
        </style>
        {/* A partially received bar would be painted, and move when the rest arrives. */}
        <link rel="expect" href="#content" blocking="render" />
      </head>
      <body>{children}</body>
    </html>
  );
}
