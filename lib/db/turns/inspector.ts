import type { Db } from '@/lib/db/engine/client'
import { blankCall, blankExchanges, blankManifest } from '@/lib/db/forget/forgotten'
import { shown, shownTexts } from '@/lib/db/forget/held'
import { recallsOfTurns, type StoredRecall } from '@/lib/db/memory/recalls'
import { activePath } from './active-path'
import { getConversation } from './conversations'
import { onPath } from './path'
import { type Manifest, manifestSchema, NO_PROMPT, type StepRow, stepsOf } from './steps'
import { keptTurn, type Turn } from './turns'

export type InspectedRows = {
  turn: Turn
  conversationTitle: string
  steps: (Omit<StepRow, 'manifest'> & { manifest: Manifest })[]
  recalls: StoredRecall[]
  /** By hash: every text of the prompts and of the tool results; forgotten ones are absent. */
  texts: Map<string, string>
  previousId: string | null
  nextId: string | null
}

/**
 * All rows of a turn: every attempt, background calls, and the texts their prompts were made of. @throws
 * MnemeError not_found.
 */
export async function inspectedRows(db: Db, ownerId: string, turnId: string): Promise<InspectedRows> {
  const turn = await keptTurn(db, ownerId, turnId)
  const [conversation, rows, recalls, nextId] = await Promise.all([
    getConversation(db, ownerId, turn.conversationId),
    stepsOf(db, ownerId, [turnId]),
    recallsOfTurns(db, ownerId, [turnId]),
    nextOf(db, ownerId, turn),
  ])
  const { isGone } = await shown(db, ownerId)
  const manifests = rows.map((row) => manifestSchema.parse(row.manifest))
  const steps = rows.map((row, i) => ({
    ...row,
    manifest: blankManifest(manifests[i] ?? NO_PROMPT, isGone),
    tools: row.tools.map((tool) => blankCall(tool, isGone)),
  }))
  const hashes = steps.flatMap(({ manifest }) => [
    ...manifest.system.map((piece) => piece.hash),
    ...manifest.user.map((piece) => piece.hash),
    ...[manifest.exchanges, manifest.tools].filter((value) => value !== null),
  ])
  const texts = await shownTexts(db, ownerId, [
    ...hashes,
    ...steps.flatMap((step) => step.tools.map((tool) => tool.resultHash)),
  ])
  for (const { exchanges, results } of manifests) {
    const json = exchanges && texts.get(exchanges)
    if (json) texts.set(exchanges, blankExchanges(json, { results }, isGone))
  }
  return {
    turn,
    conversationTitle: conversation.title,
    steps,
    recalls: recalls.get(turnId) ?? [],
    texts,
    previousId: turn.parentId,
    nextId,
  }
}

/** The turn after this one: on the active path if it goes on there, else the newest. */
async function nextOf(db: Db, ownerId: string, turn: Turn): Promise<string | null> {
  const active = await activePath(db, ownerId, turn.conversationId)
  const where = { ownerId, trashId: null, parentId: turn.id }
  const shown =
    active &&
    (await db.turn.findFirst({
      where: { AND: [where, onPath(active.path, turn.number + 1, turn.number + 1)] },
      select: { id: true },
    }))
  const next =
    shown ?? (await db.turn.findFirst({ where, orderBy: { createdAt: 'desc' }, select: { id: true } }))
  return next?.id ?? null
}
