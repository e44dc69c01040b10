import { type BlobText, blobOf, getBlobs, putBlobs } from '@/lib/db/engine/blobs'
import type { Batch, Db, Prisma } from '@/lib/db/engine/client'
import { chunks, PAGE, pages } from '@/lib/db/engine/pages'
import { storedContext } from '@/lib/db/memory/context-parts'
import { type Manifest, manifestSchema } from '@/lib/db/turns/steps'
import {
  blankCall,
  blankExchanges,
  blankManifest,
  blankParts,
  FORGOTTEN_BLOB,
  type IsGone,
} from './forgotten'

type Changed = { turnId: string; writes: Batch; blobs: BlobText[]; quotations: number }
const byId = (row: { id: string }) => row.id

/**
 * Takes what an owner's prompts, tool results and contexts quote of something forgotten out of them, and out
 * of the logs of their turns; turns in `except` go themselves. Doing it again changes nothing.
 * @returns the turns that quoted it, and how many quotations went.
 */
export async function scrub(
  db: Db,
  ownerId: string,
  isGone: IsGone,
  except: ReadonlySet<string>,
  now: Date,
): Promise<{ turnIds: string[]; quotations: number }> {
  const turnIds = new Set<string>()
  let quotations = 0
  // Older than the purge, so that its sweep takes what no row names any more.
  const before = new Date(now.getTime() - 1)
  for await (const changed of quoting(db, ownerId, isGone, except)) {
    const writes = changed.flatMap((one) => one.writes)
    const blobs = [FORGOTTEN_BLOB, ...changed.flatMap((one) => one.blobs)]
    for (const some of chunks([...putBlobs(db, ownerId, blobs, before), ...writes]))
      await db.$transaction(some)
    for (const { turnId, quotations: some } of changed) {
      turnIds.add(turnId)
      quotations += some
    }
  }
  return { turnIds: [...turnIds], quotations }
}

/** Turns, but those in `except`, whose prompts, tool results or contexts quote something forgotten. */
export async function quotingTurns(
  db: Db,
  ownerId: string,
  isGone: IsGone,
  except: ReadonlySet<string>,
): Promise<string[]> {
  const found = new Set<string>()
  for await (const changed of quoting(db, ownerId, isGone, except))
    for (const { turnId } of changed) found.add(turnId)
  return [...found]
}

async function* quoting(
  db: Db,
  ownerId: string,
  isGone: IsGone,
  except: ReadonlySet<string>,
): AsyncGenerator<Changed[]> {
  const page = (last: string) => ({
    where: { ownerId, id: { gt: last } },
    orderBy: { id: 'asc' as const },
    take: PAGE,
  })
  const tools = { select: { id: true, args: true, resultHash: true, sources: true } }
  const steps = (last: string) =>
    db.step.findMany({
      ...page(last),
      select: { id: true, turnId: true, phase: true, manifest: true, tools },
    })
  for await (const rows of pages(steps, byId)) {
    const changed: Changed[] = []
    for (const step of rows)
      if (!except.has(step.turnId)) {
        const one = await changedStep(db, ownerId, step, isGone)
        if (one) changed.push(one)
      }
    if (changed.length) yield changed
  }
  const contexts = (last: string) =>
    db.context.findMany({ ...page(last), select: { id: true, turnId: true, toolCalls: true } })
  for await (const rows of pages(contexts, byId)) {
    const changed = rows.flatMap(({ turnId, toolCalls }) => {
      if (except.has(turnId)) return []
      const stored = storedContext.parse(toolCalls)
      const parts = blankParts(stored.parts, isGone)
      const quotations = parts.filter((part, i) => part !== stored.parts[i]).length
      const data = { toolCalls: { ...stored, parts } as Prisma.InputJsonObject }
      return quotations
        ? [
            {
              turnId,
              blobs: [],
              quotations,
              writes: [db.context.update({ where: { turnId }, data, select: { id: true } })],
            },
          ]
        : []
    })
    if (changed.length) yield changed
  }
}

const SUMMARISING = new Set(['roll-up', 'summarise'])
type Step = {
  id: string
  turnId: string
  phase: string
  manifest: unknown
  tools: { id: string; args: unknown; resultHash: string; sources: unknown }[]
}
async function changedStep(db: Db, ownerId: string, step: Step, isGone: IsGone): Promise<Changed | null> {
  const before = manifestSchema.parse(step.manifest)
  const manifest = blankManifest(before, isGone)
  const tools = step.tools.flatMap((tool) => {
    const blanked = blankCall(tool, isGone)
    return blanked === tool ? [] : [blanked]
  })
  if (manifest === before && tools.length === 0) return null
  const blobs = manifest === before ? [] : await changedExchanges(db, ownerId, before, isGone)
  const exchanges = blobs[0]?.hash ?? manifest.exchanges
  const data = {
    manifest: { ...manifest, exchanges } as Prisma.InputJsonObject,
    // A summary that was made of it says it again.
    ...(SUMMARISING.has(step.phase) ? { text: '', reasoning: '' } : {}),
  }
  return {
    turnId: step.turnId,
    blobs,
    quotations: quotationsIn(before, isGone) + tools.length,
    writes: [
      ...(manifest === before
        ? []
        : [db.step.update({ where: { id: step.id }, data, select: { id: true } })]),
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

const quotationsIn = ({ user, results }: Manifest, isGone: IsGone) =>
  [...user, ...results].filter(({ sources = [] }) => sources.some(isGone)).length

async function changedExchanges(
  db: Db,
  ownerId: string,
  manifest: Manifest,
  isGone: IsGone,
): Promise<BlobText[]> {
  const { exchanges } = manifest
  const json = exchanges === null ? undefined : (await getBlobs(db, ownerId, [exchanges])).get(exchanges)
  const left = json === undefined ? undefined : blankExchanges(json, manifest, isGone)
  return left === undefined || left === json ? [] : [blobOf(left, 0)]
}
