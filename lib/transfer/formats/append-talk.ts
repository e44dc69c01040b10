import { appendRows } from '@/lib/db/transfer/imports'
import { limits } from '@/lib/shared/limits'
import { RowWriter, type Sink } from '@/lib/transfer/bundle/row-writer'
import type { Grown } from './earlier-versions'
import type { JoinedTurn } from './turns'
import { type WriteDeps, writeTurns } from './write-turns'

type Place = { id: string; last: Pick<Grown['last'], 'id' | 'branchId' | 'number' | 'createdAt'> }
/** Writes turns after the last one of a conversation, in one transaction. False if it changed meanwhile. */
export async function appendTurns(
  deps: WriteDeps,
  { id, last }: Place,
  importKey: string,
  turns: readonly JoinedTurn[],
  updatedAt: Date,
): Promise<boolean> {
  const { db, ownerId, runtime, signal } = deps
  let done = false
  const sink: Sink = async (rows, blobs, now) => {
    const change = { id, leafId: last.id, importKey, newLeafId: String(rows.Turn?.at(-1)?.id), updatedAt }
    done = await appendRows(db, ownerId, change, rows, blobs, now)
  }
  const { branchId, number, id: parentId, createdAt } = last
  const behind = { branchId, number, parentId, at: createdAt.getTime() }
  await writeTurns(deps, new RowWriter(sink, runtime, signal, true), id, turns, behind)
  return done
}

/**
 * Appends the new turns of an imported conversation that has grown, in one transaction. Null if it changed
 * meanwhile, or if the new turns do not fit into one short transaction.
 * @returns the conversation and how many turns were added.
 */
export async function appendTalk(
  deps: WriteDeps,
  grown: readonly Grown[],
  importKey: string,
  turns: readonly JoinedTurn[],
): Promise<{ id: string; title: string; turns: number } | null> {
  for (const { title, from, ...place } of grown) {
    const added = turns.slice(from)
    // A turn's context repeats its text.
    const chars = added.reduce((sum, turn) => sum + 2 * (turn.userText.length + turn.answer.length), 0)
    if (added.length > limits.transfer.joinedTurns || chars > limits.transfer.transactionChars) continue
    const updatedAt = new Date(
      added.reduce((latest, turn) => Math.max(latest, turn.at.getTime()), place.last.createdAt.getTime()),
    )
    if (await appendTurns(deps, place, importKey, added, updatedAt))
      return { id: place.id, title, turns: added.filter((turn) => !turn.forgotten).length }
  }
  return null
}
