// @module-tag full
import type { LanguageModelV4CallOptions } from '@ai-sdk/provider'
import { expect, it } from 'vitest'
import type { ScriptedTurn } from '@/e2e/support/scripted-model'
import { openDb } from '@/lib/db/engine/client'
import { everywhere, factsFor } from '@/lib/memory/facts/known-facts'
import { latest } from '@/lib/memory/facts/timeline'
import { everyday } from '@/scripts/tier.mjs'
import { ownPersons, type Person, type PersonTurn, sharedPersons } from './person'
import type { Habit, PersonModelOptions } from './person-model'
import { tell } from './play'

const hasTool = ({ tools = [] }: LanguageModelV4CallOptions, name: string) =>
  tools.some((tool) => tool.name === name)
/** Whether something was called since the person's last message. */
const hasCalled = ({ prompt }: LanguageModelV4CallOptions) => prompt.at(-1)?.role === 'tool'
const isForm = ({ responseFormat }: LanguageModelV4CallOptions) => responseFormat?.type === 'json'
const textOf = ({ text }: ScriptedTurn) => (typeof text === 'string' ? text : '')

const thinksAloud: Habit = (reply) => ({
  ...reply,
  text: `<think>\nThe person wants something. {"facts": []}\n</think>\n\n${textOf(reply)}`,
})
const fences: Habit = (reply, options) =>
  isForm(options)
    ? { ...reply, text: `Here is the JSON:\n\`\`\`json\n${textOf(reply)}\n\`\`\`\nLet me know!` }
    : reply
const misnames: Habit = (reply, options) =>
  hasTool(options, 'search_memories') && !hasCalled(options)
    ? { calls: [{ name: 'search_memories', args: { keyword: 'plan', top_k: '3' } }] }
    : reply
const answersAtOnce: Habit = (reply, _, answer) => (reply.calls ? { text: answer } : reply)
const callsTwice: Habit = (reply, options) =>
  hasTool(options, 'lookup_facts') && !hasCalled(options)
    ? {
        calls: [
          { name: 'lookup_facts', args: { query: 'plan' } },
          { name: 'search_memories', args: '{"query": "plan"' },
          ...(reply.calls ?? []),
        ],
      }
    : reply

const HABITS: readonly Habit[] = [thinksAloud, fences, misnames, answersAtOnce, callsTwice]

/** The habits of models that follow rules badly, one after the other. */
function unruly(): Habit {
  let calls = 0
  return (reply, ...rest) => HABITS[calls++ % HABITS.length]?.(reply, ...rest) ?? reply
}

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
