import type { Db } from '@/lib/db/engine/client'
import { summaryRows } from '@/lib/db/memory/summaries'
import { importedTurnRow, lineBranchRow } from '@/lib/db/transfer/imports'
import { importedTurnRows } from '@/lib/memory/context/turn-rows'
import { RollUpRows } from '@/lib/memory/summaries/roll-up'
import { pacer } from '@/lib/shared/breath'
import type { Runtime } from '@/lib/shared/runtime'
import { speakersOf } from '@/lib/shared/speakers'
import type { RowWriter } from '@/lib/transfer/bundle/row-writer'
import { apartInTime, type JoinedTurn } from './turns'

export type WriteDeps = {
  db: Db
  ownerId: string
  runtime: Runtime
  countTokens(text: string): number
  /** Turns per roll-up. */
  rollUpEvery: number
  /** When this import began, and the file's name; null = it has none. */
  importedAt: Date
  file: string | null
  /** Set for Mneme's own sample: nothing in it waits for approval, and it does not count as imported. */
  isSample?: boolean
  signal: AbortSignal | undefined
  /** Conversations this import has stored or met, by import key: a file may repeat one many times. */
  met: Map<string, { id: string; title: string }>
  /** The assistant where messages have no names; absent = unknown. */
  answerer?: string | null
  /** Turns written since the last call. */
  onTurns(count: number): void
}

/** The most rows of one turn: itself, context, summary, provenance, and four texts. */
const ROWS_OF_TURN = 8

/** The turn after which the new ones are added. */
type Behind = { branchId: string; number: number; parentId: string | null; at: number }

/** Writes turns with contexts, summaries and, for a new line, roll-ups. @returns the id of the last turn. */
export async function writeTurns(
  { ownerId, runtime, countTokens, rollUpEvery, importedAt, answerer, onTurns }: WriteDeps,
  writer: RowWriter,
  conversationId: string,
  turns: readonly JoinedTurn[],
  behind?: Behind,
): Promise<string | null> {
  const branchId = behind?.branchId ?? runtime.id('branch')
  // After existing turns, the next roll-up job makes what is due.
  const rollUps = behind ? null : new RollUpRows(rollUpEvery, runtime, countTokens)
  let parentId = behind?.parentId ?? null
  if (!behind) writer.add('Branch', lineBranchRow(ownerId, conversationId, branchId))
  let number = behind?.number ?? 0
  const pace = pacer()
  for (const { at, userText, answer, messages, forgotten, key } of apartInTime(turns, behind?.at)) {
    await writer.pause(ROWS_OF_TURN)
    await pace()
    number += 1
    const turn = { id: runtime.id('turn'), conversationId, branchId, number, userText, answer }
    const place = { ...turn, parentId, messages, createdAt: at, importedAt, ...(key ? { key } : {}) }
    parentId = turn.id
    if (forgotten) {
      writer.add('Turn', importedTurnRow(ownerId, place, null))
      continue
    }
    const speakers = { ...(answerer ? { assistant: answerer } : {}), ...speakersOf(messages) }
    const rows = importedTurnRows(ownerId, { ...turn, speakers }, countTokens)
    writer.add('Turn', importedTurnRow(ownerId, place, rows))
    writer.add('Context', rows.context)
    writer.text(...rows.blobs)
    const summary = { row: rows.summary, turnIds: [turn.id] }
    for (const { row, turnIds } of [summary, ...(rollUps?.add(summary) ?? [])]) {
      const stored = summaryRows(ownerId, conversationId, row, turnIds)
      writer.add('Summary', stored.summary)
      for (const provenance of stored.provenance) {
        await writer.pause(1)
        writer.add('Provenance', provenance)
      }
    }
    onTurns(1)
  }
  await writer.flush()
  return parentId
}
