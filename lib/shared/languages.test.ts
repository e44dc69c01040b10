import { describe, expect, it } from 'vitest'
import { isFunctionWord, languageOf } from './languages'
import { fold, words } from './words'

const languageIn = (text: string) => languageOf(words(text))
const telling = (text: string) =>
  words(text)
    .map(({ text }) => fold(text))
    .filter((word) => !isFunctionWord(word, languageIn(text)))

describe('the language of a text', () => {
  it.each([
    ['en', 'what did I tell you about the garden'],
    ['en', 'configuration module'],
    ['en', 'José moved to Málaga'],
    ['en', 'The man has a red hat'],
    ['en', 'war film'],
    ['de', 'was habe ich dir über den Garten gesagt'],
    ['de', 'Also in Berlin war es so toll, was will man mehr'],
    ['de', 'Was war am 3. Mai?'],
    ['de', 'Wie heisst meine Katze'],
    ['es', '¿qué te dije sobre el jardín?'],
    ['ru', 'что я говорил о саде'],
    ['ar', 'أين تعيش قطتي؟'],
    ['zh', '我的猫叫小米'],
    ['ja', '私の猫の名前は何ですか'],
    [null, 'Missä kissani asuu?'],
    [null, 'Größe 42'],
  ])('%s: %s', (language, text) => expect(languageIn(text)).toBe(language))
})

it('the words of a question in the largest languages are no content', () => {
  const questions: [string, string[]][] = [
    ['What are you?', []],
    ['Wogegen bin ich allergisch?', ['allergisch']],
    ['Weshalb und womit?', []],
    ['什么 为什么 哪里 谁 多少', []],
    ['我对什么过敏？', ['对', '过敏']],
    ['私は何にアレルギーがありますか', ['アレルギー']],
    ['मुझे किससे एलर्जी है', ['किससे', 'एलर्जी']],
    ['¿A qué soy alérgico?', ['alergico']],
    ['أين أعيش؟', ['اعيش']],
    ['À quoi suis-je allergique ?', ['allergique']],
    ['আমি কোথায় থাকি', ['থাকি']],
    ['A que sou alérgica, e por quê?', ['alergica']],
    ['Где я живу и почему?', ['живу']],
    ['میں کہاں رہتا ہوں', ['رہتا']],
    ['Di mana saya tinggal?', ['tinggal']],
  ]
  for (const [text, left] of questions) expect([text, telling(text)]).toEqual([text, left])
})
