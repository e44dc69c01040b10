import { loadBundle } from '@/components/memory/actions'
import { lineOf } from '@/components/memory/canvas/node-names'
import { ErrorNote } from '@/components/ui/error-note'
import { useLoaded } from '@/components/ui/hooks/use-loaded'
import { useFormat } from '@/components/ui/words/use-format'
import type { Bundle, BundledRecall } from '@/lib/shared/memory/map'

type Props = { bundle: Bundle; onOpen(recall: BundledRecall): void; load?: typeof loadBundle }

/** The recalls that one link stands for, each with a way to it. */
export function BundledRecalls({ bundle, onOpen, load = loadBundle }: Props) {
  const { value, error } = useLoaded(JSON.stringify(bundle), () => load(bundle))
  const format = useFormat()
  if (error) return <ErrorNote error={error} />
  if (!value) return null
  const { recalls, all } = value
  const left = all - recalls.length
  return (
    <section aria-label="Its recalls" className="flex flex-col gap-1">
      <h3 className="font-medium text-ink-soft text-xs">
        Recalls <span className="text-ink-faint tabular">{format.number(all)}</span>
      </h3>
      <ul className="flex flex-col">
        {recalls.map((recall) => (
          <li key={`${recall.turnId} ${recall.found}`}>
            <button
              type="button"
              onClick={() => onOpen(recall)}
              className="-mx-1.5 flex w-[calc(100%+0.75rem)] items-start gap-2 rounded-sm px-1.5 py-1 text-left hover:bg-sunken"
            >
              <span className="line-clamp-2 min-w-0 flex-1 break-words">
                Message {recall.number} recalled message {recall.foundNumber}:{' '}
                <span className="text-ink-soft">{lineOf({ kind: 'turn', label: recall.text })}</span>
              </span>
            </button>
          </li>
        ))}
      </ul>
      {left > 0 && <p className="text-ink-soft text-xs">and {format.number(left)} more</p>}
    </section>
  )
}
