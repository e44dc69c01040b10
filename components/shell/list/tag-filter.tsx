import { cn } from '@/components/ui/cn'
import type { TagDto } from '@/lib/shared/tags'

type Props = {
  tags: TagDto[]
  chosen: string | null
  onChoose(tag: string | null): void
  className?: string
}

export function TagFilter({ tags, chosen, onChoose, className }: Props) {
  const shown = tags.filter(({ name, listed }) => listed > 0 || name === chosen)
  if (shown.length === 0) return null
  return (
    <fieldset
      aria-label="Filter by tag"
      className={cn('flex max-h-20 shrink-0 flex-wrap gap-1 overflow-y-auto', className)}
    >
      {shown.map(({ name, listed }) => (
        <button
          key={name}
          type="button"
          aria-pressed={name === chosen}
          aria-label={`${name}, ${listed}`}
          title={name}
          onClick={() => onChoose(name === chosen ? null : name)}
          className={cn(
            'h-6 max-w-full truncate rounded-sm border px-1.5 text-xs pointer-coarse:h-8 pointer-coarse:px-2.5',
            name === chosen
              ? 'border-transparent bg-accent-soft font-medium text-accent'
              : 'border-line text-ink-soft hover:bg-sunken hover:text-ink',
          )}
        >
          {name}
        </button>
      ))}
    </fieldset>
  )
}
