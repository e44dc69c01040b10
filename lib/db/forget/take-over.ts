import { z } from 'zod'
import { putBlobs } from '@/lib/db/engine/blobs'
import { type Db, type Prisma, sqlNull } from '@/lib/db/engine/client'
import { columns, PAGE, pages } from '@/lib/db/engine/rows'
import { dropOldCopies, keepCopy } from '@/lib/db/engine/storage/kept-copy'
import { sweepBlobs } from '@/lib/db/engine/sweep-blobs'
import { contentPath, storedContext } from '@/lib/db/memory/context-parts'
import { manifestSchema, NO_PROMPT, STEP_FORM } from '@/lib/db/turns/steps'
import type { Source } from '@/lib/shared/memory/source'
import { isAnswering } from '@/lib/shared/usage/baselines'
import { stateKey } from '@/lib/shared/workspace'
import { FORGOTTEN_BLOB } from './forgotten'
import { purgeTrash } from './purge/purge'

/** Steps that do not say what they quote: all of form 1, and of form 2 the calls of learning. */
const UNSOURCED = {
  OR: [
    { form: { lt: STEP_FORM - 1 } },
    { form: STEP_FORM - 1, phase: { in: ['judge', 'distil', 'reflect', 'curate'] } },
  ],
}

/**
 * Runs at start. What is forgotten cannot be found in a text that does not say what it quotes, so such texts
 * go, once a copy of the database is in `folder`. @returns the number of model calls that lost their prompt.
 */
export async function takeOver(db: Db, folder: string, now: Date): Promise<number> {
  dropOldCopies(folder, now)
  if (!(await db.step.findFirst({ where: UNSOURCED, select: columns('id') }))) return 0
  await purgeTrash(db, now)
  await keepCopy(db, folder, now)
  return dropUnsourced(db, now)
}

/** The same for what an old export brought. */
export async function dropUnsourced(db: Db, now: Date): Promise<number> {
  const owners = new Set<string>()
  const steps = (last: string) =>
    db.step.findMany({
      where: { ...UNSOURCED, id: { gt: last } },
      orderBy: { id: 'asc' },
      take: PAGE,
      select: {
        ...columns('id ownerId turnId form phase manifest'),
        tools: { select: columns('id args') },
        turn: { select: columns('conversationId') },
      },
    })
  for await (const page of pages(steps, ({ id }) => id)) {
    const oldest = page.filter(({ form }) => form < STEP_FORM - 1)
    const placeOf = new Map(oldest.map(({ turnId, turn }) => [turnId, turn.conversationId]))
    const contexts = await db.context.findMany({ where: { turnId: { in: [...placeOf.keys()] } } })
    for (const { ownerId } of page) owners.add(ownerId)
    await db.$transaction([
      ...[...owners].flatMap((ownerId) => putBlobs(db, ownerId, [FORGOTTEN_BLOB], now)),
      ...page.map(({ id, phase, manifest }) => {
        const known = manifestSchema.safeParse(manifest).data ?? NO_PROMPT
        const user = known.user.map(({ section, from }) => ({
          ...{ section, hash: FORGOTTEN_BLOB.hash, ...(from && { from }) },
        }))
        // Replies to memory's own calls were made from their prompts; a title was made from its turn alone.
        const isKept = isAnswering(phase) || phase === 'title'
        const unsaid = isKept ? {} : { text: '', reasoning: '', decision: sqlNull }
        const data = { ...unsaid, manifest: { ...known, user, results: [], exchanges: null } }
        return db.step.update({ where: { id }, data, select: columns('id') })
      }),
      ...oldest.flatMap(({ tools, turn }) =>
        tools.map(({ id, args }) => {
          const sources = writtenBy(args, turn.conversationId)
          const data = { resultHash: FORGOTTEN_BLOB.hash, sources }
          return db.toolCall.update({ where: { id }, data, select: columns('id') })
        }),
      ),
      ...contexts.map((one) => contextOp(db, one, placeOf.get(one.turnId) ?? '')),
    ])
  }
  for (const ownerId of owners) await sweepBlobs(db, ownerId, now)
  const { count } = await db.step.updateMany({ where: UNSOURCED, data: { form: STEP_FORM } })
  return count
}

const argsSchema = z.object({
  path: z.string().optional(),
  key: z.string().optional(),
  value: z.union([z.string(), z.number(), z.boolean()]).optional(),
})
/** The file or value that a call wrote or read: forgetting it empties the call's arguments. */
function writtenBy(args: unknown, conversationId: string): Source[] {
  const { path, key, value } = argsSchema.safeParse(args).data ?? {}
  if (path !== undefined) return [{ kind: 'file', conversationId, path }]
  if (key === undefined || value === undefined) return []
  return [{ kind: 'state', conversationId, key: stateKey(key), value: String(value) }]
}

/** Removes results of tools. For messages, files and lists their place in the context says where they come from. */
function contextOp(db: Db, { id, toolCalls }: { id: string; toolCalls: unknown }, conversationId: string) {
  const stored = storedContext.parse(toolCalls)
  const parts = stored.parts.map((part) => {
    const path = contentPath(part)
    if (path) return { ...part, sources: [{ kind: 'file', conversationId, path }] }
    return part.who === 'tool' ? { ...part, hash: FORGOTTEN_BLOB.hash } : part
  })
  const data = { toolCalls: { ...stored, parts } as Prisma.InputJsonObject }
  return db.context.update({ where: { id }, data, select: columns('id') })
}
