'use client'
import { CircleCheck, FileJson, X } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ImportReport } from '@/lib/shared/transfer/transfer'
import { Button } from '../ui/button'
import { ErrorNote } from '../ui/error-note'
import { IconButton } from '../ui/icon-button'
import { useFormat } from '../ui/words/use-format'
import { ImportReportView } from './import-report'
import { shareDone } from './import-words'
import { ProgressBar } from './progress-bar'
import { type ImportItem, type ImportState, imports, isOver } from './queue/import-queue'

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
  const format = useFormat()
  const share = shareDone(item)
  const { state } = item
  const words: ReactNode =
    state.kind === 'reading' ? (
      <>
        <span className="tabular">
          {format.plural(state.progress.conversations, 'conversation')},{' '}
          {format.plural(state.progress.turns, 'message')}
        </span>
        {state.progress.current && (
          <span className="min-w-0 flex-1 truncate text-right text-ink-faint">{state.progress.current}</span>
        )}
      </>
    ) : (
      'Uploading the file'
    )
  return (
    <>
      <ProgressBar
        label={`${state.kind === 'sending' ? 'Uploading' : 'Importing'} ${item.name}`}
        share={share}
      />
      <p className="flex gap-4 text-ink-soft">{words}</p>
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
