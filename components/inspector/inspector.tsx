'use client'
import { Download } from 'lucide-react'
import { useState } from 'react'
import type { Failure, Result } from '@/lib/shared/errors'
import type { InspectedTurn } from '@/lib/shared/turn/inspector'
import { Button } from '../ui/button'
import { ErrorNote } from '../ui/error-note'
import { saveFile } from '../ui/save-file'
import { server } from './actions'
import { Region } from './inspector-frame'
import { type OpenedStep, PromptRegion } from './prompt/prompt-region'
import { LedgerTable } from './tables/ledger-table'
import { RecallsTable } from './tables/recalls-table'
import { SectionsTable } from './tables/sections-table'
import { TraceRegion } from './trace/trace-region'
import { TurnChanges } from './turn-changes'
import { TurnHead, TurnLessons } from './turn-head'

export function Inspector({ turn }: { turn: InspectedTurn }) {
  const [opened, setOpened] = useState<OpenedStep | null>(null)
  const open = (id: string) => setOpened({ id, times: (opened?.times ?? 0) + 1 })
  return (
    <div className="@container flex min-w-0 flex-col gap-10">
      <TurnHead turn={turn} />
      <TurnChanges turnId={turn.id} />
      {turn.learning && <TurnLessons learning={turn.learning} />}
      <TraceRegion turn={turn} onOpenStep={open} />
      <PromptRegion turn={turn} opened={opened} />
      {turn.steps.length > 0 && <SectionsTable turn={turn} />}
      <RecallsTable turn={turn} />
      {turn.steps.length > 0 && <LedgerTable turn={turn} />}
      {turn.steps.length > 0 && (
        <>
          <JsonPart
            title="Trajectory"
            about="The steps of the last attempt, in order: thought, action, arguments, observation, and the prompts."
            file={`turn-${turn.number}-trajectory.json`}
            load={() => server.loadTrajectory({ turnId: turn.id })}
          />
          <JsonPart
            title="Result"
            about="The outcome of the message: its answer, the lessons it used and learned, and the verdict. The command line prints the same with --json."
            file={`turn-${turn.number}-result.json`}
            load={() => server.loadTurnResult({ turnId: turn.id })}
          />
        </>
      )}
    </div>
  )
}

type Props = {
  title: string
  about: string
  file: string
  load(): Promise<Result<object>>
}

/** Something about the turn to download as JSON, with keys redacted. */
function JsonPart({ title, about, file, load }: Props) {
  const [error, setError] = useState<Failure | null>(null)
  const [busy, setBusy] = useState(false)
  const download = async () => {
    setBusy(true)
    const result = await load()
    setBusy(false)
    setError(result.ok ? null : result.error)
    if (result.ok) saveFile(file, result.value)
  }
  return (
    <Region title={title}>
      <p className="max-w-[72ch] text-ink-soft">{about}</p>
      <Button size="sm" className="self-start" disabled={busy} onClick={() => void download()}>
        <Download aria-hidden className="size-3.5" /> Download
      </Button>
      {error && <ErrorNote error={error} />}
    </Region>
  )
}
