// @module-tag full
import { afterEach, describe, expect, it } from 'vitest'
import { testDb } from '@/lib/db/testing'
import { everywhere, factsFor } from '@/lib/memory/facts/known-facts'
import { latest } from '@/lib/memory/facts/timeline'
import { testModels } from '@/lib/model/testing'
import { type Harness, harness } from './testing'

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

const builtIn = () => testModels({ provider: 'offline', delayMs: 0 }).models

/** A person who says each line in a new conversation to `models`, or to a scripted model. */
async function talker(models?: Harness['deps']['models']) {
  const at = await testDb()
  closing.push(at.close)
  const h = await harness(() => ({ text: 'Ready.' }), {}, { ...at, prefix: 'k_' })
  if (models) h.deps.models = models
  let talks = 0
  return {
    async say(text: string) {
      h.runtime.advance(60_000)
      const { answer } = await h.say(`talk${++talks}`, text, { preset: 'auto' })
      await h.jobs.tick()
      return answer
    },
    /** The current facts, each as "subject: predicate = object". */
    facts: async () =>
      (await factsFor(everywhere(h.db, at.ownerId)))
        .filter(({ until }) => until === null)
        .map((fact) => `${latest(fact).subject}: ${latest(fact).predicate} = ${latest(fact).object}`),
    requests: () => h.models.requests.map(({ user }) => user),
  }
}

describe('across conversations, the built-in engine', () => {
  it('answers from the current fact, whatever the words, and names the earlier value as earlier', async () => {
    const { say } = await talker(builtIn())
    await say('I work as a nurse.')
    await say('I am a teacher now.')
    const answer = await say('What do I do for a living?')
    expect(answer).toContain('You told me: “I am a teacher now.” [turn 1 of conversation talk2]')
    expect(answer).toMatch(/\n\nBefore that, it was “nurse”\./)
    expect(await say('Am I a nurse?')).toMatch(/^No\. You told me: “I am a teacher now\.”/)
  })

  it('knows a change in the second clause of a sentence', async () => {
    const { say } = await talker(builtIn())
    await say('I live in Lisbon.')
    await say('I started a new job, and I moved to Porto last week.')
    expect(await say('Do I live in Lisbon?')).toMatch(/^No\. You told me: “.*Porto last week\.”/)
  })

  it('takes a pronoun for the only one it fits, and the fact is the same', async () => {
    const { say, facts } = await talker(builtIn())
    await say('My cat is called Miso.')
    await say('Her name is now Mochi.')
    expect(await facts()).toEqual(['cat: name = Mochi'])
    expect(await say('What is my cat called?')).toMatch(/^You told me: “Her name is now Mochi\.”/)
    expect(await say('Is my cat called Miso?')).toMatch(/^No\. /)
  })

  it.each([
    [
      ['My cat is called Miso.', 'My sister is called Ana.'],
      ['cat: name = Miso', 'sister: name = Ana'],
    ],
    [['I like tea.'], ['user: likes = tea']],
  ])('changes no fact where nobody or several could be meant, after %j', async (said, held) => {
    const { say, facts } = await talker(builtIn())
    for (const line of said) await say(line)
    await say('Her name is now Mochi.')
    expect(await facts()).toEqual(held)
  })
})

it('knows what was told in passing, changes and answers among them, in other words', async () => {
  const { say } = await talker(builtIn())
  for (const line of [
    'Our rent is 1,050.',
    "Rent's gone up, it's 1,150 now.",
    'The nursery shuts at 5:30.',
    "Ingrid used to be a midwife, she's retired now.",
    'Tom is coeliac, so no gluten for him.',
    'I switched from O2 to Giffgaff.',
    'Our insurer is Aviva.',
    'The insurance costs 340 a year.',
    'Sold the Fiesta. Got a blue Skoda instead.',
  ])
    await say(line)
  for (const [question, ...answers] of [
    ["What's our rent?", '1,150'],
    ['When does nursery close?', '5:30'],
    ['What did Ingrid do for work?', 'midwife'],
    ["Who can't eat gluten?", 'Tom'],
    ['Which phone company am I with?', 'Giffgaff'],
    ['Which insurer do we have?', 'Aviva'],
    ['What does the insurance cost?', '340'],
    ['What car do I have?', 'Skoda'],
  ] as const) {
    const answer = await say(question)
    expect(answer, question).not.toMatch(/^(?:I found no|Nothing I found)/)
    for (const value of answers) expect(answer, question).toContain(value)
  }
})

it('shows a model which value holds, and which recalled sentence it has replaced', async () => {
  const { say, requests } = await talker()
  await say('I live in Lisbon.')
  await say('I started a new job, and I moved to Porto last week.')
  await say('Where do I live?')
  const prompt = requests().at(-1) ?? ''
  const [, label] = /--- id=(\w+) who=user .*\n.*user: lives in = Porto \(before: Lisbon\)/.exec(prompt) ?? []
  expect(prompt).toMatch(
    new RegExp(`--- id=\\w+ who=user .*\\(later changed: see ${label}\\)\\n.*I live in Lisbon\\.`),
  )
})
