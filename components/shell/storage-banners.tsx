'use client'
import { DatabaseBackup, TriangleAlert, X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { RestoredDto } from '@/lib/shared/transfer/restored'
import { cn } from '../ui/cn'
import { IconButton } from '../ui/icon-button'
import { useFormat } from '../ui/words/use-format'
import { useTimeZone } from '../ui/words/use-time-zone'
import { server } from './actions'

type Props = { icon: ReactNode; title: string; warning?: boolean; children: ReactNode; end?: ReactNode }

/** A line above a page. `warning` = in the colours of an error. */
const Banner = ({ icon, title, warning = false, children, end }: Props) => (
  <div
    role="status"
    className={cn(
      'flex items-start gap-2.5 border-b px-4 py-2 [&>svg]:mt-0.5 [&>svg]:size-4 [&>svg]:shrink-0',
      warning ? 'border-error-line bg-error-soft text-error' : 'border-line bg-sunken text-ink',
    )}
  >
    {icon}
    <p className="min-w-0 flex-1 break-words">
      <span className="font-medium">{title}</span> {children}
    </p>
    {end}
  </div>
)

/** `reason` = why the database is in memory; null = it is not. */
export const MemoryOnlyBanner = ({ reason }: { reason: string | null }) =>
  reason === null ? null : (
    <Banner warning icon={<TriangleAlert aria-hidden />} title="Nothing is being saved.">
      Everything here will be lost when Mneme stops. {reason}
    </Banner>
  )

/** After a backup took the place of the database, until the person closes it. */
export function RestoredBanner({ restored }: { restored: RestoredDto | null }) {
  const [closed, setClosed] = useState(false)
  const format = useFormat()
  const zone = useTimeZone()
  if (!restored || closed) return null
  const { id, from, asked, damaged } = restored
  // A copy by hand does not say when it was made.
  const moment = (at: Date) =>
    at.getTime() ? `${format.date(at, zone)} at ${format.time(at, zone)}` : 'an unknown moment'
  const close = () => {
    setClosed(true)
    void server.dismissRestored({ id })
  }
  return (
    <Banner
      icon={<DatabaseBackup aria-hidden />}
      title={asked ? 'A backup was restored.' : 'The database was damaged.'}
      end={<IconButton icon={<X aria-hidden />} small label="Dismiss" onClick={close} className="-my-0.5" />}
    >
      {from
        ? `${asked ? 'It is of' : 'It was restored from the backup of'} ${moment(new Date(from))}. Anything after that is lost.`
        : 'There was no usable backup, so Mneme started with an empty memory.'}
      {damaged && (
        <>
          {' '}
          The damaged file is kept as <code className="break-all font-mono text-xs">{damaged}</code>; delete
          it once you no longer need it.
        </>
      )}
    </Banner>
  )
}
