'use client'
import Link from 'next/link'
import { useState } from 'react'
import { type ImportedConversation, type ImportReport, SOURCES } from '@/lib/shared/transfer/transfer'
import { UNTITLED } from '@/lib/shared/untitled'
import { Button } from '../ui/button'
import { cn } from '../ui/cn'
import { ErrorNote } from '../ui/error-note'
import { useFormat } from '../ui/words/use-format'
import { reportParts, reportWords } from './import-words'
import { RemoveImportDialog } from './remove-import-dialog'

type Props = { report: ImportReport; name: string; onRetry(): void }

/** The result of an import, conversation by conversation. */
export function ImportReportView({ report, name, onRetry }: Props) {
  const format = useFormat()
  const [removing, setRemoving] = useState(false)
  const [removed, setRemoved] = useState(false)
  const first =
    report.conversations.find(({ status, id }) => status === 'added' && id) ??
    report.conversations.find(({ id }) => id)
  const parts = reportParts(report)
  return (
    <div className="flex flex-col gap-3">
      {report.error && <ErrorNote error={report.error} onRetry={onRetry} />}
      {(parts.length > 0 || !report.error) && (
        <p className="text-base">
          {reportWords(report, format)}{' '}
          {report.format && <span className="text-ink-faint text-sm">From {SOURCES[report.format]}.</span>}
        </p>
      )}
      {first && (
        <p>
          <Link href={`/c/${first.id}`} className="font-medium text-accent hover:underline">
            Open “{first.title || UNTITLED}”
          </Link>
        </p>
      )}
      {parts.map((part) => (
        <Part key={part.of} {...part} />
      ))}
      {report.at && report.added > 0 && !removed && (
        <div>
          <Button size="sm" onClick={() => setRemoving(true)}>
            Remove what this import added…
          </Button>
        </div>
      )}
      {report.at && removing && (
        <RemoveImportDialog
          at={report.at}
          name={name}
          onClose={() => setRemoving(false)}
          onChanged={setRemoved}
        />
      )}
    </div>
  )
}

/** The most conversations that are listed for a result. The heading counts all of them. */
const MOST = 200
function Part({ title, of, list }: ReturnType<typeof reportParts>[number]) {
  const format = useFormat()
  return (
    <div className="border-line border-t pt-3">
      <h3 className="mb-1 text-ink-faint text-xs">
        {title} <span className="tabular">{format.number(list.length)}</span>
      </h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the list scrolls by keyboard */}
      <ul className="flex max-h-72 flex-col overflow-y-auto" tabIndex={0}>
        {list.slice(0, MOST).map((one, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a file may hold the same conversation twice, and the list never changes
          <Line key={i} one={one} refused={of === 'refused'} />
        ))}
      </ul>
    </div>
  )
}

function Line({ one, refused }: { one: ImportedConversation; refused: boolean }) {
  const format = useFormat()
  const title = one.title || UNTITLED
  return (
    <li className="flex flex-wrap gap-x-4 py-1">
      <span className="min-w-0 flex-1 truncate">
        {one.id ? (
          <Link href={`/c/${one.id}`} prefetch={false} className="hover:underline">
            {title}
          </Link>
        ) : (
          title
        )}
      </span>
      {!refused && (
        <span className="shrink-0 text-ink-faint tabular">{format.plural(one.turns, 'message')}</span>
      )}
      {one.reason && (
        <span className={cn('basis-full', refused ? 'text-error' : 'text-ink-faint text-xs')}>
          {one.reason}
        </span>
      )}
    </li>
  )
}
