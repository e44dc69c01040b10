/** @module-tag full */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fillFullText } from '@/lib/memory/index/load/full-text'
import { kindIndex } from '@/lib/memory/index/load/owner-index'
import { type IndexQuery, lexicalIndexOf } from '@/lib/memory/index/memory-index'
import { forget } from '@/lib/shared/once'
import { openWorkplace, type Workplace } from '../workplace'
import { type Conversation, captioned, dataSets } from './data'
import { type Loaded, load } from './load'
import { score } from './metrics'

const OWNER = 'user_large'
/** Far below the size of the data. */
const LARGE = { maxUnits: 500 }
const set = dataSets(null).find(({ name }) => name.startsWith('locomo'))

/** Queries made of three words of some of the messages. */
const made = (conversations: readonly Conversation[], count: number): string[] => {
  const texts = conversations.flatMap(({ turns }) => turns.map(captioned)).filter((text) => text.length > 40)
  return Array.from({ length: count }, (_, i) => {
    const words = (texts[(i * 7_919) % texts.length] ?? '').match(/[\p{L}]{4,}/gu) ?? []
    return [0, 1, 2].map((n) => words[(i + n * 5) % Math.max(1, words.length)] ?? '').join(' ')
  })
}

describe.skipIf(!set)('a memory too large to be held', () => {
  let at: Workplace
  let loaded: Loaded[] = []
  beforeAll(async () => {
    at = await openWorkplace()
    loaded = await load(at, OWNER, set?.conversations ?? [])
  })
  afterAll(() => at.close())

  const ask = async (text: string, size: { maxUnits?: number }, more: Partial<IndexQuery> = {}) => {
    // Cached entries of earlier queries would help.
    forget('searched-units')
    return lexicalIndexOf(size).search(at.db, OWNER, {
      text,
      conversationId: 'none',
      path: [],
      before: 1,
      scope: 'owner',
      limit: 10,
      of: 'messages',
      ...more,
    })
  }

  it('is ranked like a memory with an index in RAM: the same first hits, the same evidence', async () => {
    const texts = made(set?.conversations ?? [], 40)
    const asked = loaded.flatMap((one) =>
      one.data.questions
        .filter((question) => question.evidence.length > 0)
        .map((question) => ({ one, question })),
    )
    const some = asked.filter((_, i) => i % Math.ceil(asked.length / 60) === 0)
    const both = async (size: { maxUnits?: number }) => {
      const hits: string[][] = []
      for (const text of texts)
        hits.push((await ask(text, size)).map((hit) => `${hit.turnId} ${hit.part} ${hit.start}`))
      const found: Record<'owner' | 'conversation', number> = { owner: 0, conversation: 0 }
      for (const scope of ['owner', 'conversation'] as const)
        for (const { one, question } of some) {
          const { conversationId, path, last } = one
          const ranked = await ask(question.question, size, { conversationId, path, before: last + 1, scope })
          found[scope] += score(
            ranked.map((hit) =>
              hit.conversationId === conversationId
                ? one.messageId(hit.turnId, hit.part, hit.start)
                : 'elsewhere',
            ),
            question,
            new Map(one.data.turns.map((turn) => [turn.id, turn.session])),
          ).r10
        }
      return { hits, owner: found.owner / some.length, conversation: found.conversation / some.length }
    }
    const whole = await both({})
    forget('memory-index')
    expect(await kindIndex(at.db, OWNER, 'message', LARGE)).toBeNull()
    await fillFullText(at.db, OWNER, 'message')
    const large = await both(LARGE)
    const overlap =
      whole.hits.reduce(
        (sum, hits, i) =>
          sum + hits.filter((hit) => large.hits[i]?.includes(hit)).length / Math.max(1, hits.length),
        0,
      ) / texts.length
    expect(overlap).toBeGreaterThan(0.8)
    expect(large.owner).toBeGreaterThan(whole.owner - 0.03)
    expect(large.conversation).toBeGreaterThan(whole.conversation - 0.03)
  })
})
