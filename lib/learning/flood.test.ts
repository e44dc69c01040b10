/** @module-tag full */
import { expect, it } from 'vitest'
import { learn } from '@/lib/db/learning/learn'
import { knownStrategies } from '@/lib/db/learning/uses/uses'
import { type TestDb, testDb } from '@/lib/db/testing'
import type { Turn } from '@/lib/db/turns/turns'
import { isRefusal, lessonChanges, lessonStrategy } from './lessons'
import { cosine, rarityOf, readKnownStrategies, termsOf, weightsOf } from './similar'
import { legitimate, nearDuplicate } from './testing-flood'

const FLOOD = 1_000
const AT = new Date('2026-06-01T09:00:00Z')

/** Learns one lesson as the job does, from a turn of its own. */
async function learnOne({ db, ownerId }: TestDb, content: string, i: number) {
  const drawn = { section: 'heu' as const, kind: 'principle' as const, title: `Lesson ${i}`, content }
  const lesson = lessonStrategy({ ...drawn, description: '', tags: [] }, '')
  if (isRefusal(lesson)) throw new Error(`${lesson.reason}: ${content}`)
  const turn = { id: `turn_of_lesson_${i}`, ownerId, userText: '', tainted: false } as Turn
  const verdict = { label: 'success', confidence: 1 } as const
  const known = await readKnownStrategies(db, ownerId, '', false)
  const changes = await lessonChanges(db, lesson, known, { turn, verdict })
  if (typeof changes === 'string') throw new Error(changes)
  let made = 0
  await learn(db, ownerId, changes, {
    ...{ by: 'model', groupId: `job_${i}`, turnId: turn.id, at: AT },
    newId: () => `str_${i}_${++made}`,
  })
}

/** The percentage of questions whose lesson is among the ten whose words are most similar. */
async function recallAt10({ db, ownerId }: TestDb): Promise<number> {
  const contents = (await knownStrategies(db, ownerId)).map(({ content }) => content)
  const rarity = rarityOf(contents.map(termsOf))
  const all = contents.map((content) => ({ content, weights: weightsOf(termsOf(content), rarity) }))
  const found = legitimate.filter(({ content, question }) => {
    const asked = weightsOf(termsOf(question), rarity)
    const scored = all.map((one) => ({ ...one, score: cosine(asked, one.weights) }))
    const first = scored.sort((a, b) => b.score - a.score).slice(0, 10)
    return first.some((one) => one.content === content)
  })
  return (100 * found.length) / legitimate.length
}

it(`${FLOOD} near-duplicates of one lesson are merged and crowd out none of 100 others`, async () => {
  const at = await testDb()
  for (const [i, { content }] of legitimate.entries()) await learnOne(at, content, i)
  const [kept, before] = [(await knownStrategies(at.db, at.ownerId)).length, await recallAt10(at)]
  for (let i = 0; i < FLOOD; i++) await learnOne(at, nearDuplicate(i), legitimate.length + i)
  const added = (await knownStrategies(at.db, at.ownerId)).length - kept
  expect(added).toBeLessThanOrEqual(FLOOD / 100)
  expect(before - (await recallAt10(at))).toBeLessThan(5)
  await at.close()
})
