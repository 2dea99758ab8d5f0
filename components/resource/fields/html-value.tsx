"use client";
import { useEffect, useState } from "react";
import { Skeleton } from "@/components/ui/skeleton";
import { prose } from "./prose";

/** Rich text as it is read. The sanitiser is loaded with the first one; nothing is shown before it has run. */
export function HtmlValue({ html }: { html: string }) {
  const [shown, setShown] = useState<{ html: string; safe: string }>();
  useEffect(() => {
    let current = true;
    import("./sanitise").then(({ sanitise }) => {
      if (current) setShown({ html, safe: sanitise(html) });
    });
    return () => {
      current = false;
    };
  }, [html]);
  if (shown?.html !== html) return <Skeleton className="w-48" />;
  return (
    <div
      className={prose}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: it has just been sanitised
      dangerouslySetInnerHTML={{ __html: shown.safe }}
    />
  );
}
