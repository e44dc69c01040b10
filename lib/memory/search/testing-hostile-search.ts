import fc from 'fast-check'
import type { TestDb } from '@/lib/db/testing'
import { seedConversation } from '@/lib/db/testing-seed'
import { searchMemory } from './search'

const SYNTAX = [
  '"',
  '""',
  "'",
  '*',
  '(',
  ')',
  'AND',
  'OR',
  'NOT',
  'NEAR(',
  ':',
  '^',
  '-',
  '--',
  ';',
  'DROP TABLE "Turn"',
  '%',
  '_',
  '\\',
  '\0',
  '\ud800',
  '\udc00',
  '{',
  '}',
  '&',
  '|',
  '!',
  '<->',
  '“',
  '”',
  '«',
  '__proto__',
  'constructor',
  'secret',
  'mine',
  '日本',
  '🙂',
  '\u202e',
  '\n',
]
/** Texts that a search engine with this syntax might interpret. */
export const hostileTexts = (syntax: readonly string[]) =>
  fc.oneof(
    fc.string({ unit: 'binary', maxLength: 60 }),
    fc
      .array(fc.oneof(fc.constantFrom(...syntax), fc.string({ maxLength: 8 })), { maxLength: 12 })
      .map((parts) => parts.join(' ')),
    fc.constantFrom(...syntax),
  )
const hostile = hostileTexts(SYNTAX)

type At = Pick<TestDb, 'db' | 'ownerId'>
/**
 * Two people's conversations with the same words, searched with that many texts by the first. @returns
 * failures (an error, another user's row, a mark outside its excerpt) and the number of hits.
 */
export async function hostileSearches(
  at: At,
  count: number,
): Promise<{
  wrong: string[]
  found: number
  other: { ownerId: string; conversationId: string }
}> {
  const other = `user_${crypto.randomUUID().slice(0, 8)}`
  await at.db.user.create({ data: { id: other, createdAt: new Date() } })
  const foreign = await seedConversation({ db: at.db, ownerId: other }, [
    { userText: 'A secret of mine: 日本 AND OR NOT.', answer: 'The constructor of __proto__.' },
  ])
  const own = await seedConversation(at, [
    { userText: 'A secret of mine, 日本 too.' },
    { userText: 'The constructor said OR.' },
  ])
  const wrong: string[] = []
  let found = 0
  for (const text of fc.sample(hostile, { numRuns: count, seed: 23 })) {
    try {
      const { hits } = await searchMemory(at.db, at.ownerId, { text })
      found += hits.length
      for (const hit of hits) {
        if (hit.conversationId !== own.conversationId)
          wrong.push(`${JSON.stringify(text)} shows ${hit.conversationId}`)
        for (const [start, end] of hit.excerpt.marks)
          if (!(start >= 0 && start < end && end <= hit.excerpt.text.length))
            wrong.push(`${JSON.stringify(text)} marks ${start}-${end}`)
      }
    } catch (error) {
      wrong.push(`${JSON.stringify(text)}: ${String(error)}`)
    }
  }
  return { wrong, found, other: { ownerId: other, conversationId: foreign.conversationId } }
}
