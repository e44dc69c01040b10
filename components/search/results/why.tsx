import { reasons } from '@/components/search/words'
import { cn } from '@/components/ui/cn'
import type { SearchHit } from '@/lib/shared/memory/search'

const shown = (share: number) => `${share < 0 ? '−' : ''}${Math.abs(share).toFixed(2)}`

/** The score's parts in plain words. */
export function Why({ hit, words }: { hit: SearchHit; words: readonly string[] }) {
  const all = reasons(hit, words)
  const sum = all.reduce((sum, { share }) => sum + share, 0)
  const most = Math.max(...all.map(({ share }) => Math.abs(share)), 0.01)
  return (
    <dl className="relative z-10 mt-1.5 grid w-fit max-w-full animate-appear grid-cols-[auto_3rem_auto] items-center gap-x-3 gap-y-1 rounded-md border border-line bg-raised px-3 py-2 text-xs">
      {all.map(({ label, share }) => (
        <div key={label} className="contents">
          <dt className="min-w-0 break-words text-ink-soft">{label}</dt>
          <dd aria-hidden className="h-1.5 rounded-full bg-sunken">
            <span
              className={cn('block h-full rounded-full', share < 0 ? 'bg-line-strong' : 'bg-accent')}
              style={{ width: `${(Math.abs(share) / most) * 100}%` }}
            />
          </dd>
          <dd className="text-right tabular">{shown(share)}</dd>
        </div>
      ))}
      <div className="contents">
        <dt className="border-line border-t pt-1 font-medium">
          {sum > 1.005 ? 'Together, cut to 1' : 'Together, of at most 1'}
        </dt>
        <dd aria-hidden className="self-stretch border-line border-t" />
        <dd className="border-line border-t pt-1 text-right font-medium tabular">{hit.score.toFixed(2)}</dd>
      </div>
    </dl>
  )
}
