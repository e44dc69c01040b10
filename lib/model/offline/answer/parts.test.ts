import { describe, expect, it } from 'vitest'
import { OfflineModel } from '@/lib/model/offline/offline-model'
import { generate, optionsOf, searchedBefore, section, THINK_TOOLS, task } from '@/lib/model/offline/testing'
import { partsOf } from './parts'
import { queryOf } from './query'

const split = (question: string) => partsOf(queryOf(question), []).map(({ text }) => text)

describe('a question with several subjects', () => {
  it.each([
    ['Tell me about my cat and my aunt', ['Tell me about my cat', 'Tell me about my aunt']],
    ['What are my cat and our vet called?', ['What are my cat called?', 'What are our vet called?']],
    [
      'How much do my phone plan and my gym cost?',
      ['How much do my phone plan cost?', 'How much do my gym cost?'],
    ],
    ['Where do Ana and Bert live?', ['Where do Ana live?', 'Where do Bert live?']],
    [
      'What do you know about Ana, Bert and my boat?',
      ['What do you know about Ana?', 'What do you know about Bert?', 'What do you know about my boat?'],
    ],
    [
      'Tell me about my cat, where I live, and the soup recipe.',
      ['Tell me about my cat.', 'where I live.', 'Tell me about the soup recipe.'],
    ],
    ['Where do I live and what is my cat called?', ['Where do I live?', 'what is my cat called?']],
    ['What is my cat called and how old is it?', ['What is my cat called?', 'how old is our cat?']],
    [
      'Which insurer do we have and what does it cost?',
      ['Which insurer do we have?', 'what does our insurer cost?'],
    ],
    [
      "When's my sister's wedding and who is her witness?",
      ["When's my sister's wedding?", "who is our sister's wedding's witness?"],
    ],
    [
      'What is the name of my cat and my dog?',
      ['What is the name of my cat?', 'What is the name of my dog?'],
    ],
  ])('is one question for each: %s', (question, parts) => {
    expect(split(question)).toEqual(parts)
  })

  it.each([
    'Where is my salt and pepper mill?',
    'Who is my guitar teacher and when?',
    'After the move, where do I live?',
    'What does my dog eat and drink?',
    'When I was in Rome, my hotel was nice. What was it called?',
  ])('is not: %s', (question) => {
    expect(split(question)).toEqual([queryOf(question).text])
  })

  it('is one question where one sentence answers all of it', () => {
    const told = section('recalled', [{ turn: '2', who: 'user' }, 'Ana and Bert live in Graz.'])
    return expect(
      generate(new OfflineModel({ delayMs: 0 }), optionsOf([told, task('Where do Ana and Bert live?')])),
    ).resolves.toMatchObject({ text: 'You told me: “Ana and Bert live in Graz.” [turn 2]' })
  })

  it('is searched for subject by subject, in two rounds at most', async () => {
    const round = async (number: number) => {
      const { calls } = await generate(
        new OfflineModel({ delayMs: 0 }),
        optionsOf(
          [
            section('recalled', [{ turn: '2', who: 'user' }, 'My cat is called Tom.']),
            task('What are my cat and my vet called, and what is my boat called?', 'Round 1 of at most 5.'),
          ],
          { tools: THINK_TOOLS },
          searchedBefore(number),
        ),
      )
      return calls.flatMap(({ name, args }) => (name === 'recall_context' ? [String(args.keywords)] : []))
    }
    expect(await round(1)).toEqual([
      'What are my cat called?',
      'What are my vet called?',
      'what is my boat called?',
    ])
    expect((await round(2)).some((keywords) => /cat/.test(keywords))).toBe(false)
    expect(await round(3)).toEqual([])
  })

  it('is answered subject by subject, and what was not found is named', async () => {
    const recalled = section(
      'recalled',
      [{ turn: '2', who: 'user' }, 'My cat is called Tom.'],
      [{ turn: '3', who: 'user' }, 'My aunt Ada works as a pilot.'],
    )
    const { text } = await generate(
      new OfflineModel({ delayMs: 0 }),
      optionsOf([recalled, task('Tell me about my cat, my boat and my aunt')]),
    )
    expect(text.split('\n\n')).toEqual([
      'You told me: “My cat is called Tom.” [turn 2]',
      'I found nothing about “boat”.',
      'You told me: “My aunt Ada works as a pilot.” [turn 3]',
    ])
  })
})
