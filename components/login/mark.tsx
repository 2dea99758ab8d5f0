/** The product's mark: three tabs of one workspace. */
export function Mark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true" className={className}>
      <rect width="32" height="32" rx="8" fill="var(--primary)" />
      <path d="M8 12h5l1.5 2.5H24V22a2 2 0 0 1-2 2H10a2 2 0 0 1-2-2Z" fill="var(--on-primary)" />
      <path
        d="M11.5 8.5h4.2l1.3 2.2h7"
        fill="none"
        stroke="var(--on-primary)"
        strokeOpacity="0.6"
        strokeWidth="1.8"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
