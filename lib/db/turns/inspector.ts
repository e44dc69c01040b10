import type { Db } from '@/lib/db/engine/client'
import { attachmentOf } from '@/lib/db/files/workspace'
import { blankCall, blankExchanges, blankStep } from '@/lib/db/forget/forgotten'
import { shownTexts, visibleTo } from '@/lib/db/forget/visible'
import { recallsOfTurns } from '@/lib/db/memory/recalls'
import { activePath } from './active-path'
import { getConversation } from './conversations'
import { onPath } from './path'
import { manifestSchema, NO_PROMPT, stepsOf } from './steps'
import { keptTurn, type Turn } from './turns'

export type InspectedRows = Awaited<ReturnType<typeof inspectedRows>>
/** Every attempt, background call and text by hash, without forgotten ones. @throws MnemeError not_found. */
export async function inspectedRows(db: Db, ownerId: string, turnId: string) {
  const turn = await keptTurn(db, ownerId, turnId)
  const [conversation, rows, recalls, nextId] = await Promise.all([
    getConversation(db, ownerId, turn.conversationId),
    stepsOf(db, ownerId, [turnId]),
    recallsOfTurns(db, ownerId, [turnId]),
    nextOf(db, ownerId, turn),
  ])
  const { isGone } = await visibleTo(db, ownerId)
  const manifests = rows.map((row) => manifestSchema.parse(row.manifest))
  const steps = rows.map((row, i) => ({
    ...blankStep({ ...row, manifest: manifests[i] ?? NO_PROMPT }, isGone),
    tools: row.tools.map((tool) => blankCall(tool, isGone)),
  }))
  const hashes = steps.flatMap(({ manifest: { system, user, exchanges, tools }, tools: calls }) => [
    ...[...system, ...user].map((piece) => piece.hash),
    ...[exchanges, tools].filter((hash) => hash !== null),
    ...calls.map((call) => call.resultHash),
  ])
  const texts = await shownTexts(db, ownerId, hashes)
  const sent = new Set(steps.flatMap(({ manifest }) => manifest.user.flatMap((piece) => piece.image ?? [])))
  const uploads = sent.size ? await db.upload.findMany({ where: { ownerId, id: { in: [...sent] } } }) : []
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
    images: new Map(uploads.map((upload) => [upload.id, attachmentOf(upload)])),
    previousId: turn.parentId,
    nextId,
  }
}

/** The turn after this one: on the active path if it continues there, else the newest. */
async function nextOf(db: Db, ownerId: string, turn: Turn): Promise<string | null> {
  const active = await activePath(db, ownerId, turn.conversationId)
  const where = { ownerId, trashId: null, parentId: turn.id }
  const onward = active && { AND: [where, onPath(active.path, turn.number + 1, turn.number + 1)] }
  const shown = onward && (await db.turn.findFirst({ where: onward, select: { id: true } }))
  const newest = { where, orderBy: { createdAt: 'desc' }, select: { id: true } } as const
  return (shown ?? (await db.turn.findFirst(newest)))?.id ?? null
}
