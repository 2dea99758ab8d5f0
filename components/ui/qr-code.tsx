"use client";
import { useEffect, useState } from "react";

/** QR code: dark on light in every theme, as cameras expect. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const [modules, setModules] = useState<readonly (readonly boolean[])[]>();
  useEffect(() => {
    let isShown = true;
    void import("uqr").then(({ encode }) => {
      if (isShown) setModules(encode(text, { border: 2 }).data);
    });
    return () => {
      isShown = false;
    };
  }, [text]);
  const size = modules?.length ?? 1;
  const path = modules?.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])),
  );
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="mx-auto size-48 rounded bg-white text-black"
    >
      <path fill="currentColor" d={path?.join("")} />
    </svg>
  );
}
