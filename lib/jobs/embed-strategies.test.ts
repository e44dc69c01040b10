import { afterEach, expect, it } from 'vitest'
import { bagOfWords, DIMS } from '@/e2e/support/embedding'
import type { Hands } from '@/lib/agent/testing-hands'
import { normalised } from '@/lib/model/embed/embed'
import type { Embedder } from '@/lib/model/embed/embedder'
import { learningBy, lesson, noted, taught } from './learning/testing-learning'

let h: Hands | null = null
afterEach(() => h?.close())

const usage = { inputTokens: 1, cachedTokens: 0, outputTokens: 0, reasoningTokens: 0, costMicros: 0 }
const embedder: Embedder = {
  ...{ provider: 'test', model: 'bag', space: 'test bag' },
  embed: async (texts) => ({
    vectors: bagOfWords(texts).map(normalised),
    ...{ error: null, aborted: false, tries: [], notices: [], ms: 1 },
    usage: { ...usage, estimated: false },
  }),
}

it('embeds what a turn taught without waiting for the next message', async () => {
  const content = 'Check the opening hours of the day that was asked about before the answer is given.'
  const made = await learningBy({ turn_notes: noted({ lesson: lesson(content) }) })
  h = made
  Object.assign(made.models, { embedder })
  await taught(made, 'When does the harbour of Borkum open on Sundays?')
  await made.jobs.tick()
  const strategy = await made.db.strategy.findFirstOrThrow({ where: { ownerId: made.ownerId } })
  expect(strategy.content).toBe(content)
  const rows = await made.db.embedding.findMany({ where: { kind: 'strategy', refId: strategy.id } })
  expect(rows).toMatchObject([{ model: embedder.space, dims: DIMS, ownerId: made.ownerId }])
})
