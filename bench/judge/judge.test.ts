import { expect, it } from 'vitest'
import { judge } from '.'
import { ownSet } from './trajectories'

it('is right often enough on turns that it was not tuned on', async () => {
  const { goals, rows } = await judge.run({ n: null, data: null, database: 'sqlite', say: () => {} })
  expect(goals.filter(({ value, limit }) => value < limit)).toEqual([])
  expect(rows).toMatchObject([{ engine: 'heuristic', n: ownSet('held').length }])
})

it('has at least 60 turns with every label, and none twice', () => {
  const all = [...ownSet('dev'), ...ownSet('held')]
  expect(all.length).toBeGreaterThanOrEqual(60)
  expect(new Set(all.map(({ text }) => text)).size).toBe(all.length)
  expect(new Set(ownSet('held').map(({ label }) => label)).size).toBe(3)
})
