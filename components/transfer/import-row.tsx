'use client'
import { CircleCheck, FileJson, X } from 'lucide-react'
import Link from 'next/link'
import { useState } from 'react'
import { type ImportedConversation, type ImportReport, SOURCES } from '@/lib/shared/transfer/transfer'
import { UNTITLED } from '@/lib/shared/untitled'
import { Button } from '../ui/button'
import { cn } from '../ui/cn'
import { ErrorNote } from '../ui/error-note'
import { IconButton } from '../ui/icon-button'
import { useFormat } from '../ui/words/use-format'
import { reportParts, reportWords, shareDone } from './import-words'
import { ProgressBar } from './progress-bar'
import { type ImportItem, type ImportState, imports, isOver } from './queue/import-queue'
import { RemoveImportDialog } from './remove-import-dialog'

/** One file: waiting, running, or its result. */
export function ImportRow({ item }: { item: ImportItem }) {
  const format = useFormat()
  const { state } = item
  return (
    <li
      aria-label={item.name}
      className="flex animate-appear flex-col gap-3 rounded-lg border border-line bg-raised p-4"
    >
      <div className="flex min-h-7 items-center gap-2.5">
        {state.kind === 'done' && hasTaken(state.report) ? (
          <CircleCheck aria-hidden className="size-4 shrink-0 text-accent" />
        ) : (
          <FileJson aria-hidden className="size-4 shrink-0 text-ink-faint" />
        )}
        <p className="min-w-0 flex-1 truncate font-medium" title={item.name}>
          {item.name} <span className="font-normal text-ink-faint tabular">{format.bytes(item.size)}</span>
        </p>
        {isOver(item) ? (
          <IconButton
            icon={<X />}
            label={`Dismiss ${item.name}`}
            small
            onClick={() => imports.dismiss(item.id)}
          />
        ) : (
          <Button size="sm" aria-label={`Cancel ${item.name}`} onClick={() => imports.cancel(item.id)}>
            Cancel
          </Button>
        )}
      </div>
      {state.kind === 'waiting' && <p className="text-ink-soft">Waiting for the previous file.</p>}
      {(state.kind === 'sending' || state.kind === 'reading') && <Progress item={item} />}
      {state.kind === 'failed' && <Failed id={item.id} state={state} />}
      {state.kind === 'done' && (
        <ImportReportView report={state.report} name={item.name} onRetry={() => imports.retry(item.id)} />
      )}
    </li>
  )
}

const hasTaken = ({ added, unchanged, strategies, error }: ImportReport) =>
  !error && added + unchanged + (strategies?.added ?? 0) > 0

function Progress({ item }: { item: ImportItem }) {
  const { plural } = useFormat()
  const { name, state } = item
  const progress = state.kind === 'reading' ? state.progress : null
  return (
    <>
      <ProgressBar label={`${progress ? 'Importing' : 'Uploading'} ${name}`} share={shareDone(item)} />
      <p className="flex gap-4 text-ink-soft">
        <span className="tabular">
          {progress
            ? `${plural(progress.conversations, 'conversation')}, ${plural(progress.turns, 'message')}`
            : 'Uploading the file'}
        </span>
        <span className="min-w-0 flex-1 truncate text-right text-ink-faint empty:hidden">
          {progress?.current}
        </span>
      </p>
    </>
  )
}

function Failed({ id, state }: { id: string; state: Extract<ImportState, { kind: 'failed' }> }) {
  const format = useFormat()
  const kept = state.progress?.conversations ?? 0
  const cancelled = state.error.code === 'interrupted'
  const retry = (
    <Button size="sm" onClick={() => imports.retry(id)}>
      {cancelled ? 'Import again' : 'Try again'}
    </Button>
  )
  if (!cancelled)
    return <ErrorNote error={state.error}>{state.error.code === 'too_large' ? null : retry}</ErrorNote>
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <p className="min-w-0 flex-1 basis-52 text-ink-soft">
        Cancelled.{' '}
        {kept > 0
          ? `At least ${format.plural(kept, 'conversation')} had been imported and will be kept.`
          : 'What had been imported will be kept.'}{' '}
        To add the rest, import the file again.
      </p>
      {retry}
    </div>
  )
}

type Props = { report: ImportReport; name: string; onRetry(): void }

/** What an import did, one line per conversation. */
function ImportReportView({ report, name, onRetry }: Props) {
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
