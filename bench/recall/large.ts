import { changeOps } from '@/lib/db/engine/changes'
import { searchState } from '@/lib/db/memory/full-text'
import { openBulk } from '@/lib/db/testing-bulk'
import { forkPath } from '@/lib/db/turns/path'
import { fillFullText } from '@/lib/memory/index/load/full-text'
import { kindIndex, type Size } from '@/lib/memory/index/load/owner-index'
import { lexicalIndexOf } from '@/lib/memory/index/memory-index'
import { searchMemory } from '@/lib/memory/search/search'
import { forget } from '@/lib/shared/once'
import { percentile, rounded } from '../bench'
import { pick, seededRandom, whole } from '../seed/random'
import type { Workplace } from '../workplace'
import type { Conversation } from './data'
import { babbler, heap } from './scale'

export type Large = {
  units: number
  /** Time until the load gives up and until the full text is ready, and the memory used afterwards. */
  abortMs: number
  fillMs: number
  heapMB: number
  recall: Times
  typing: Times
  committed: { found: boolean; ms: number }
}
type Times = { p50: number; p95: number }
const timesOf = (times: number[]): Times => ({
  p50: rounded(percentile(times, 0.5)),
  p95: rounded(percentile(times, 0.95)),
})

const TURNS = 400
const PAGE = 2_000
const NAMES = ['Ada', 'Bela', 'Cora', 'Dario', 'Edda', 'Falk']

/**
 * Turns of two messages of 8 to 40 words, about one unit per message; written as rows, because importing so
 * many takes minutes.
 */
async function seed(
  { db, url }: Workplace,
  ownerId: string,
  data: readonly Conversation[],
  units: number,
): Promise<{ conversationId: string; last: number }> {
  await db.user.create({ data: { id: ownerId, createdAt: new Date() } })
  const [say, random, bulk] = [babbler(data, units), seededRandom(units), await openBulk(url)]
  let end = { conversationId: '', last: 0 }
  for (let made = 0, rows: Record<string, unknown>[] = []; made * 2 < units; made++) {
    const [talk, number] = [`talk_${Math.floor(made / TURNS)}`, (made % TURNS) + 1]
    const at = new Date(Date.UTC(2020, 0, 1) + made * 60_000 + Math.floor(made / 11) * 36_000_000)
    if (number === 1) {
      await bulk.insert('Conversation', [
        {
          id: talk,
          ownerId,
          title: talk,
          origin: 'import',
          createdAt: at,
          updatedAt: at,
          activeLeafId: `${talk}_${TURNS}`,
        },
      ])
      await bulk.insert('Branch', [
        { id: `${talk}_b`, ownerId, conversationId: talk, path: forkPath([], 0, `${talk}_b`) },
      ])
    }
    end = { conversationId: talk, last: number }
    const [userText, answer] = [say(whole(random, 8, 40)), say(whole(random, 8, 40))]
    const said = (part: string, text: string) => ({
      id: `${made}${part}`,
      speaker: pick(random, NAMES),
      at: at.toISOString(),
      part,
      start: 0,
      end: text.length,
    })
    rows.push({
      id: `${talk}_${number}`,
      ownerId,
      conversationId: talk,
      branchId: `${talk}_b`,
      number,
      parentId: number > 1 ? `${talk}_${number - 1}` : null,
      clientMessageId: `${made}`,
      status: 'completed',
      attempt: 1,
      userText,
      answer,
      messages: [said('user', userText), said('assistant', answer)],
      attachments: [],
      options: {},
      tainted: false,
      userTokens: 1,
      answerTokens: 1,
      toolTokens: 0,
      contextTokens: 1,
      createdAt: at,
    })
    if (rows.length === PAGE || (made + 1) * 2 >= units) {
      await bulk.insert('Turn', rows)
      rows = []
    }
  }
  await bulk.close()
  return end
}

/** Measures an owner with about `units` units, above the limit for an index in memory. */
export async function measureLarge(
  at: Workplace,
  data: readonly Conversation[],
  units: number,
  questions: readonly string[],
  size: Size = {},
): Promise<Large> {
  const ownerId = `user_large_${units}`
  const { conversationId, last } = await seed(at, ownerId, data, units)
  forget('memory-index')
  const before = heap()
  const clock = async (run: () => Promise<unknown>) => {
    const start = performance.now()
    await run()
    return performance.now() - start
  }
  const abortMs = await clock(() => kindIndex(at.db, ownerId, 'message', size))
  const fillMs = await clock(() => fillFullText(at.db, ownerId, 'message'))
  const heapMB = (heap() - before) / 1e6
  const index = lexicalIndexOf(size)
  const path: [string, number][] = [[`${conversationId}_b`, last]]
  const ask = (text: string) => {
    // Drops the cache of earlier queries, like a commit does.
    forget('searched-units')
    return index.search(at.db, ownerId, {
      text,
      conversationId,
      path,
      before: last + 1,
      scope: 'owner',
      limit: 20,
      of: 'messages',
    })
  }
  const type = (text: string) => searchMemory(at.db, ownerId, { text, kinds: ['message'] }, size)
  const typed = questions.slice(0, 40).flatMap((question) => {
    const words = question.split(' ').slice(-3).join(' ')
    return [1, 0.6, 0.3].map((share) => words.slice(0, Math.max(1, Math.ceil(words.length * share))))
  })
  for (const text of questions.slice(0, 5)) await ask(text)
  const [asked, keys]: [number[], number[]] = [[], []]
  for (const text of questions) asked.push(await clock(() => ask(text)))
  for (const text of typed) keys.push(await clock(() => type(text)))
  const turnId = `${conversationId}_${last}`
  await at.db.$transaction([
    at.db.turn.update({
      where: { id: turnId },
      data: { messages: [], userText: 'The lighthouse keeper of Vorrabin collects brass zithers.' },
    }),
    ...changeOps(at.db, ownerId, [{ kind: 'turn', refId: turnId, op: 'put' }]),
  ])
  let found = false
  const committedMs = await clock(async () => {
    found = (await ask('Who collects zithers?')).some((hit) => hit.turnId === turnId)
  })
  return {
    units: (await searchState(at.db, ownerId, 'message'))?.units ?? 0,
    abortMs: rounded(abortMs),
    fillMs: rounded(fillMs),
    heapMB: rounded(heapMB),
    recall: timesOf(asked),
    typing: timesOf(keys),
    committed: { found, ms: rounded(committedMs) },
  }
}
