import { type BlobText, blobOf, getBlobs, putBlobs } from '@/lib/db/engine/blobs'
import { type Batch, type Prisma, sqlNull } from '@/lib/db/engine/client'
import { chunks, columns, PAGE, pages } from '@/lib/db/engine/rows'
import { storedContext } from '@/lib/db/memory/context-parts'
import { type Manifest, manifestSchema } from '@/lib/db/turns/steps'
import { givesTitle } from '@/lib/heuristics/titles/model-title'
import { thinkingPlanSchema } from '@/lib/shared/turn/events'
import {
  blankCall,
  blankExchanges,
  blankParts,
  blankPlan,
  blankStep,
  FORGOTTEN_BLOB,
  type IsForgotten,
  isOfWorkspace,
} from '../forgotten'
import type { Purging } from './purge-due'

const byId = (row: { id: string }) => row.id

/**
 * Blanks quotations of something forgotten in an owner's prompts, tool results and contexts, except in the
 * turns of `except`; files and state of the turns `since` are new ones. Logs that may quote it go whole: an
 * ended turn is shown from its rows. Idempotent.
 */
export async function scrub(
  purging: Purging,
  isGone: IsForgotten,
  except: ReadonlySet<string>,
  since: ReadonlySet<string>,
) {
  const { db, ownerId, now } = purging
  const isGoneElsewhere: IsForgotten = (source) => !isOfWorkspace(source) && isGone(source)
  const forgottenFor = (turnId: string) => (since.has(turnId) ? isGoneElsewhere : isGone)
  // Dated before the purge, so that its sweep also removes new texts that nothing references.
  const before = new Date(now.getTime() - 1)
  const save = async (writes: Batch, blobs: BlobText[] = []) => {
    if (writes.length === 0) return
    const stored = putBlobs(db, ownerId, [FORGOTTEN_BLOB, ...blobs], before)
    for (const some of chunks([...stored, ...writes])) await db.$transaction(some)
  }
  const page = (last: string) => ({
    where: { ownerId, id: { gt: last } },
    orderBy: { id: 'asc' as const },
    take: PAGE,
  })
  const steps = (last: string) =>
    db.step.findMany({
      ...page(last),
      select: {
        ...columns('id turnId phase manifest text reasoning decision'),
        tools: { select: columns('id args resultHash sources') },
        turn: { select: columns('plan') },
      },
    })
  for await (const rows of pages(steps, byId)) {
    const writes: Batch = []
    const blobs: BlobText[] = []
    for (const { tools, turn, ...step } of rows) {
      if (except.has(step.turnId)) continue
      const isForgotten = forgottenFor(step.turnId)
      for (const tool of tools) {
        const blank = blankCall(tool, isForgotten)
        if (blank === tool) continue
        const { id, args, resultHash } = blank
        const data = { args: args as Prisma.InputJsonValue, resultHash, sources: [] }
        writes.push(db.toolCall.update({ where: { id }, data, select: columns('id') }))
      }
      const quoting = manifestSchema.parse(step.manifest)
      const { manifest, ...blank } = blankStep({ ...step, manifest: quoting }, isForgotten)
      if (manifest === quoting) continue
      const exchanges = await changedExchanges(purging, quoting, isForgotten)
      blobs.push(...exchanges)
      const data = {
        manifest: {
          ...manifest,
          exchanges: exchanges[0]?.hash ?? manifest.exchanges,
        } as Prisma.InputJsonObject,
        ...{ text: blank.text || (await titleOnly(purging, step)), reasoning: blank.reasoning },
        decision: blank.decision === null ? sqlNull : (blank.decision as Prisma.InputJsonObject),
      }
      writes.push(db.step.update({ where: { id: step.id }, data, select: columns('id') }))
      // The classifier was shown something forgotten.
      const plan = step.phase === 'classify' && thinkingPlanSchema.safeParse(turn.plan).data
      if (!plan) continue
      const blanked = { plan: blankPlan(plan) as Prisma.InputJsonObject }
      writes.push(db.turn.updateMany({ where: { ownerId, id: step.turnId }, data: blanked }))
    }
    await save(writes, blobs)
  }
  const contexts = (last: string) =>
    db.context.findMany({ ...page(last), select: columns('id turnId toolCalls') })
  for await (const rows of pages(contexts, byId))
    await save(
      rows.flatMap(({ turnId, toolCalls }): Batch => {
        if (except.has(turnId)) return []
        const stored = storedContext.parse(toolCalls)
        const parts = blankParts(stored.parts, forgottenFor(turnId))
        if (parts.every((part, i) => part === stored.parts[i])) return []
        const data = { toolCalls: { ...stored, parts } as Prisma.InputJsonObject }
        return [db.context.update({ where: { turnId }, data, select: columns('id') })]
      }),
    )
  const ended = { ownerId, status: { notIn: ['running' as const, 'queued' as const] } }
  await db.event.deleteMany({
    where: { type: { in: ['recall', 'tool', 'asking', 'classified'] }, turn: ended },
  })
}

async function changedExchanges({ db, ownerId }: Purging, manifest: Manifest, isForgotten: IsForgotten) {
  const hash = manifest.exchanges ?? ''
  const json = (await getBlobs(db, ownerId, [hash])).get(hash)
  const left = json && blankExchanges(json, manifest, isForgotten)
  return !left || left === json ? [] : [blobOf(left, 0)]
}

type Reply = { turnId: string; phase: string; text: string }
/**
 * What stays of a reply that gave the conversation its title, '' of others: a title has words of its turn alone, and
 * is found by this when that turn is forgotten.
 */
async function titleOnly({ db, ownerId }: Purging, { turnId, phase, text }: Reply): Promise<string> {
  if (phase !== 'notes' && phase !== 'title') return ''
  const where = { ownerId, turns: { some: { id: turnId } } }
  const { title = '' } = (await db.conversation.findFirst({ where, select: { title: true } })) ?? {}
  return givesTitle(text, title) ? JSON.stringify({ title }) : ''
}
