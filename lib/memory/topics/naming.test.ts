import { expect, it } from 'vitest'
import type { TurnText } from '@/lib/db/turns/turn-texts'
import { languageOf } from './language'
import { saidIn, tellingClauses, weightsOf } from './naming'
import { Nouns } from './nouns'
import { readTurn } from './words'

const turn = (userText: string, i: number, answer = 'OK.') =>
  ({ id: `t${i}`, conversationId: 'c', userText, answer, messages: null }) as unknown as TurnText

/** The sentence that names a topic with these turns, one of ten like it. */
async function nameOf(turns: readonly TurnText[]): Promise<{ word: string; turn: string } | undefined> {
  const read = turns.map(readTurn)
  const terms = read.map(({ texts }) => texts.flatMap(({ words }) => words.flatMap(({ term }) => term ?? [])))
  const nouns = await Nouns.among(terms.flat())
  for (const { texts, language } of read)
    for (const { text, words } of texts) for (const _ of nouns.read(text, words, language));
  const shareOf = (term: string) => terms.filter((own) => own.includes(term)).length / 40
  const said = turns.map(saidIn)
  const weights = weightsOf(said, { share: 0.1, isOwn: () => true }, { nouns, shareOf })
  return (await tellingClauses(said, weights, () => undefined))[0]
}

it.each([
  ['How long is a half marathon', 'How long is a half marathon?', 'My half marathon is near, I think.'],
  ['Volunteering at the shelter', 'I have been volunteering at the shelter.', 'The shelter is full.'],
  [
    'Der Termin der Steuererklärung steht fest',
    'Der Termin der Steuererklärung steht fest.',
    'Die Steuererklärung ist schwer.',
  ],
  ['京都の旅館を予約したい', '京都の旅館を予約したい。', '旅館は高いです。', 'その京都の旅館に行きました。'],
  ['La tarte aux pommes est bonne', 'Il pleut.', 'La tarte aux pommes est bonne.', 'Une tarte, encore ?'],
  ['我给番茄施肥', '番茄需要水。', '我给番茄施肥。', '施肥的时间。'],
])('a topic is named “%s” by what its turns say', async (name, ...said) => {
  expect((await nameOf(said.map((text, i) => turn(text, i))))?.word).toBe(name)
})

it('what names a topic is a person’s, not an answer, a picture’s caption, or what a message quotes further down', async () => {
  const quoted = `Look at this list.\nOne.\nTwo.\nThree.\nThe kettle and the stove and the pan.`
  const turns = [
    turn(quoted, 1, 'The kettle and the stove and the pan are new.'),
    turn('🖼 a photo of a kettle and a stove and a pan', 2),
    turn('My kettle leaks on the stove.', 3),
    turn('Is a stove better than a pan?', 4),
  ]
  expect(await nameOf(turns)).toMatchObject({ word: 'My kettle leaks on the stove', turn: 't3' })
})

it('a sentence that speaks of something said before names a topic less than one that can stand alone', async () => {
  const turns = [
    'She likes the new kettle beside the old stove.',
    'Our new kettle is loud.',
    'Thanks for the kettle tips.',
  ].map((text, i) => turn(text, i))
  expect((await nameOf(turns))?.turn).toBe('t1')
})

it('the language of a text is told by its function words', () => {
  const texts = [
    'Der Hund ist da und bellt.',
    'The dog is here.',
    '我的猫在哪里？',
    'これは私の猫です。',
    'Où est le chat ?',
  ]
  expect(texts.map(languageOf)).toEqual(['de', 'en', 'zh', 'ja', 'fr'])
})
