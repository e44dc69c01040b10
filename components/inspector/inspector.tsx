'use client'
import type { InspectedTurn } from '@/lib/shared/inspector'
import { PromptRegion } from './prompt/prompt-region'
import { LedgerTable } from './tables/ledger-table'
import { RecallsTable } from './tables/recalls-table'
import { SectionsTable } from './tables/sections-table'
import { TrajectoryPart } from './trajectory-part'
import { TurnHead } from './turn-head'

/** Everything known about a turn, on its page and next to the chat. */
export const Inspector = ({ turn }: { turn: InspectedTurn }) => (
  <div className="@container flex min-w-0 flex-col gap-10">
    <TurnHead turn={turn} />
    <PromptRegion turn={turn} />
    {turn.steps.length > 0 && <SectionsTable turn={turn} />}
    <RecallsTable turn={turn} />
    {turn.steps.length > 0 && <LedgerTable turn={turn} />}
    {turn.steps.length > 0 && <TrajectoryPart turnId={turn.id} number={turn.number} />}
  </div>
)
