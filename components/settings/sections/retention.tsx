import { useState } from 'react'
import { ConfirmDialog } from '@/components/forget/confirm-dialog'
import { useAnnounce } from '@/components/shell/announcer'
import { Button } from '@/components/ui/button'
import { ErrorNote } from '@/components/ui/error-note'
import { useLoaded } from '@/components/ui/hooks/use-loaded'
import { SkeletonText } from '@/components/ui/skeleton'
import { toastFailure } from '@/components/ui/toast-failure'
import { type Format, useFormat } from '@/components/ui/words/use-format'
import { DAY_MS } from '@/lib/shared/day'
import type { OldTexts, RetentionDto } from '@/lib/shared/memory/retention'
import { server } from '../actions'
import { NumberSetting } from '../fields/setting-row'
import { usePageSettings } from '../use-settings'

/** "12 full texts, up to 340 kB, from 3 Jan to 9 Mar 2026. …" */
function oldTextsWords({ turns, bytes, oldest, newest }: OldTexts, format: Format): string {
  if (!oldest || !newest) return 'Nothing to drop: every full text is newer or was recalled recently.'
  const [from, to] = [format.day(new Date(oldest)), format.day(new Date(newest))]
  const when = from === to ? `from ${from}` : `from ${from} to ${to}`
  return `${format.plural(turns, 'full text')}, up to ${format.bytes(bytes)}, ${when}. Texts that a file or a prompt also uses are kept.`
}

export function Retention() {
  const days = usePageSettings().get('memory.retentionDays')?.value
  return (
    <>
      <NumberSetting
        id="memory.retentionDays"
        name="Keep full texts for"
        help="What tools returned is dropped if it was not recalled for so long; messages and answers are kept."
        unit="days"
        empty="Forever"
      />
      <OldTextsRow days={typeof days === 'number' ? days : null} />
    </>
  )
}

function OldTextsRow({ days }: { days: number | null }) {
  const { value, error, reload } = useLoaded(String(days), server.loadRetention)
  const [asking, setAsking] = useState(false)
  const format = useFormat()
  const announce = useAnnounce()
  if (error)
    return (
      <div className="py-4">
        <ErrorNote error={error} onRetry={reload} />
      </div>
    )
  if (!value) return <SkeletonText lines={1} />
  if (days === null && value.dropped.length === 0) return null
  const drop = async () => {
    const result = await server.dropOldTexts()
    if (!result.ok) return result.error
    announce('Full texts dropped.')
    reload()
    return null
  }
  const bringBack = async (at: string) => {
    const result = await server.bringBackTexts({ at })
    if (result.ok) announce('Full texts restored.')
    else toastFailure(result.error)
    reload()
  }
  return (
    <section aria-label="Old full texts" className="flex flex-col gap-3 border-line border-t py-4">
      {days !== null && (
        <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
          <p className="min-w-0 flex-1 basis-64 text-ink-soft">{oldTextsWords(value.old, format)}</p>
          <Button disabled={value.old.turns === 0} onClick={() => setAsking(true)}>
            Drop now…
          </Button>
        </div>
      )}
      <Dropped of={value} onUndo={bringBack} />
      {asking && (
        <ConfirmDialog
          title="Drop old full texts?"
          description={`You can restore them for ${value.undoDays} days.`}
          act={['Drop', 'Dropping…']}
          onConfirm={drop}
          onClose={() => setAsking(false)}
        >
          <p>{oldTextsWords(value.old, format)}</p>
        </ConfirmDialog>
      )}
    </section>
  )
}

type DroppedProps = { of: Pick<RetentionDto, 'dropped' | 'undoDays'>; onUndo(at: string): Promise<void> }
function Dropped({ of: { dropped, undoDays }, onUndo }: DroppedProps) {
  const format = useFormat()
  if (dropped.length === 0) return null
  const until = (at: string) => new Date(Date.parse(at) + undoDays * DAY_MS)
  return (
    <ul className="divide-y divide-line">
      {dropped.map(({ at, turns }) => (
        <li key={at} className="flex flex-wrap items-center gap-x-6 gap-y-2 py-2">
          <span className="min-w-0 flex-1 basis-64">
            {format.plural(turns, 'full text')} dropped on {format.day(new Date(at))}, deleted permanently on{' '}
            {format.day(until(at))}
          </span>
          <Button size="sm" onClick={() => void onUndo(at)}>
            Restore
          </Button>
        </li>
      ))}
    </ul>
  )
}
