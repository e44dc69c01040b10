import { cn } from '@/components/ui/cn'

/** The number of a source inside a link or button of class `group/pill`. */
export function SourceNumber({ source, recalled }: { source: number; recalled: boolean }) {
  return (
    <span
      className={cn(
        // Above the click areas of the pills next to it.
        'relative z-1 rounded-full px-1.5 py-0.5 align-[0.1em] font-medium text-xs tabular transition-colors duration-150',
        recalled
          ? 'bg-recall-soft text-recall group-hover/pill:bg-recall-line/50'
          : 'bg-sunken text-ink-soft ring-1 ring-line ring-inset group-hover/pill:text-ink',
      )}
    >
      {source}
    </span>
  )
}
