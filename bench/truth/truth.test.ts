/** @module-tag full */
// @module-tag full
import { describe, expect, it } from 'vitest'
import { memories } from './data'
import { type Dialogue, dialoguesIn, fileOf, heldDialogues, isRightReply } from './dialogues'
import { ask, ENGINES, isRight } from './play'

type Says = Dialogue['asks'][number]['says']
const PLAYED = ['job', 'second clause: home', 'pet pronoun', 'pets', 'yes or no', 'cannot']
const THIRD = ['sample', 'lent', 'nothing']
const EVERYDAY = ['forget', 'list', 'count', 'before', 'married', 'noise']

describe('dialogues in other wordings', () => {
  it('are answered from the current facts', async () => {
    const dialogues = dialoguesIn(fileOf('dialogues-dev'))
    const played = PLAYED.flatMap((topic) => dialogues.find((one) => one.topic === topic) ?? [])
    expect(played).toHaveLength(PLAYED.length)
    expect((await heldDialogues(played)).filter(({ right }) => !right)).toEqual([])
  })

  it('are everyday questions, too', async () => {
    const dialogues = dialoguesIn(fileOf('everyday-dev'))
    const played = EVERYDAY.flatMap((topic) => dialogues.find((one) => one.topic === topic) ?? [])
    expect(played).toHaveLength(EVERYDAY.length)
    expect((await heldDialogues(played)).filter(({ right }) => !right)).toEqual([])
  })

  it('are a newcomer’s questions, the sample conversation beside them or not', async () => {
    const dialogues = dialoguesIn(fileOf('everyday-third'))
    const played = THIRD.flatMap((topic) => dialogues.find((one) => one.topic === topic) ?? [])
    expect(played).toHaveLength(THIRD.length)
    expect((await heldDialogues(played)).filter(({ right }) => !right)).toEqual([])
  })

  it('negative control: outdated values, missing ones and another kind of answer count as wrong', () => {
    const asked = { ask: 'Do I live in Lisbon?', now: 'Porto', old: ['Lisbon'], earlier: [] as string[] }
    const right = (answer: string, says?: Says, never: string[] = []) =>
      isRightReply({ ...asked, never, says }, answer)
    expect(right('No. You told me: “I moved from Lisbon to Porto.”', 'no')).toBe(true)
    expect(right('You told me: “I moved to Porto.”\n\nEarlier (May 1, 2026) “I live in Lisbon.”')).toBe(true)
    expect(right('You told me: “I moved to Porto.”', 'no')).toBe(false)
    expect(right('You told me: “I live in Lisbon.”')).toBe(false)
    expect(right('- You told me: “I moved to Porto.”\n- You told me: “I live in Lisbon.”')).toBe(false)
    expect(right('I found no answer. The closest match is:\n\n“Porto”')).toBe(false)
    expect(right('Noted: “Porto”', 'cannot')).toBe(false)
    expect(right('Noted: “Porto”', 'unclear')).toBe(false)
    expect(right('I cannot forget Porto from the chat: do it on Facts.', 'forget')).toBe(true)
    expect(right('Noted: “Porto” on Facts', 'forget')).toBe(false)
    expect(right('“Porto”')).toBe(true)
    expect(isRightReply({ ...asked, never: [], earlier: ['Lisbon'] }, '“Porto”')).toBe(false)
    expect(right('“Porto” and noise', undefined, ['Noise'])).toBe(false)
  })
})

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
