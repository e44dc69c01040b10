import { searchState } from '@/lib/db/memory/full-text'
import { openBulk } from '@/lib/db/testing-bulk'
import { forkPath } from '@/lib/db/turns/path'
import { fillFullText } from '@/lib/memory/index/load/full-text'
import { kindIndex } from '@/lib/memory/index/load/owner-index'
import { searchMemory } from '@/lib/memory/search/search'
import { forgetOnce } from '@/lib/shared/once'
import { pick, seededRandom, whole } from '../seed/random'
import type { Workplace } from '../workplace'
import type { Conversation } from './data'
import { askOwner, babbler, cold, commitAndFind, type Place, timesOf } from './scale'

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
      const dates = { createdAt: at, updatedAt: at }
      await bulk.insert('Conversation', [
        { id: talk, ownerId, title: talk, origin: 'import', ...dates, activeLeafId: `${talk}_${TURNS}` },
      ])
      await bulk.insert('Branch', [
        { id: `${talk}_b`, ownerId, conversationId: talk, path: forkPath([], 0, `${talk}_b`) },
      ])
    }
    end = { conversationId: talk, last: number }
    const [userText, answer] = [say(whole(random, 8, 40)), say(whole(random, 8, 40))]
    const said = (part: string, text: string) => ({
      ...{ id: `${made}${part}`, speaker: pick(random, NAMES), at: at.toISOString() },
      ...{ part, start: 0, end: text.length },
    })
    rows.push({
      id: `${talk}_${number}`,
      ownerId,
      conversationId: talk,
      branchId: `${talk}_b`,
      number,
      parentId: number > 1 ? `${talk}_${number - 1}` : null,
      clientMessageId: `${made}`,
      messages: [said('user', userText), said('assistant', answer)],
      ...{ status: 'completed', attempt: 1, userText, answer, createdAt: at },
      ...{ attachments: [], options: {}, tainted: false },
      ...{ userTokens: 1, answerTokens: 1, toolTokens: 0, contextTokens: 1 },
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
) {
  const { db } = at
  const ownerId = `user_large_${units}`
  const { conversationId, last } = await seed(at, ownerId, data, units)
  const end: Place = { conversationId, last, path: [[`${conversationId}_b`, last]] }
  const aborted = await cold(() => kindIndex(db, ownerId, 'message'))
  const filled = await cold(() => fillFullText(db, ownerId, 'message'))
  const ask = askOwner(at, ownerId, end)
  const askAfresh = (text: string) => {
    // Drops the cache of earlier queries, like a commit does.
    forgetOnce('searched-units')
    return ask(text)
  }
  const recall = await timesOf(questions, askAfresh, 5)
  const typed = questions.slice(0, 40).flatMap((question) => {
    const words = question.split(' ').slice(-3).join(' ')
    return [1, 0.6, 0.3].map((share) => words.slice(0, Math.max(1, Math.ceil(words.length * share))))
  })
  const typing = await timesOf(typed, (text) => searchMemory(db, ownerId, { text, kinds: ['message'] }))
  const committed = await commitAndFind(at, ownerId, end)
  return {
    units: (await searchState(db, ownerId, 'message'))?.units ?? 0,
    ...{ abortMs: aborted.ms, fillMs: filled.ms, heapMB: aborted.heapMB + filled.heapMB },
    ...{ recall, typing, committed },
  }
}
