import { appendRows, firstBranch, type ImportedBefore, lineOfTurns } from '@/lib/db/imports'
import { limits } from '@/lib/shared/limits'
import { RowWriter } from './row-writer'
import type { JoinedTurn } from './turns'
import { ROWS_OF_TURN, type WriteDeps, writeTurns } from './write-turns'

type Grown = { before: ImportedBefore[]; importKey: string; turns: readonly JoinedTurn[] }

/** Of the versions of a conversation that are here, the one that begins with all of these turns: what comes is an earlier state of it. A forgotten turn counts as the one that comes: it must not come back so. */
export async function laterHere({ db, ownerId }: WriteDeps, before: ImportedBefore[], turns: readonly JoinedTurn[]): Promise<{ id: string; title: string } | null> {
  for (const { id, title } of before) {
    const there = await firstBranch(db, ownerId, id)
    if (there.length >= turns.length && turns.every((turn, i) => isState(there[i], turn, i === turns.length - 1))) return { id, title }
  }
  return null
}
/** The last one may have been answered since. */
function isState(there: Awaited<ReturnType<typeof firstBranch>>[number] | undefined, { userText, answer }: JoinedTurn, last: boolean): boolean {
  if (!there) return false
  if (there.status === 'forgotten') return true
  return there.userText === userText && (there.answer === answer || (last && there.answer.startsWith(answer)))
}

/**
 * A conversation that was imported before and has grown: when it stands here as it came, and the new version begins with all of it, the new turns are added behind its end, in one transaction.
 * Null when it is not so, or when more turns are new than one short transaction holds. @returns the conversation and how many turns were added.
 */
export async function appendTalk(deps: WriteDeps, { before, importKey, turns }: Grown): Promise<{ id: string; title: string; turns: number } | null> {
  const { db, ownerId, runtime, signal } = deps
  for (const { id, title, activeLeafId } of before) {
    const there = await lineOfTurns(db, ownerId, id, activeLeafId)
    const last = there?.at(-1)
    if (!there || !last || there.length >= turns.length || (turns.length - there.length) * ROWS_OF_TURN > limits.runner.transactionRows) continue
    if (!there.every((turn, i) => turn.userText === turns[i]?.userText && turn.answer === turns[i]?.answer)) continue
    const added = turns.slice(there.length)
    const updatedAt = new Date(added.reduce((latest, turn) => Math.max(latest, turn.at.getTime()), last.createdAt.getTime()))
    let done = false
    const writer = new RowWriter(
      async (rows, blobs, now) => {
        const newLeafId = String(rows.Turn?.at(-1)?.id)
        done = await appendRows(db, ownerId, { id, leafId: last.id, importKey, newLeafId, updatedAt }, rows, blobs, now)
      },
      runtime,
      signal,
      true,
    )
    await writeTurns(deps, writer, id, added, { branchId: last.branchId, number: last.number, parentId: last.id, at: last.createdAt.getTime() })
    if (done) return { id, title, turns: added.length }
  }
  return null
}
