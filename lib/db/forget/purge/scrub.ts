import { type BlobText, blobOf, getBlobs, putBlobs } from '@/lib/db/engine/blobs'
import { type Batch, type Db, type Prisma, sqlNull } from '@/lib/db/engine/client'
import { columns } from '@/lib/db/engine/columns'
import { chunks, PAGE, pages } from '@/lib/db/engine/pages'
import { storedContext } from '@/lib/db/memory/context-parts'
import { type Manifest, manifestSchema } from '@/lib/db/turns/steps'
import { thinkingPlanSchema } from '@/lib/shared/turn/events'
import {
  blankCall,
  blankExchanges,
  blankParts,
  blankPlan,
  blankStep,
  FORGOTTEN_BLOB,
  type IsForgotten,
} from '../forgotten'

type Changed = { writes: Batch; blobs: BlobText[] }
const byId = (row: { id: string }) => row.id

/**
 * Blanks quotations of something forgotten in an owner's prompts, tool results and contexts, except in the
 * turns of `except`. Logs that may quote it go whole: an ended turn is shown from its rows. Idempotent.
 */
export async function scrub(
  db: Db,
  ownerId: string,
  isForgotten: IsForgotten,
  except: ReadonlySet<string>,
  now: Date,
): Promise<void> {
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
  const tools = { select: { id: true, args: true, resultHash: true, sources: true } }
  const steps = (last: string) =>
    db.step.findMany({
      ...page(last),
      select: { ...columns('id turnId phase manifest text reasoning decision'), tools },
    })
  for await (const rows of pages(steps, byId)) {
    const changed: Changed[] = []
    for (const step of rows)
      if (!except.has(step.turnId)) {
        const one = await changedStep(db, ownerId, step, isForgotten)
        if (one) changed.push(one)
      }
    await save(
      changed.flatMap(({ writes }) => writes),
      changed.flatMap(({ blobs }) => blobs),
    )
  }
  const contexts = (last: string) =>
    db.context.findMany({ ...page(last), select: { id: true, turnId: true, toolCalls: true } })
  for await (const rows of pages(contexts, byId))
    await save(
      rows.flatMap(({ turnId, toolCalls }): Batch => {
        if (except.has(turnId)) return []
        const stored = storedContext.parse(toolCalls)
        const parts = blankParts(stored.parts, isForgotten)
        if (parts.every((part, i) => part === stored.parts[i])) return []
        const data = { toolCalls: { ...stored, parts } as Prisma.InputJsonObject }
        return [db.context.update({ where: { turnId }, data, select: { id: true } })]
      }),
    )
  const ended = { ownerId, status: { notIn: ['running' as const, 'queued' as const] } }
  await db.event.deleteMany({
    where: { type: { in: ['recall', 'tool', 'asking', 'classified'] }, turn: ended },
  })
}

type Step = {
  id: string
  turnId: string
  phase: string
  manifest: unknown
  text: string
  reasoning: string
  decision: unknown
  tools: { id: string; args: unknown; resultHash: string; sources: unknown }[]
}
async function changedStep(
  db: Db,
  ownerId: string,
  step: Step,
  isForgotten: IsForgotten,
): Promise<Changed | null> {
  const before = manifestSchema.parse(step.manifest)
  const { manifest, text, reasoning, decision } = blankStep({ ...step, manifest: before }, isForgotten)
  const tools = step.tools.flatMap((tool) => {
    const blanked = blankCall(tool, isForgotten)
    return blanked === tool ? [] : [blanked]
  })
  if (manifest === before && tools.length === 0) return null
  const blobs = manifest === before ? [] : await changedExchanges(db, ownerId, before, isForgotten)
  const exchanges = blobs[0]?.hash ?? manifest.exchanges
  const data = {
    manifest: { ...manifest, exchanges } as Prisma.InputJsonObject,
    ...{ text, reasoning, decision: decision === null ? sqlNull : (decision as Prisma.InputJsonObject) },
  }
  return {
    blobs,
    writes: [
      ...(manifest === before
        ? []
        : [
            db.step.update({ where: { id: step.id }, data, select: { id: true } }),
            ...(step.phase === 'classify' ? await planOps(db, ownerId, step.turnId) : []),
          ]),
      ...tools.map(({ id, args, resultHash }) =>
        db.toolCall.update({
          where: { id },
          data: { args: args as Prisma.InputJsonValue, resultHash, sources: [] },
          select: { id: true },
        }),
      ),
    ],
  }
}

/** The plan of a turn whose classifier was shown something forgotten. */
async function planOps(db: Db, ownerId: string, turnId: string): Promise<Batch> {
  const turn = await db.turn.findFirst({ where: { ownerId, id: turnId }, select: columns('complexity') })
  const plan = thinkingPlanSchema.safeParse(turn?.complexity).data
  if (!plan) return []
  return [
    db.turn.updateMany({
      where: { ownerId, id: turnId },
      data: { complexity: blankPlan(plan) as Prisma.InputJsonObject },
    }),
  ]
}

async function changedExchanges(
  db: Db,
  ownerId: string,
  manifest: Manifest,
  isForgotten: IsForgotten,
): Promise<BlobText[]> {
  const { exchanges } = manifest
  const json = exchanges === null ? undefined : (await getBlobs(db, ownerId, [exchanges])).get(exchanges)
  const left = json === undefined ? undefined : blankExchanges(json, manifest, isForgotten)
  return left === undefined || left === json ? [] : [blobOf(left, 0)]
}
