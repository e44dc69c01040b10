import { countStatements } from '@/lib/db/facts/statements'
import { citersOf, turnIdsIn } from '@/lib/db/forget/forget-plan'
import { recordTrashed } from '@/lib/db/forget/forgotten-record'
import {
  importsHere,
  isWriting,
  type Touched,
  touchedBy,
  trashImported,
} from '@/lib/db/transfer/import-removal'
import { runningIn } from '@/lib/db/turns/queue'
import { MnemeError, notFound } from '@/lib/shared/errors'
import { limits } from '@/lib/shared/limits'
import { isImportRunning } from '@/lib/shared/running-imports'
import { formatOfOrigin, type PastImport } from '@/lib/shared/transfer/transfer'
import type { Caller, Owner } from '../caller'
import { undoMs } from '../forget/forget-places'

const isOurs = ({ first, later }: Touched) => first && !later
const isContinued = ({ first, later }: Touched) => first && later
const sum = (rows: Touched[], of: (row: Touched) => number) => rows.reduce((total, row) => total + of(row), 0)

export const pastImports = async ({ db, ownerId }: Owner): Promise<PastImport[]> =>
  (await importsHere(db, ownerId, limits.transfer.pastImports)).flatMap(({ at, origin, ...row }) => {
    const from = formatOfOrigin(origin)
    return from ? [{ ...row, at: at.toISOString(), from }] : []
  })

/** What removing an import would delete. @throws MnemeError not_found when nothing of it is left. */
export async function previewRemoval({ db, ownerId }: Owner, at: string) {
  const touched = await touchedBy(db, ownerId, new Date(at))
  if (touched.length === 0) throw notFound('import')
  const [ours, continued] = [touched.filter(isOurs), touched.filter(isContinued)]
  const factsOf = (rows: Touched[]) =>
    countStatements(db, ownerId, { conversations: rows.map(({ id }) => id) })
  const joined = touched.filter(({ first, brought }) => !first && brought > 0)
  return {
    conversations: ours.length,
    turns: sum(ours, (row) => row.turns),
    facts: await factsOf(ours),
    continued: continued.length,
    continuedTurns: sum(continued, (row) => row.turns),
    continuedFacts: await factsOf(continued),
    joined: sum(joined, (row) => row.brought),
    joinedConversations: joined.length,
  }
}

/** Continued conversations go only with `continued`. @throws MnemeError not_found, conflict while it runs. */
export async function removeImport(caller: Caller, { at, continued }: { at: string; continued: boolean }) {
  const { db, ownerId, runner, runtime } = caller
  const begun = new Date(at)
  if (isImportRunning(ownerId, begun) || (await isWriting(db, ownerId, begun, runtime.now())))
    throw new MnemeError(
      'conflict',
      'This import is still running.',
      'Wait for it to finish, or cancel it, then remove it.',
    )
  const touched = await touchedBy(db, ownerId, begun)
  const conversationIds = touched
    .filter((row) => isOurs(row) || (continued && isContinued(row)))
    .map(({ id }) => id)
  if (conversationIds.length === 0) throw notFound('import')
  const gone = new Set(conversationIds)
  const cited = (await citersOf(db, ownerId, await turnIdsIn(db, ownerId, conversationIds))).filter(
    (turn) => !gone.has(turn.conversationId),
  )
  const trashId = runtime.id('trash')
  await trashImported(db, ownerId, { trashId, conversationIds, cited }, runtime.now(), undoMs())
  await recordTrashed(db, ownerId, [trashId], runtime.now())
  for (const turn of await runningIn(db, ownerId, conversationIds)) await runner.stop(ownerId, turn.id)
  return { trashId, undoMs: undoMs() }
}
