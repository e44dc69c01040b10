'use client'
import { useState } from 'react'
import type { InspectedTurn } from '@/lib/shared/turn/inspector'
import { loadTrajectory, loadTurnResult } from './actions'
import { JsonPart } from './json-part'
import { type OpenedStep, PromptRegion } from './prompt/prompt-region'
import { LedgerTable } from './tables/ledger-table'
import { RecallsTable } from './tables/recalls-table'
import { SectionsTable } from './tables/sections-table'
import { TraceRegion } from './trace/trace-region'
import { TurnChanges } from './turn-changes'
import { TurnHead } from './turn-head'
import { TurnLessons } from './turn-lessons'

/** Everything known about a turn, on its page and next to the chat. */
export function Inspector({ turn }: { turn: InspectedTurn }) {
  const [opened, setOpened] = useState<OpenedStep | null>(null)
  const [open] = useState(
    () => (id: string) => setOpened((before) => ({ id, times: (before?.times ?? 0) + 1 })),
  )
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
            id="trajectory"
            title="Trajectory"
            about="The steps of the last attempt, in order: thought, action, arguments, observation, and the prompts."
            file={`turn-${turn.number}-trajectory.json`}
            load={() => loadTrajectory(turn.id)}
          />
          <JsonPart
            id="result"
            title="Result"
            about="The outcome of the message: its answer, the lessons it used and learned, and the verdict. The command line prints the same with --json."
            file={`turn-${turn.number}-result.json`}
            load={() => loadTurnResult(turn.id)}
          />
        </>
      )}
    </div>
  )
}
