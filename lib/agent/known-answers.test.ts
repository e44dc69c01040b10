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

/** Says each line in a new conversation, a minute later, and gives the answers. */
async function talker(models?: Harness['deps']['models']) {
  const at = await testDb()
  closing.push(at.close)
  const h = await harness(() => ({ text: 'Ready.' }), {}, { ...at, prefix: 'k_' })
  if (models) h.deps.models = models
  let talks = 0
  const say = async (text: string) => {
    h.runtime.advance(60_000)
    const { answer } = await h.say(`talk${++talks}`, text, { preset: 'auto' })
    await h.jobs.tick()
    return answer
  }
  const facts = async () =>
    (await factsFor(everywhere(h.db, at.ownerId)))
      .filter(({ until }) => until === null)
      .map((fact) => `${latest(fact).subject}: ${latest(fact).predicate} = ${latest(fact).object}`)
  return { say, facts, requests: () => h.models.requests.map(({ user }) => user) }
}
const builtIn = () => testModels({ provider: 'offline', delayMs: 0 }).models

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
    expect(await say('Her name is now Mochi.')).toContain('I take “Her” to be your cat.')
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
  ])('says that it does not know who is meant after %j, and changes no fact', async (said, held) => {
    const { say, facts } = await talker(builtIn())
    for (const line of said) await say(line)
    expect(await say('Her name is now Mochi.')).toMatch(/^I do not know who or what “Her” means here/)
    expect(await facts()).toEqual(held)
  })
})

it('shows a model which value holds, and which recalled sentence it has replaced', async () => {
  const { say, requests } = await talker()
  await say('I live in Lisbon.')
  await say('I started a new job, and I moved to Porto last week.')
  await say('Where do I live?')
  const prompt = requests().at(-1) ?? ''
  expect(prompt).toMatch(
    /--- turn=1 who=user .*newer=turn1-of-talk1.*\n.*user: lives in = Porto \(before: Lisbon\)/,
  )
  expect(prompt).toMatch(/--- turn=1 who=user .*older=turn1-of-talk2.*\n.*I live in Lisbon\./)
})
