import { getBlobs } from '@/lib/db/engine/blobs'
import type { Db } from '@/lib/db/engine/client'
import { columns } from '@/lib/db/engine/columns'
import { inChunks } from '@/lib/db/engine/pages'
import { imageHashes } from '@/lib/db/files/images'
import { limits } from '@/lib/shared/limits'
import { factLine } from '@/lib/shared/memory/facts'
import { stateLine } from '@/lib/shared/workspace'
import { derivedFrom, strategiesGoing } from '../derived'
import { readersOf } from '../forgotten-sources'
import type { Due, Purging, Started } from './purge-due'
import { snippetsOf } from './snippets'

/** The built-in engine only quotes and uses fixed phrases: its answers add no words to a question. */
const BUILT_IN = { where: { provider: 'offline', phase: 'act' }, select: { id: true }, take: 1 }

/** Counts everything before the purge, and collects the texts to search for afterwards. */
export async function startPurge({ db, ownerId }: Purging, due: Due): Promise<Started> {
  const { trashed, conversationIds, turns } = due
  const isImport = trashed.kind === 'imported'
  const turnIds = turns.map((turn) => turn.id)
  // Of a large import an even sample.
  const step = isImport ? Math.ceil(turnIds.length / limits.forget.maxTurns) : 1
  const sampled = turnIds.filter((_, i) => i % step === 0)
  const sample = await inChunks(sampled, (ids) =>
    db.turn.findMany({
      where: { ownerId, id: { in: ids } },
      select: { ...columns('userText answer createdAt'), steps: BUILT_IN },
    }),
  )
  const hashes = trashed.files.flatMap((file) => file.hashes)
  const written = [
    ...sample.map(({ userText }) => userText),
    ...(await inChunks(sampled, (ids) => writtenBy(db, ownerId, ids))),
    ...trashed.state.map(stateLine),
    ...(await factLines(db, trashed.facts)),
    ...(await getBlobs(db, ownerId, hashes)).values(),
  ]
  const answers = sample.flatMap(({ answer, steps }) => (steps.length === 0 ? answer : []))
  const since = new Date(Math.min(...[due, ...sample].map(({ createdAt }) => createdAt.getTime())))
  const images = [...new Set(await inChunks(turnIds, (ids) => imageHashes(db, ownerId, ids)))]
  const readers = await readersOf(db, ownerId, [trashed])
  const sources = [...new Set([...turnIds, ...readers])]
  const derived = await derivedFrom(db, ownerId, sources)
  const contexts = await inChunks(turnIds, (ids) =>
    db.context.findMany({
      where: { ownerId, turnId: { in: ids }, textHash: { not: '' } },
      select: columns('id'),
    }),
  )
  const summaries = await inChunks([...derived.summary], (ids) =>
    db.summary.findMany({ where: { ownerId, id: { in: ids }, level: 0 }, select: columns('id') }),
  )
  const counts: Record<string, number> = {
    conversation: isImport ? conversationIds.length : 0,
    turn: turns.length,
    context: contexts.length,
    summary: summaries.length,
    fact: trashed.facts.length,
    lesson: (await strategiesGoing(db, ownerId, sources, conversationIds)).length,
    file: trashed.files.length,
    image: images.length,
    'workspace value': trashed.state.length,
  }
  return { counts, images, snippets: await snippetsOf(db, ownerId, { written, answers, since }) }
}

/** Facts as prompts show them. Their words may well remain in the turns that state them. */
const factLines = async (db: Db, ids: string[]) =>
  (
    await db.fact.findMany({
      where: { id: { in: ids } },
      select: { ...columns('predicate object'), subject: { select: { name: true } } },
    })
  ).map(({ subject, ...fact }) => factLine({ ...fact, subject: subject.name }))

const WRITES = ['write_file', 'edit_file', 'set_state']
/** What turns wrote to the workspace: it may remain, and the proof has to report it. */
async function writtenBy(db: Db, ownerId: string, turnIds: string[]): Promise<string[]> {
  const calls = await db.toolCall.findMany({
    where: { name: { in: WRITES }, ok: true, step: { ownerId, turnId: { in: turnIds } } },
    select: columns('args'),
  })
  return calls.flatMap(({ args }) => {
    const { text, replace, value } = (args ?? {}) as Record<string, unknown>
    return [text, replace, typeof value === 'number' ? String(value) : value].filter(
      (said) => typeof said === 'string',
    )
  })
}
