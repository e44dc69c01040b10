// @module-tag full
import { expect, it } from 'vitest'
import { openDb } from '@/lib/db/engine/client'
import { everywhere, factsFor } from '@/lib/memory/facts/known-facts'
import { latest } from '@/lib/memory/facts/timeline'
import { everyday } from '@/scripts/tier.mjs'
import { ownPersons, type Person, type PersonTurn, sharedPersons } from './person'
import type { PersonModelOptions } from './person-model'
import { tell } from './play'
import { unruly } from './unruly'

/** `npm test` takes the first days of one month. */
const DAYS = 8
const open = [...ownPersons(), ...sharedPersons()].filter(({ sealed }) => !sealed)
const months = everyday ? open.slice(0, 1).map((one) => ({ ...one, turns: one.turns.slice(0, DAYS) })) : open

async function told(person: Person, options: PersonModelOptions) {
  const answers: [PersonTurn, string][] = []
  const { file, ownerId } = await tell(person, ({ turn }, one) => answers.push([one, turn.answer]), options)
  const db = await openDb(`file:${file}`)
  const facts = await factsFor(everywhere(db, ownerId))
  await db.$disconnect()
  const lines = facts
    .map(latest)
    .map((one) => `${one.subject}: ${one.predicate} = ${one.object} ${one.status}`)
  return { answers, facts: lines.sort() }
}

it.each(months)(
  'the month of $person ends right, turn by turn, with a model that follows rules badly',
  { timeout: 600_000 },
  async (person) => {
    const { answers, facts } = await told(person, { spoil: unruly() })
    expect(
      answers
        .filter(([turn, answer]) => answer.trim() !== turn.answer.trim())
        .map(([turn, answer]) => [turn.user, answer]),
    ).toEqual([])
    expect(answers).toHaveLength(person.turns.length)
    const { facts: expected } = await told(person, {})
    expect(expected.length).toBeGreaterThan(0)
    expect(facts).toEqual(expected)
  },
)
