/** The product's mark, as the top bar shows it too. */
export function Mark({ className }: { className?: string }) {
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
