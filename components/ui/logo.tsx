import { cn } from "./cn";

/** The product's logo, or the one at `src`. */
export function Logo({ src, className }: { src?: string; className?: string }) {
  if (src)
    // biome-ignore lint/performance/noImgElement: the API has resized logos
    return <img src={src} alt="" className={cn("object-contain", className)} />;
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" className={className}>
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
