/** Thin line at the top edge of its positioned parent while an operation runs. */
export function ProgressLine({ active, label }: { active: boolean; label: string }) {
  if (!active) return null;
  return (
    <div
      role="progressbar"
      aria-label={label}
      className="absolute inset-x-0 top-0 z-10 h-0.5 overflow-hidden bg-primary/15"
    >
      <div className="drawn h-full w-1/4 animate-progress bg-primary" />
    </div>
  );
}
