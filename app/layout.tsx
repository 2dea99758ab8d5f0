import type { Metadata, Viewport } from "next";
import type { ReactNode } from "react";
import { visit } from "./visit";
import "./globals.css";

export async function generateMetadata(): Promise<Metadata> {
  const { place } = await visit();
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

/** Language and theme are in the first byte of the page, so nothing flashes (PR-03). */
export default async function RootLayout({ children }: { children: ReactNode }) {
  const { language, theme } = await visit();
  return (
    <html lang={language} data-theme={theme}>
      <body>{children}</body>
    </html>
  );
}
