// @module-tag full
import { afterEach, describe, expect, it } from 'vitest'
import { editFact, listFacts } from '@/lib/services/facts'
import { builtIn, startTalker } from './testing-talker'

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

async function talker() {
  const { at, h, facts, ...talk } = await startTalker(builtIn())
  closing.push(at.close)
  const say = (text: string, conversation = 'a') => talk.say(text, conversation)
  const correct = async (old: string, object: string) => {
    h.runtime.advance(60_000)
    const who = { db: h.db, ownerId: at.ownerId, runtime: h.runtime }
    const [fact] = (await listFacts(who, old)).subjects.flatMap(({ now }) => now)
    await editFact(who, { ids: fact?.ids ?? [], predicate: fact?.predicate ?? '', object })
  }
  return { say, facts, correct }
}

describe('a value that the person wrote on the Facts page', () => {
  const told = async () => {
    const by = await talker()
    await by.say("I'm a nurse and I work at St James's.")
    await by.say("I don't work nights any more, I'm on days.")
    await by.correct('James', 'the Nuffield')
    return by
  }

  it.each(['a', 'b'])(
    'is the answer after older sentences, asked in conversation %s',
    async (conversation) => {
      const { say } = await told()
      expect(await say('Where do I work?', conversation)).toMatch(
        /^You wrote on the Facts page: “I work at the Nuffield\.”/,
      )
    },
  )

  it.each(['a', 'b'])(
    'stands beside the older words when these are quoted, in conversation %s',
    async (where) => {
      const { say, correct } = await talker()
      await say('I live in Lisbon.')
      await correct('Lisbon', 'Faro')
      expect(await say('What did I tell you about Lisbon?', where)).toMatch(
        /^You wrote on the Facts page: “I live in Faro\.”\n\nEarlier \([^)]*\) you told me: “I live in Lisbon\.”/,
      )
    },
  )

  it('gives way to what is said after it', async () => {
    const { say } = await told()
    await say('I work at the Royal now.')
    const [now] = (await say('Where do I work?', 'b')).split('\n\n')
    expect(now).toContain('“I work at the Royal now.”')
  })
})

describe('what one sentence says after another', () => {
  it.each([
    [
      ['I live in Leeds.', "We've moved! We're in York now, the house is lovely."],
      ['Where do I live?', "“We're in York now, the house is lovely.”", 'user: lives in = York'],
    ],
    [
      ['I drive an old red Fiesta.', 'Sold the Fiesta last week. Got a blue Skoda instead.'],
      ['What do I drive?', '“Got a blue Skoda instead.”', 'user: drives = blue Skoda'],
    ],
    [
      [
        "I work at St James's.",
        "I don't work nights any more, I'm on days. And I quit St James's, I'm at the Nuffield now",
      ],
      ['where do i work', "“And I quit St James's, I'm at the Nuffield now”", 'user: works at = Nuffield'],
    ],
  ])('is the fact, and the answer: %j', async (lines, [question = '', quote, fact]) => {
    const { say, facts } = await talker()
    for (const line of lines) await say(line)
    expect(await facts()).toEqual([fact])
    const [now] = (await say(question)).split('\n\n')
    expect(now).toBe(`You told me: ${quote} [turn 2]`)
  })

  it('is nothing new where nothing ended', async () => {
    const { say, facts } = await talker()
    await say('I live in Leeds. I work at Arlo.')
    await say("The rain moved on. We're in York now. I quit smoking. I'm at Tesco now.")
    await say('I sold my piano. Got a sore back instead.')
    expect(await facts()).toEqual([
      'user: lives in = Leeds',
      'user: works at = Arlo',
      'user: owns = not piano',
    ])
  })
})

it('what is no longer so leaves the list of everything that is known', async () => {
  const { say, facts } = await talker()
  await say('My favourite colour is green.')
  await say("Actually my favourite colour isn't green any more, it's teal.")
  expect(await facts()).toEqual(['user: favourite colour = teal'])
  expect(await say('Tell me everything you know about me')).not.toContain('green')
})

it('a text that has only a word of the question in another meaning is no more than the closest match', async () => {
  const { say } = await talker()
  await say('The fuse is in the cellar, so if it trips on a Saturday we sit in the dark.')
  expect(await say('where are we going on holiday?')).not.toMatch(/^You told me/)
})

describe('what is noted', () => {
  it('is the whole of a short message', async () => {
    const { say } = await talker()
    const told = "I live in Leeds with my husband Tom and our dog Biscuit. I'm allergic to peanuts."
    expect(await say(`Hi! I'm Dana. ${told}`)).toBe(`Noted: “I'm Dana. ${told}”`)
  })

  it('is the beginning of a long one', async () => {
    const { say } = await talker()
    const answer = await say('The cat sat on the mat and '.repeat(1_400))
    expect(answer).toMatch(/^Noted: “The cat .*…”, and the rest\.$/)
    expect(answer.length).toBeLessThan(330)
  })

  it('is as many of many sentences as fit', async () => {
    const { say } = await talker()
    const answer = await say('My boat has a mast of pine. '.repeat(40))
    expect(answer).toMatch(/^Noted: “My boat .*pine\.”, and the rest\.$/)
    expect(answer.length).toBeLessThan(330)
  })
})
