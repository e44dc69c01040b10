import { z } from 'zod'
import type { Db } from '@/lib/db/engine/client'
import { shown } from '@/lib/db/forget/held'
import { recallsOfTurns, type StoredRecall } from '@/lib/db/memory/recalls'
import { activePath } from './active-path'
import { getConversation } from './conversations'
import { onPath } from './path'
import { type Manifest, type StepRow, stepsOf } from './steps'
import { keptTurn, type Turn } from './turns'

const pieces = z.array(z.object({ section: z.string(), hash: z.string() })).default([])
const hash = z.string().nullable().default(null)
const storedManifest = z.object({
  system: pieces,
  user: pieces,
  exchanges: hash,
  tools: hash,
  dropped: z.record(z.string(), z.int()).default({}),
})

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

/** All rows of a turn: every attempt, background calls, and the texts their prompts were made of. @throws MnemeError not_found. */
export async function inspectedRows(db: Db, ownerId: string, turnId: string): Promise<InspectedRows> {
  const turn = await keptTurn(db, ownerId, turnId)
  const [conversation, rows, recalls, nextId] = await Promise.all([
    getConversation(db, ownerId, turn.conversationId),
    stepsOf(db, ownerId, [turnId]),
    recallsOfTurns(db, ownerId, [turnId]),
    nextOf(db, ownerId, turn),
  ])
  const steps = rows.map((row) => ({ ...row, manifest: storedManifest.parse(row.manifest) }))
  const hashes = steps.flatMap(({ manifest }) => [
    ...manifest.system.map((piece) => piece.hash),
    ...manifest.user.map((piece) => piece.hash),
    ...[manifest.exchanges, manifest.tools].filter((value) => value !== null),
  ])
  const now = await shown(db, ownerId, turn.conversationId)
  const calls = steps.flatMap((step) => step.tools)
  const [prompts, results] = await Promise.all([
    now.texts(hashes),
    now.results(calls.map((tool) => tool.resultHash)),
  ])
  for (const tool of calls) tool.args = now.args(tool.args)
  const texts = new Map([...prompts, ...results])
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
