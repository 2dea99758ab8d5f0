import { cn } from "./cn";

interface LogoProps {
  src?: string;
  /** In dark mode; `src` if omitted. */
  darkSrc?: string;
  className?: string;
}

/** The organisation's logo, or the product's without one. */
export function Logo({ src, darkSrc, className }: LogoProps) {
  if (!darkSrc) return <Mark src={src} className={className} />;
  // The mode is known to the style sheet alone, which hides one of the two.
  return (
    <>
      <Mark src={src} className={cn("only-light", className)} />
      <Mark src={darkSrc} className={cn("only-dark", className)} />
    </>
  );
}

function Mark({ src, className }: Pick<LogoProps, "src" | "className">) {
  if (src)
    // biome-ignore lint/performance/noImgElement: the API has resized logos
    return <img src={src} alt="" className={cn("object-contain", className)} />;
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" className={cn("aspect-square", className)}>
      <rect width="24" height="24" rx="6" className="fill-primary" />
      <path
        d="M8 6.5v11M16 6.5v11M8 12h8"
        className="fill-none stroke-primary-on"
        strokeWidth="2.4"
        strokeLinecap="round"
      />
    </svg>
  );
}
