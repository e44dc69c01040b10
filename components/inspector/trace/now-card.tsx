'use client'
import type { Shown } from './moment'

/** What the step at the playhead had by then. */
export function NowCard({ shown }: { shown: Shown | null }) {
  return (
    <section
      aria-label="At the playhead"
      className="min-h-32 min-w-0 rounded-lg border border-line bg-surface px-3 py-2 text-xs leading-5"
    >
      <p className="font-medium">
        {shown?.name ?? 'Not started'}
        {shown?.waiting && <span className="ml-2 font-normal text-ink-faint">{shown.waiting}</span>}
      </p>
      <dl className="grid grid-cols-[auto_1fr] gap-x-3">
        {shown?.lines.map((line, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines only grow at their end
          <div key={i} className="contents">
            <dt className="text-ink-faint">{line.label}</dt>
            <dd
              className={
                line.label === 'Action'
                  ? 'break-words font-mono'
                  : 'line-clamp-4 min-w-0 whitespace-pre-wrap break-words'
              }
            >
              {line.text.slice(0, 2_000)}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
