import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { changeOps } from '@/lib/db/engine/changes'
import { sizeOf } from '@/lib/memory/index/load/data'
import { lexicalIndex } from '@/lib/memory/index/memory-index'
import { ownerIndex } from '@/lib/memory/index/testing-owner-index'
import { forget } from '@/lib/shared/once'
import { percentile, rounded } from '../bench'
import { pick, type Random, seededRandom, whole } from '../seed/random'
import type { Workplace } from '../workplace'
import { type Conversation, captioned } from './data'
import { fill, type Loaded } from './load'

const HOUR = 3_600_000
const WORDS_READ = 400_000

/** Meaningless text from a Markov chain over the words of the data, so each word is as frequent as there. */
export function babbler(
  conversations: readonly Pick<Conversation, 'turns'>[],
  seed: number,
): (words: number) => string {
  const words = conversations
    .flatMap(({ turns }) => turns.map(captioned))
    .join(' \n ')
    .split(/[^\S\n]+/)
    .slice(0, WORDS_READ)
  const next = new Map<string, string[]>()
  for (const [i, word] of words.entries()) {
    const list = next.get(word) ?? []
    list.push(words[i + 1] ?? '\n')
    next.set(word, list)
  }
  const random = seededRandom(seed)
  const starts = next.get('\n') ?? words
  return (count) => {
    const said = [pick(random, starts)]
    while (said.length < count) {
      const following = next.get(said.at(-1) ?? '')
      const word = following ? pick(random, following) : pick(random, starts)
      said.push(word === '\n' ? pick(random, starts) : word)
    }
    return said.filter((word) => word !== '\n').join(' ')
  }
}

const NAMES =
  'Ada Bela Cora Dario Edda Falk Gino Hanne Ilja Jette Kaspar Lone Mio Nele Odo Pia Quirin Runa Sven Thea Ugo Vera Wim Xenia Yara Zeno'.split(
    ' ',
  )
const MESSAGES = 600
const SESSION = 22

/** Conversations with `messages` messages of 8 to 40 words each: about one unit per message. */
function* filler(
  say: (words: number) => string,
  messages: number,
  seed: number,
): Generator<Pick<Conversation, 'id' | 'turns' | 'speakers'>> {
  const random: Random = seededRandom(seed)
  for (let made = 0; made < messages; made += MESSAGES) {
    const speakers = [pick(random, NAMES), `${pick(random, NAMES)}-${made}`]
    const begin = Date.UTC(2021, 0, 1) + whole(random, 0, 20_000) * HOUR
    const turns = Array.from({ length: Math.min(MESSAGES, messages - made) }, (_, i) => ({
      id: `f${made + i}`,
      session: Math.floor(i / SESSION),
      speaker: speakers[i % 2] ?? '',
      text: say(whole(random, 8, 40)),
      at: new Date(begin + Math.floor(i / SESSION) * 72 * HOUR + (i % SESSION) * 60_000).toISOString(),
    }))
    yield { id: `filler-${seed}-${made}`, speakers, turns }
  }
}

type Scale = {
  units: number
  p50ms: number
  p95ms: number
  buildMs: number
  indexMB: number
  heapMB: number
}

/** Bytes in use after a full garbage collection. */
export function heap(): number {
  setFlagsFromString('--expose-gc')
  ;(runInNewContext('gc') as () => void)()
  return process.memoryUsage().heapUsed
}

/**
 * Fills the owner's memory to about `units` units, drops the index, and measures the cold load and every
 * question over everything.
 */
export async function measureAt(
  at: Workplace,
  ownerId: string,
  data: readonly Conversation[],
  have: number,
  units: number,
  questions: readonly string[],
): Promise<Scale> {
  await at.db.user.upsert({
    where: { id: ownerId },
    create: { id: ownerId, createdAt: new Date() },
    update: {},
  })
  if (units > have) await fill(at, ownerId, [...filler(babbler(data, units), units - have, units)])
  forget('memory-index')
  const before = heap()
  const start = performance.now()
  const index = await ownerIndex(at.db, ownerId)
  const buildMs = performance.now() - start
  const heapMB = (heap() - before) / 1e6
  const ask = (text: string) =>
    lexicalIndex.search(at.db, ownerId, {
      text,
      conversationId: 'none',
      path: [],
      before: 1,
      scope: 'owner',
      limit: 20,
      of: 'messages',
    })
  for (const text of questions.slice(0, 50)) await ask(text)
  const times: number[] = []
  for (const text of questions) {
    const begin = performance.now()
    await ask(text)
    times.push(performance.now() - begin)
  }
  return {
    units: index.live.units,
    p50ms: rounded(percentile(times, 0.5)),
    p95ms: rounded(percentile(times, 0.95)),
    buildMs: rounded(buildMs),
    indexMB: rounded(sizeOf(index) / 1e6),
    heapMB: rounded(heapMB),
  }
}

/** Commits a turn and searches for it with the next query. */
export async function commitAndFind(
  { db }: Workplace,
  ownerId: string,
  { conversationId, path, last }: Loaded,
): Promise<{ found: boolean; ms: number }> {
  const id = `committed_${last + 1}`
  const [branchId = ''] = path.at(-1) ?? []
  const turn = {
    id,
    ownerId,
    conversationId,
    branchId,
    number: last + 1,
    clientMessageId: id,
    status: 'completed' as const,
  }
  await db.$transaction([
    db.turn.create({
      data: {
        ...turn,
        userText: 'The lighthouse keeper of Vorrabin collects brass zithers.',
        attachments: [],
        options: {},
        createdAt: new Date(),
      },
    }),
    ...changeOps(db, ownerId, [{ kind: 'turn', refId: id, op: 'put' }]),
  ])
  const open: typeof path = [...path.slice(0, -1), [branchId, last + 1]]
  const start = performance.now()
  const [hit] = await lexicalIndex.search(db, ownerId, {
    text: 'Who collects zithers?',
    conversationId,
    path: open,
    before: last + 2,
    scope: 'owner',
    limit: 1,
  })
  return { found: hit?.turnId === id, ms: rounded(performance.now() - start) }
}
