import { stateLine } from '@/lib/base/workspace'
import { getBlobs } from '@/lib/db/engine/blobs'
import type { Db } from '@/lib/db/engine/client'
import { chunks, inChunks } from '@/lib/db/engine/pages'
import { imageHashes } from '@/lib/db/files/images'
import { limits } from '@/lib/shared/limits'
import { factLine } from '@/lib/shared/memory/facts'
import { derivedFrom } from '../derived'
import { readersOf } from '../gone'
import { type Held, holdsWorkspace } from '../held-schema'
import { snippetsOf } from '../proof/snippets'
import { strategiesGoing } from '../strategies-going'
import type { Due, Started } from './purge-due'
import { touchesOfFiles } from './purge-files'

/** The built-in engine only quotes and uses fixed phrases: its answers add no words to a question. */
const BUILT_IN = { where: { provider: 'offline', phase: 'act' }, select: { id: true }, take: 1 }

/** Counts everything before the purge, and collects the texts to search for afterwards. */
export async function startPurge(db: Db, due: Due): Promise<Started> {
  const { ownerId, held, conversationIds, turns } = due
  const count = async (of: (ids: string[]) => Promise<number>) => {
    let sum = 0
    for (const ids of chunks(turns.map((turn) => turn.id))) sum += await of(ids)
    return sum
  }
  const [written, answers]: [string[], string[]] = [[], []]
  let since = due.createdAt
  for (const ids of chunks(sampleOf(held, turns).map((turn) => turn.id))) {
    for (const turn of await db.turn.findMany({
      where: { ownerId, id: { in: ids } },
      select: { userText: true, answer: true, createdAt: true, steps: BUILT_IN },
    })) {
      written.push(turn.userText)
      if (turn.steps.length === 0) answers.push(turn.answer)
      if (turn.createdAt < since) since = turn.createdAt
    }
    written.push(...(await writtenBy(db, ownerId, ids)))
  }
  written.push(...held.state.map(stateLine))
  written.push(...(await factLines(db, held.facts)))
  const hashes = held.files.flatMap((file) => file.hashes)
  written.push(...(await getBlobs(db, ownerId, hashes)).values())
  const images = new Set<string>()
  for (const ids of chunks(turns.map((turn) => turn.id)))
    for (const hash of await imageHashes(db, ownerId, ids)) images.add(hash)
  const workspace = { conversationId: held.conversationId, files: held.files, state: held.state }
  const readers = holdsWorkspace(held) ? await readersOf(db, ownerId, [workspace]) : []
  const sources = [...new Set([...turns.map((turn) => turn.id), ...readers])]
  const derived = await derivedFrom(db, ownerId, sources)
  const summaries = (level: 0 | { gte: 1 }) =>
    inChunks([...derived.summary], async (ids) => [
      await db.summary.count({ where: { ownerId, id: { in: ids }, level } }),
    ]).then((found) => found.reduce((sum, some) => sum + some, 0))
  const counts: Record<string, number> = {
    conversation: held.kind === 'imported' ? conversationIds.length : 0,
    turn: turns.length,
    context: await count((ids) =>
      db.context.count({ where: { ownerId, turnId: { in: ids }, textHash: { not: '' } } }),
    ),
    summary: await summaries(0),
    'roll-up': await summaries({ gte: 1 }),
    verdict: derived.verdict.size,
    'model call': await count((ids) => db.step.count({ where: { ownerId, turnId: { in: ids } } })),
    'tool call': await count((ids) =>
      db.toolCall.count({ where: { step: { ownerId, turnId: { in: ids } } } }),
    ),
    'recall link': await count((ids) =>
      db.recallHit.count({
        where: { OR: [{ sourceTurnId: { in: ids } }, { recall: { ownerId, turnId: { in: ids } } }] },
      }),
    ),
    citation: await count((ids) =>
      db.citation.count({ where: { OR: [{ turnId: { in: ids } }, { kind: 'turn', refId: { in: ids } }] } }),
    ),
    vector: await count((ids) => db.embedding.count({ where: { ownerId, refId: { in: ids } } })),
    fact: held.facts.length,
    strategy: (await strategiesGoing(db, ownerId, sources, conversationIds)).length,
    file: held.files.length,
    image: images.size,
    'workspace value': held.state.length,
    'file version': held.files.length
      ? (await touchesOfFiles(db, ownerId, held.conversationId, held.files)).filter(
          (touch) => touch.op !== 'read',
        ).length
      : 0,
  }
  return { counts, images: [...images], snippets: await snippetsOf(db, ownerId, { written, answers, since }) }
}

/** Facts as prompts show them. Their words may well remain in the turns that state them. */
const factLines = async (db: Db, ids: string[]) =>
  (
    await db.fact.findMany({
      where: { id: { in: ids } },
      select: { predicate: true, object: true, subject: { select: { name: true } } },
    })
  ).map(({ subject, ...fact }) => factLine({ ...fact, subject: subject.name }))

/** Turns whose texts are searched for afterwards; of a large import an even sample. */
function sampleOf({ kind }: Held, turns: Due['turns']): Due['turns'] {
  const step = kind === 'imported' ? Math.ceil(turns.length / limits.forget.maxTurns) : 1
  return turns.filter((_, i) => i % step === 0)
}

const WRITES = ['write_file', 'edit_file', 'set_state']
/** What turns wrote to the workspace: it may remain, and the proof has to report it. */
async function writtenBy(db: Db, ownerId: string, turnIds: string[]): Promise<string[]> {
  const calls = await db.toolCall.findMany({
    where: { name: { in: WRITES }, ok: true, step: { ownerId, turnId: { in: turnIds } } },
    select: { args: true },
  })
  return calls.flatMap(({ args }) => {
    const { text, replace, value } = (args ?? {}) as Record<string, unknown>
    return [text, replace, typeof value === 'number' ? String(value) : value].filter(
      (said) => typeof said === 'string',
    )
  })
}
