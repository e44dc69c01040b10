// @module-tag full
import { describe, expect, it } from 'vitest'
import { memories } from './data'
import { ask, ENGINES, isRight } from './play'

const SEED = 5
const wrongOf = async (engine: (typeof ENGINES)[number]) =>
  (await ask(engine, memories(SEED, 8, 3)))
    .filter(({ right }) => !right)
    .map(({ question, latest, answer }) => ({ question, latest, answer }))

describe('the latest statement wins', () => {
  for (const engine of ENGINES)
    it(`with the engine "${engine}": changes are answered with the latest, nothing is invented`, {
      tags: engine === 'built-in' ? [] : ['full'],
    }, async () => {
      expect(await wrongOf(engine)).toEqual([])
    })

  it('negative control: outdated answers, both values at once, and invented answers count as wrong', () => {
    const [{ questions } = { questions: [] }] = memories(SEED, 8, 3)
    expect(questions).toHaveLength(11)
    for (const asked of questions) {
      const [earlier = 'It is so.'] = asked.wrong
      expect(isRight(asked, `You told me: “${earlier}”`)).toBe(false)
      expect(isRight(asked, `- You told me: “${asked.latest}”\n- You told me: “${earlier}”`)).toBe(false)
      if (asked.latest)
        expect(isRight(asked, `You told me: “${asked.latest}”\n\nEarlier (May 1, 2026) “${earlier}”`)).toBe(
          true,
        )
    }
  })
})
