import { limits } from '@/lib/shared/limits'
import { kindOf, politely } from './question'
import { sentencesOf } from './sentences'
import { STOP_WORDS } from './stop-words'
import { languageOfText, wordsOf } from './words'

const MAX_WORDS = 6
const MARKUP = /```[\s\S]*?(?:```|$)|^[#>*\-\s]+|[*_`~]+|https?:\/\/\S+/gm
/** Openings that say nothing about the subject. */
const OPENING =
  /^(?:(?:what|when|where|how|which|who) (?:did|do|have|had) (?:i|we|you) (?:tell|told|say|said|mention|know|talk|discuss)(?:ed)? (?:you |me |us )?(?:about )?|(?:do|did|can|could) you (?:please )?(?:remember|recall|know|tell me|explain|help me(?: with| to)?) (?:to |about )?|(?:tell|show|give|remind) me (?:about |of |a |an |the )?|i(?:'d| would) like (?:you )?to |i (?:want|need) (?:you )?to |(?:remember|note) that |how (?:do|can|should) (?:i|we|you) |what (?:is|are|was|were) |what's |is there (?:a |an |any )?)/i

/** A title of at most six words taken from the text: no opening courtesies, no trailing punctuation, any language. '' when the text holds no word. */
export function titleOf(text: string): string {
  const clean = text.slice(0, 4_000).replace(MARKUP, ' ')
  const source = wordsOf(clean).length > 0 ? clean : text.slice(0, 4_000)
  const sentences = sentencesOf(source)
  const subject = sentences.find((sentence) => !['greeting', 'thanks', 'acknowledgement', 'empty'].includes(kindOf(sentence))) ?? sentences[0] ?? ''
  const polite = politely(subject)
  const stripped = polite.replace(OPENING, '')
  return shorten(wordsOf(stripped).length >= 2 ? stripped : wordsOf(polite).length > 0 ? polite : subject)
}

function shorten(phrase: string): string {
  const words = wordsOf(phrase)
  const first = words[0]
  if (!first) return ''
  const language = languageOfText(phrase)
  let count = Math.min(words.length, MAX_WORDS)
  while (count > 3 && count < words.length && language && STOP_WORDS[language].has(words[count - 1]?.lower ?? '')) count--
  const last = words[count - 1] ?? first
  const title = phrase.slice(first.at, last.at + last.text.length).replace(/\s+/g, ' ')
  const capital = title.charAt(0).toLocaleUpperCase('en') + title.slice(1)
  return [...capital].slice(0, limits.conversation.titleMaxChars).join('').trim()
}
