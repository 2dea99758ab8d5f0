"use client";

import "./globals.css";

/** If even the layout fails, the language is unknown: shows short English, and a retry button. */
export default function GlobalError({ reset }: { reset: () => void }) {
  return (
    <html lang="en" translate="no">
      <body>
        <main className="mx-auto flex min-h-dvh max-w-md flex-col items-start justify-center gap-3 px-4">
          <title>Hub</title>
          <h1 className="font-semibold text-lg">Something went wrong</h1>
          <p className="text-muted">
            The page could not be shown. If it keeps happening, tell your administrator.
          </p>
          <button type="button" className="rounded border px-3 py-1.5 font-medium" onClick={reset}>
            Try again
          </button>
        </main>
      </body>
    </html>
  );
}
