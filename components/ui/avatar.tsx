"use client";
import { useState } from "react";
import { cn } from "./cn";

interface AvatarProps {
  firstName?: string;
  lastName?: string;
  /** Fallback if there is no name. */
  userName?: string;
  /** Size in pixels; 72 by default. */
  size?: 20 | 24 | 32 | 40 | 72;
  /** Address of a picture; initials are shown until it is loaded. */
  src?: string;
  className?: string;
}

const sizes = {
  20: "size-5 text-[9px]",
  24: "size-6 text-[10px]",
  32: "size-8 text-xs",
  40: "size-10 text-sm",
  72: "size-18 text-xl",
};

const hues = [
  "bg-primary-subtle text-primary",
  "bg-accent-subtle text-accent",
  "bg-success-subtle text-success",
  "bg-warning-subtle text-warning",
];

/** Picture, or initials on a colour derived from the person; decorative next to the name. */
export function Avatar({
  firstName = "",
  lastName = "",
  userName = "",
  size = 72,
  src,
  className,
}: AvatarProps) {
  const [missing, setMissing] = useState<string>();
  const initials = (first(firstName) + first(lastName) || first(userName)).toUpperCase();
  // From the initials, as the history has no user names.
  const seed = [...initials].reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0);
  return (
    <span
      aria-hidden="true"
      // Not as text, so that copied names do not contain the initials.
      data-initials={initials}
      className={cn(
        "relative inline-flex forced-colors:border before:content-[attr(data-initials)] shrink-0 select-none overflow-hidden items-center justify-center rounded-full font-semibold",
        sizes[size],
        hues[seed % hues.length],
        className,
      )}
    >
      {src && src !== missing && (
        // biome-ignore lint/performance/noImgElement: the API has resized it
        <img
          src={src}
          alt=""
          loading="lazy"
          className="absolute inset-0 size-full object-cover"
          onError={() => setMissing(src)}
        />
      )}
    </span>
  );
}

/** Returns the first grapheme, so that emoji are not split. */
function first(name: string): string {
  return [...name.trim()][0] ?? "";
}
