// @module-tag full
import { describe, expect, it } from 'vitest'
import { searchMemory } from '@/lib/memory/search/search'
import { inMemory } from '@/lib/transfer/archive/testing-zip'
import { importFile } from '@/lib/transfer/import'
import { offlineHarness } from './testing-offline'

type Offline = Awaited<ReturnType<typeof offlineHarness>>
async function imported(
  { db, ownerId, runtime, deps }: Offline,
  ...conversations: unknown[]
): Promise<string[]> {
  const file = inMemory(Buffer.from(JSON.stringify(conversations)))
  const report = await importFile(db, ownerId, file, { runtime, countTokens: deps.countTokens })
  return report.conversations.map(({ id }) => id ?? '')
}
const claude = {
  ...{ uuid: 'k', name: 'Roses', created_at: '2024-01-01T00:00:00Z' },
  chat_messages: [
    { uuid: '1', sender: 'human', text: 'My roses have aphids.', created_at: '2024-01-01T00:00:00Z' },
    {
      uuid: '2',
      sender: 'assistant',
      text: 'Spray the roses with soapy water.',
      created_at: '2024-01-01T00:00:00Z',
    },
  ],
}

const MORE = [
  'I painted the fence.',
  'It rains.',
  'I bought a lamp.',
  'We ate soup.',
  'The train was late.',
  'The shoes are wet.',
]

describe('what the built-in engine says of a memory that holds something', () => {
  it('is never that it holds nothing, in other words, of another value, or asked again and again', async () => {
    const h = await offlineHarness()
    for (const text of ['My sister Annika works as a marine biologist.', ...MORE]) await h.say('old', text)
    const quote = '“My sister Annika works as a marine biologist.” [turn 1 of conversation old]'
    expect((await h.say('c1', 'What does my sister do for a living?')).answer).toBe(`You told me: ${quote}`)
    expect((await h.say('c2', 'What kind of job does Annika have?')).answer).toBe(`You told me: ${quote}`)
    for (const [at, thinking] of [true, false, true, false].entries()) {
      const { answer } = await h.say(`again${at}`, "When is Annika's wedding?", { thinking })
      expect(answer).toContain(quote)
      expect(answer).toContain('I found nothing about “wedding”.')
      expect(answer).toContain('I searched all your own conversations for “Annika” and “wedding”.')
    }
    await h.close()
  })

  it('names what was searched where nothing was found, and that only questions came up where that is so', async () => {
    const h = await offlineHarness()
    await h.say('old', 'I like tea.')
    expect((await h.say('c1', 'Who is Bertold?')).answer).toMatch(
      /I found nothing about “Bertold”\. I searched all your own conversations for “Bertold”; it may be worded differently\. I cannot explain or write anything new: .*\.$/,
    )
    expect((await h.say('c2', 'Who is Bertold?')).answer).toBe(
      'I found no answer. I only quote what was said; more than that needs a language model. I searched all your own conversations for “Bertold”; only questions matched.',
    )
    expect((await h.say('c3', 'Who is Bertold?', { recall: 'conversation' })).answer).toContain(
      'I searched this conversation for “Bertold”; it may',
    )
    await h.close()
  })
})

describe('an imported conversation with another assistant', () => {
  it('is told as said by and to that assistant, from elsewhere, within it and in the search', async () => {
    const h = await offlineHarness()
    const [id = ''] = await imported(h, claude)
    expect((await h.say('c1', 'What should I spray?')).answer).toBe(
      `Claude told you: “Spray the roses with soapy water.” [turn 1 of conversation ${id}]`,
    )
    expect((await h.say('c2', 'Who has aphids?')).answer).toContain(
      `You told Claude: “My roses have aphids.” [turn 1 of conversation ${id}]`,
    )
    expect((await h.say(id, 'What should I spray?')).answer).toBe(
      'Claude told you: “Spray the roses with soapy water.” [turn 1]',
    )
    await h.say(id, 'My tulips are red.')
    expect((await h.say(id, 'What are my tulips?')).answer).toBe('You told me: “My tulips are red.” [turn 3]')
    const speakers = (await searchMemory(h.db, h.ownerId, { text: 'soapy', kinds: ['message'] })).hits.map(
      ({ speaker, turnNumber }) => [speaker, turnNumber],
    )
    expect(speakers).toContainEqual(['Claude', 1])
    expect(speakers).toContainEqual(['assistant', 2])
    await h.close()
  })
})

describe('an imported conversation between named people', () => {
  it('is summed up with their names, and a picture is told as a picture', async () => {
    const h = await offlineHarness()
    const said = (id: string, speaker: string, text: string, caption?: string) => ({
      id,
      session: '1',
      speaker,
      text,
      caption,
      at: '2023-05-08T10:00:00Z',
    })
    const turns = [
      said('D1:1', 'Caroline', 'Look at my new work!', 'a photo of a blue bowl'),
      said('D1:2', 'Melanie', 'I swim at the lake every day.'),
    ]
    const [id = ''] = await imported(h, { id: 'loc', speakers: ['Caroline', 'Melanie'], turns })
    const [summary] = await h.db.summary.findMany({ where: { conversationId: id } })
    expect(summary?.text).toBe(
      'Caroline said: Look at my new work! Caroline shared a picture: a photo of a blue bowl. Melanie said: I swim at the lake every day.',
    )
    expect((await h.say('c1', 'Who has a blue bowl?')).answer).toBe(
      `Caroline shared a picture: “a photo of a blue bowl” [turn 1 of conversation ${id}]`,
    )
    await h.close()
  })
})
