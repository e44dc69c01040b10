/** `share` from 0 to 1; null = unknown. */
export const ProgressBar = ({ label, share }: { label: string; share: number | null }) => (
  <div
    role="progressbar"
    aria-label={label}
    aria-valuemin={0}
    aria-valuemax={100}
    {...(share === null ? {} : { 'aria-valuenow': Math.round(share * 100) })}
    className="h-1.5 overflow-hidden rounded-full bg-sunken"
  >
    <div
      className="h-full rounded-full bg-accent transition-[width] duration-150"
      style={{ width: `${(share ?? 0) * 100}%` }}
    />
  </div>
)
