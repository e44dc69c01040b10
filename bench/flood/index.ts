import { learn } from '@/lib/db/learning/learn'
import { knownStrategies } from '@/lib/db/learning/uses/used'
import type { Turn } from '@/lib/db/turns/turns'
import { readKnownStrategies } from '@/lib/learning/known-strategies'
import { changesOf } from '@/lib/learning/learned'
import { isRefusal, readLesson } from '@/lib/learning/lessons'
import { cosine, rarityOf, termsOf, weightsOf } from '@/lib/learning/similar'
import type { Bench, Report } from '../bench'
import { rounded } from '../stats'
import { openWorkplace, type Workplace } from '../workplace'
import { legitimate, nearDuplicate } from './lessons'

const FLOOD = 1_000
const LOSS = 5
const SOUND = { label: 'success', confidence: 1 } as const

/** Learns one lesson as the job does, from a turn of its own. The result is the time in milliseconds. */
async function learnOne({ db, runtime }: Workplace, ownerId: string, content: string, i: number) {
  const lesson = readLesson(
    { section: 'heu', kind: 'principle', title: `Lesson ${i}`, description: '', content, tags: [] },
    '',
  )
  if (isRefusal(lesson)) throw new Error(`${lesson.reason}: ${content}`)
  const turn = { id: `turn_of_lesson_${i}`, ownerId, userText: '', tainted: false } as Turn
  const began = performance.now()
  const known = await readKnownStrategies(db, ownerId, '', false)
  const changes = await changesOf(db, lesson, known, { turn, verdict: SOUND })
  if (typeof changes === 'string') throw new Error(changes)
  await learn(db, ownerId, changes, {
    ...{ by: 'model', groupId: runtime.id('job'), turnId: turn.id, at: runtime.now() },
    newId: () => runtime.id('str'),
  })
  return performance.now() - began
}

/** The share of questions whose lesson is among the ten most similar ones. */
async function recallAt10({ db }: Workplace, ownerId: string): Promise<number> {
  const contents = (await knownStrategies(db, ownerId)).map(({ content }) => content)
  const rarity = rarityOf(contents.map(termsOf))
  const all = contents.map((content) => ({ content, weights: weightsOf(termsOf(content), rarity) }))
  const found = legitimate.filter(({ content, question }) => {
    const asked = weightsOf(termsOf(question), rarity)
    const scored = all.map((one) => ({ ...one, score: cosine(asked, one.weights) }))
    const first = scored.sort((a, b) => b.score - a.score).slice(0, 10)
    return first.some((one) => one.content === content)
  })
  return rounded((100 * found.length) / legitimate.length)
}

async function run({ n, say }: Parameters<Bench['run']>[0]): Promise<Report> {
  const flood = n ?? FLOOD
  const place = await openWorkplace()
  try {
    const ownerId = 'flooded'
    await place.db.user.create({ data: { id: ownerId, createdAt: place.runtime.now() } })
    for (const [i, { content }] of legitimate.entries()) await learnOne(place, ownerId, content, i)
    const kept = (await knownStrategies(place.db, ownerId)).length
    const before = await recallAt10(place, ownerId)
    say(`${flood} near-duplicates beside ${kept} lessons …`)
    const times: number[] = []
    for (let i = 0; i < flood; i++)
      times.push(await learnOne(place, ownerId, nearDuplicate(i), legitimate.length + i))
    const added = (await knownStrategies(place.db, ownerId)).length - kept
    const after = await recallAt10(place, ownerId)
    const p95 = rounded(times.sort((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? 0)
    return {
      rows: [
        { measure: 'lessons of their own kept', value: kept, unit: `of ${legitimate.length}` },
        { measure: 'near-duplicates kept', value: added, unit: `of ${flood}` },
        { measure: 'recall@10 before', value: before, unit: '%' },
        { measure: 'recall@10 after', value: after, unit: '%' },
        { measure: 'learning one lesson, p95', value: p95, unit: 'ms' },
      ],
      goals: [
        { goal: 'recall@10 lost', value: rounded(before - after), limit: LOSS, unit: 'points' },
        { goal: 'near-duplicates kept', value: added, limit: flood / 100, unit: 'strategies' },
      ],
      notes: ['Ranked by the similarity of words alone.'],
    }
  } finally {
    await place.close()
  }
}

export const flood: Bench = {
  name: 'flood',
  about: 'near-duplicates of one lesson beside 100 others: what is merged, and what recall loses (--n N)',
  run,
}
