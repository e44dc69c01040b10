// @module-tag full
import { describe, expect, it } from 'vitest'
import { findFacts } from '@/lib/heuristics/fact-finding/find-facts'
import { holdsSecret } from '@/lib/heuristics/secrets/secrets'
import { facts, labelledSet, secretSet } from '.'

describe('the facts bench', () => {
  it('meets its goals on the sets it was tuned on, and for secrets', async () => {
    const { goals } = await facts.run({ n: null, data: null, database: 'sqlite', say: () => {} })
    const missed = goals.filter(({ value, limit, atLeast }) => (atLeast ? value < limit : value > limit))
    expect(missed.filter(({ goal }) => !/^(?:held|blind-[45])/.test(goal))).toEqual([])
    expect(goals.map(({ goal }) => goal)).toContain('secrets in a fact')
  })

  it('recognises every planted secret', () => {
    expect(secretSet().filter(({ text }) => !holdsSecret(text))).toEqual([])
  })

  it('quotes messages verbatim', () => {
    const messages = [...labelledSet('dev'), ...labelledSet('held')]
    const changed = messages.filter(({ text, before }) =>
      findFacts(text, before).some(({ quote }) => !text.includes(quote)),
    )
    expect(changed).toEqual([])
  })
})
