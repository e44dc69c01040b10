import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { changeOps } from '@/lib/db/engine/changes'
import { indexBytes } from '@/lib/memory/index/load/data'
import { lexicalIndex } from '@/lib/memory/index/memory-index'
import { ownerIndex } from '@/lib/memory/index/testing-owner-index'
import { forgetOnce } from '@/lib/shared/once'
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

/** Bytes in use after a full garbage collection. */
function heap(): number {
  setFlagsFromString('--expose-gc')
  ;(runInNewContext('gc') as () => void)()
  return process.memoryUsage().heapUsed
}

/** What runs with an empty cache of indexes: its result, time and the memory that it leaves in use. */
export async function cold<T>(run: () => Promise<T>): Promise<{ result: T; ms: number; heapMB: number }> {
  forgetOnce('memory-index')
  const before = heap()
  const [result, ms] = await clock(run)
  return { result, ms, heapMB: rounded((heap() - before) / 1e6) }
}

async function clock<T>(run: () => Promise<T>): Promise<[result: T, ms: number]> {
  const start = performance.now()
  const result = await run()
  return [result, rounded(performance.now() - start)]
}

type Times = { p50: number; p95: number }
/** How long each takes. The first `warm` are run before. */
export async function timesOf(
  texts: readonly string[],
  run: (text: string) => Promise<unknown>,
  warm = 0,
): Promise<Times> {
  for (const text of texts.slice(0, warm)) await run(text)
  const times: number[] = []
  for (const text of texts) times.push((await clock(() => run(text)))[1])
  return { p50: rounded(percentile(times, 0.5)), p95: rounded(percentile(times, 0.95)) }
}

export type Place = Pick<Loaded, 'conversationId' | 'path' | 'last'>
/** Asks over everything of an owner, from the end of a conversation. */
export const askOwner =
  ({ db }: Workplace, ownerId: string, { conversationId, path, last }: Place) =>
  (text: string) =>
    lexicalIndex.search(db, ownerId, {
      ...{ text, conversationId, path, before: last + 1 },
      ...{ scope: 'owner', limit: 20, of: 'messages' },
    })

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
) {
  await fill(at, ownerId, [...filler(babbler(data, units), units - have, units)])
  const { result: index, ms, heapMB } = await cold(() => ownerIndex(at.db, ownerId))
  const times = await timesOf(
    questions,
    askOwner(at, ownerId, { conversationId: 'none', path: [], last: 0 }),
    50,
  )
  return { ...times, heapMB, units: index.live.units, buildMs: ms, indexMB: rounded(indexBytes(index) / 1e6) }
}

/** Commits a turn and searches for it with the next query. */
export async function commitAndFind(
  { db }: Workplace,
  ownerId: string,
  { conversationId, path, last }: Place,
): Promise<{ found: boolean; ms: number }> {
  const number = last + 1
  const id = `committed_${number}`
  const [branchId = ''] = path.at(-1) ?? []
  await db.$transaction([
    db.turn.create({
      data: {
        ...{ id, ownerId, conversationId, branchId, number, clientMessageId: id, status: 'completed' },
        userText: 'The lighthouse keeper of Vorrabin collects brass zithers.',
        ...{ attachments: [], options: {}, createdAt: new Date() },
      },
    }),
    ...changeOps(db, ownerId, [{ kind: 'turn', refId: id, op: 'put' }]),
  ])
  const [hits, ms] = await clock(() =>
    lexicalIndex.search(db, ownerId, {
      ...{ text: 'Who collects zithers?', conversationId, before: number + 1 },
      path: [...path.slice(0, -1), [branchId, number]],
      ...{ scope: 'owner', limit: 1 },
    }),
  )
  return { found: hits[0]?.turnId === id, ms }
}
