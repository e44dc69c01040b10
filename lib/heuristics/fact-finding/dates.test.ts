import { describe, expect, it } from 'vitest'
import { findFacts } from './find-facts'

const SAID = { now: new Date('2026-11-23T12:00:00Z'), zone: 'UTC' }
const since = (message: string) =>
  findFacts(message, [], SAID).map(
    ({ object, from }) => `${object} ${from?.toISOString().slice(0, 10) ?? '-'}`,
  )

describe('since when a fact holds', () => {
  it.each([
    ['I have lived in Oslo since September.', ['Oslo 2026-09-01']],
    ['I moved to Leeds in March 2024.', ['Leeds 2024-03-01']],
    ["I've worked at Zeta since 2019 and I live in Leeds.", ['Zeta 2019-01-01', 'Leeds -']],
    ['We adopted a dog three weeks ago.', ['dog 2026-11-02']],
    ['We sold the car yesterday.', ['not car 2026-11-22']],
    ['I work at Zeta from 1 February 2027.', ['Zeta 2027-02-01']],
    ['I work at Zeta from 1 February.', ['Zeta 2027-02-01']],
    ['I work at Zeta from 23 November.', ['Zeta 2026-11-23']],
    ['I work at Zeta from 22 November.', ['Zeta 2027-11-22']],
  ])('%j', (message, facts) => {
    expect(since(message)).toEqual(facts)
  })

  it.each([
    ['I moved to Leeds and may stay.', ['Leeds -']],
    ['I live in Leeds, in May it is lovely.', ['Leeds -']],
    ['I have lived in Oslo since forever.', ['Oslo -']],
    ['My sister was born in May 1990.', ['May 1990 -']],
  ])('is left open by %j', (message, facts) => {
    expect(since(message)).toEqual(facts)
  })
})
