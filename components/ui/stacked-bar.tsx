type Part = { name: string; colour: string; value: number }

/** Parts side by side in their proportions; together they fill `share` of the width. */
export function StackedBar({ parts, share }: { parts: readonly Part[]; share: number }) {
  const total = parts.reduce((sum, { value }) => sum + Math.max(0, value), 0)
  return (
    <span aria-hidden className="block h-2 overflow-hidden rounded-full bg-sunken">
      <span className="flex h-full gap-px" style={{ width: `${Math.min(1, share) * 100}%` }}>
        {parts.map(
          ({ name, colour, value }) =>
            value > 0 && (
              <span key={name} style={{ flexGrow: value / total, flexBasis: 0, background: colour }} />
            ),
        )}
      </span>
    </span>
  )
}
