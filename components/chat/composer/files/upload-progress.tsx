/** The progress of one upload, 0 to 1, along the bottom of its item. */
export function UploadProgress({ name, share }: { name: string; share: number }) {
  return (
    <span
      role="progressbar"
      aria-label={`Uploading ${name}`}
      aria-valuenow={Math.round(share * 100)}
      className="absolute inset-x-0 bottom-0 h-0.5 bg-sunken"
    >
      <span
        className="block h-full bg-accent transition-[width] duration-150"
        style={{ width: `${share * 100}%` }}
      />
    </span>
  )
}
