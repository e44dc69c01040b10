import type { Db } from '@/lib/db/engine/client'
import { goodTurns, type PastTurn } from '@/lib/db/learning/uses/uses'
import { type StoredToolUse, textsById, toolUses } from '@/lib/db/turns/turn-texts'
import { redact } from '@/lib/heuristics/redact/redact'
import { type IndexQuery, lexicalIndex } from '@/lib/memory/index/memory-index'
import { limitsOfExamples as limits } from '@/lib/shared/limits/examples'
import { shortened } from '@/lib/shared/shortened'
import { FINISHING_TOOL } from '@/lib/shared/turn/finishing-tool'
import { cosine, termsOf, weightsOf } from './similar'

export type SimilarTurn = { turn: PastTurn; similarity: number }
/** `shown` = what the most similar turn with tools did, in words; `similar` = the most similar turns first. */
export type Examples = { shown: { turn: PastTurn; text: string } | null; similar: SimilarTurn[] }
export const noExamples = (): Examples => ({ shown: null, similar: [] })

/**
 * How good an example is: 10, 5 more with under three tool calls, 5 less if one failed, 5 more or less for a
 * thumb. Vectors: 1 call = 15; 4 calls, 1 failed = 5; 2 calls, 1 failed, thumb up = 15.
 */
export const qualityOf = ({ tools, failed, feedback }: Pick<PastTurn, 'tools' | 'failed' | 'feedback'>) =>
  10 + (tools < 3 ? 5 : 0) - (failed > 0 ? 5 : 0) + 5 * feedback

/** The nearest-rank percentile of steps, as a step limit: [1..10] gives 9. Null with too few turns to say. */
export function stepsOfMost(steps: readonly number[]): number | null {
  if (steps.length < limits.leastTurns) return null
  const sorted = [...steps].sort((a, b) => a - b)
  return Math.max(limits.leastSteps, sorted[Math.ceil(limits.share * sorted.length) - 1] ?? 0)
}

type ExampleReach = Pick<IndexQuery, 'conversationId' | 'path' | 'before' | 'scope'>

/** Turns with a similar message that went well, and a worked example from them. Nothing of it is stored. */
export async function findExamples(
  { db, ownerId, place }: { db: Db; ownerId: string; place: ExampleReach },
  text: string,
  countTokens: (text: string) => number,
): Promise<Examples> {
  const hits = await lexicalIndex.search(db, ownerId, { ...place, text, limit: limits.looked })
  const ids = [...new Set(hits.map(({ turnId }) => turnId))]
  const weigh = (of: string) => weightsOf(termsOf(of), () => null)
  const asked = weigh(text)
  const texts = (await textsById(db, ownerId, ids)).flatMap(({ id, userText }) => {
    const similarity = cosine(asked, weigh(userText))
    return similarity >= limits.leastSimilarity ? [{ id, userText, similarity }] : []
  })
  if (texts.length === 0) return noExamples()
  const alike = texts.map(({ id }) => id)
  const turns = await goodTurns(db, ownerId, alike)
  const similar = texts
    .flatMap(({ id, ...found }) => {
      const turn = turns.get(id)
      return turn ? [{ turn, ...found }] : []
    })
    .sort((a, b) => b.similarity - a.similarity || (a.turn.id < b.turn.id ? -1 : 1))
  const best = similar.find(({ turn }) => turn.tools >= limits.leastTools && qualityOf(turn) > limits.quality)
  if (!best) return { shown: null, similar }
  const steps = (await toolUses(db, ownerId, [best.turn])).get(best.turn.id) ?? []
  const example = exampleOf(best.userText, steps)
  const shown = countTokens(example) <= limits.tokens ? { turn: best.turn, text: example } : null
  return { shown, similar }
}

const ASKED = 200
const STEP = 40
const STEPS = 12

/** What was asked and which calls worked, in order, each with the file it was used on. */
function exampleOf(userText: string, steps: readonly StoredToolUse[]): string {
  const asked = shortened(redact(userText).text.replace(/\s+/g, ' ').trim(), ASKED)
  const done = steps.flatMap(({ name, args, ok }) => {
    if (!ok || name === FINISHING_TOOL) return []
    const path = (args as { path?: unknown } | null)?.path
    return typeof path === 'string' ? `${name} ${shortened(path, STEP)}` : name
  })
  const different = done.filter((step, i) => step !== done[i - 1])
  const more = different.length > STEPS ? ', and more' : ''
  return `For “${asked}”, these steps in this order gave a good answer: ${different.slice(0, STEPS).join(', ')}${more}.`
}
