export const Keys = ({ keys }: { keys: readonly string[] }) => (
  <span className="flex shrink-0 gap-1">
    {keys.map((key) => (
      <kbd
        key={key}
        className="min-w-6 rounded-sm border border-line bg-surface px-1.5 py-0.5 text-center font-mono text-xs"
      >
        {key}
      </kbd>
    ))}
  </span>
)
