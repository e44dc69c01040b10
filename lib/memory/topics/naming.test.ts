import { expect, it } from 'vitest'
import type { TurnText } from '@/lib/db/turns/turn-texts'
import { languageOf } from './language'
import { phrasesOf } from './naming'
import { Nouns } from './nouns'
import { readTurn } from './words'

const turn = (userText: string, i: number) =>
  ({ id: `t${i}`, conversationId: 'c', userText, answer: 'OK.', messages: null }) as unknown as TurnText

/** The name of a topic with these turns, one of ten like it. */
async function nameOf(...said: string[]): Promise<string> {
  const turns = said.map(turn)
  const read = turns.map(readTurn)
  const terms = read.map(({ texts }) => texts.flatMap(({ words }) => words.flatMap(({ term }) => term ?? [])))
  const nouns = await Nouns.among(terms.flat())
  for (const { texts, language } of read)
    for (const { text, words } of texts) for (const _ of nouns.read(text, words, language));
  const shareOf = (term: string) => terms.filter((own) => own.includes(term)).length / 40
  return phrasesOf(turns, { share: 0.1, isOwn: () => true }, { nouns, shareOf })
    .map(({ word }) => word)
    .join(': ')
}

it.each([
  ['half marathon', 'I run a half marathon.', 'My half marathon is near.', 'A half marathon is hard.'],
  ['Mill Road', 'Is Mill Road closed?', 'I live on Mill Road.', 'They dig up Mill Road again.'],
  ['knee pain', 'My knee pain is back.', 'Is knee pain bad?', 'The knee pain comes at night.'],
  ['Steuererklärung', 'Der Termin der Steuererklärung ist da.', 'Das ist die Steuererklärung.'],
  ['旅館', '京都の旅館を予約したい。', '旅館は高いです。', 'その旅館に行きました。'],
  ['tarte aux pommes', 'Je fais une tarte aux pommes.', 'La tarte aux pommes est bonne.'],
  ['番茄', '番茄需要更多的水。', '我给番茄施肥。', '番茄在温室里。'],
])('a topic is named %s by what its turns say', async (name, ...said) => {
  expect(await nameOf(...said)).toBe(name)
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
