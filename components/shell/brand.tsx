/** A turn, what it remembers, and a thread between them. */
export const Brand = ({ className }: { className?: string }) => (
  <svg viewBox="0 0 24 24" fill="none" aria-hidden className={className}>
    <path d="M4 17C4 8.5 12 5 19 7" stroke="var(--recall-fill)" strokeWidth="1.6" strokeLinecap="round" />
    <path
      d="M11 17c0-4.5 3.5-7.5 8-10"
      stroke="var(--recall-fill)"
      strokeWidth="1.6"
      strokeLinecap="round"
      opacity=".55"
    />
    <circle cx="4" cy="18" r="2.2" fill="var(--recall-fill)" />
    <circle cx="11" cy="18" r="2.2" fill="var(--recall-fill)" opacity=".7" />
    <circle cx="19" cy="7" r="3.2" fill="var(--accent)" />
  </svg>
)
