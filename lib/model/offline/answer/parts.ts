import { baseForm } from '@/lib/base/irregular'
import { kindOf, politely } from '@/lib/heuristics/question'
import { namesSomething } from '@/lib/heuristics/text/concepts'
import { MAX_SENTENCE } from '@/lib/heuristics/text/sentences'
import { ENGLISH } from '@/lib/heuristics/text/stop-words'
import { wordsOf } from '@/lib/heuristics/text/words'
import { type Coverage, coverageOf, ENOUGH, groundsOf } from './coverage'
import type { Passage } from './passage'
import { aboutOf, mainWords, type Query, queryOf, type Term } from './query'

/** Further subjects are looked for together with the last of these. */
const MAX_PARTS = 6
const MINE = '(?:my|our|meine?[nrms]?|unsere?[nrms]?|mon|ma|mes|notre|nos|mis?|nuestr[oa]s?)'
const DETERMINER = `(?:${MINE}|the|your|d(?:er|ie|as|en|em)|les?|la|el|l[oa]s)`
/** Begins a question of its own, or a part of one: "where I live", "when's my appointment". */
const ASKS =
  "(?:(?:where|what|who|when|how|why)['’]s|where|what|who|whose|when|which|how|why|wo|was|wer|wann|wie|où|qui|quand|dónde|quién|cuándo)"
const NAME = '(?!I\\b)\\p{Lu}'
const AND = '(?:and|und|et|y)'
const LEANS = /\b(?:it|its|he|him|his|she|her|they|them|their)\b/i
/** "What does it cost" after "Which insurer do we have" as "what does our insurer cost". */
function spelledOut(text: string, before: Query): string {
  const about = /['’]s\s/.test(before.text)
    ? aboutOf(before).replace(/[“”]/g, '')
    : mainWords(before)
        .map(({ word }) => word)
        .join(' ')
  const named = /^\p{Lu}/u.test(about) ? about : `our ${about}`
  return text.replace(LEANS, (word, at: number) =>
    /^(?:its|his|their)$/i.test(word) || /^her \p{L}/iu.test(text.slice(at)) ? `${named}'s` : named,
  )
}

const first = (text: string, pattern: RegExp) => pattern.exec(text)?.index
/** Where the subject begins: at its last "my" or "the", else at a question within, else at a name. */
const startOf = (text: string) =>
  [...text.matchAll(new RegExp(`(?<=\\s)${DETERMINER}\\s`, 'gu'))].at(-1)?.index ??
  first(text, new RegExp(`(?<=\\s)${ASKS}\\s`, 'u')) ??
  first(text, new RegExp(`(?<=\\s)${NAME}`, 'u'))

/** The words after the last subject: "called", or after "do" its verb ("do my gym and my phone cost"). */
function tailOf(last: string, isInverted: boolean): string {
  const [opening, ...words] = wordsOf(last)
  const stop = words.findIndex(({ lower }) => ENGLISH.has(lower))
  const length = stop < 0 ? words.length : stop
  const isName = opening !== undefined && new RegExp(`^${NAME}`, 'u').test(opening.text)
  const verb = words.findIndex(
    ({ text, lower }, at) =>
      (isName || at > 0) && (namesSomething(lower) || baseForm(lower) !== lower || /ed$/.test(text)),
  )
  const asked = isName ? words.findIndex(({ text }) => !/^\p{Lu}/u.test(text)) : Math.max(1, length - 1)
  const tail = words[isInverted ? asked : verb]
  return tail ? last.slice(tail.at) : ''
}

const asks = (piece: string) =>
  /^(?:question|request)$/.test(kindOf(piece)) || new RegExp(`^${ASKS}\\s`, 'iu').test(politely(piece))

/** The questions that one with several subjects asks: of "my cat and my dog", one about each. */
function split(text: string): string[] {
  const end = text.search(/[?.!\s]*$/)
  const body = text.slice(0, end)
  const isList = new RegExp(`\\s${AND}\\s+(?:${DETERMINER}\\s|${NAME})`, 'u').test(body)
  const joins = new RegExp(
    `\\s*,\\s*(?:${AND}\\s+)?(?=${DETERMINER}\\s|${ASKS}\\s${isList ? `|${NAME}` : ''})|\\s+${AND}\\s+(?=${DETERMINER}\\s|${ASKS}\\s|${NAME})`,
    'u',
  )
  const pieces = body.split(joins)
  // "After the move, where do I live?" asks one thing.
  if (pieces.length < 2 || !asks(pieces[0] ?? '')) return [text]
  const shown = [...pieces.slice(0, MAX_PARTS - 1), pieces.slice(MAX_PARTS - 1).join(', ')].filter(Boolean)
  const isQuestion = (piece: string) => new RegExp(`^${ASKS}\\s`, 'u').test(piece)
  const opening = shown[0] ?? ''
  const head = opening.slice(0, startOf(opening) ?? 0)
  const last = shown.findLastIndex((piece, at) => at > 0 && !isQuestion(piece))
  const tail = tailOf(shown[last] ?? '', /\b(?:do|does|did)\s+$/i.test(head))
  return shown.map((piece, at) => {
    const rest = tail && at < last && !isQuestion(piece) ? ` ${tail}` : ''
    return `${at > 0 && !isQuestion(piece) ? head : ''}${piece}${rest}${text.slice(end)}`
  })
}

const isIn = (terms: readonly Term[]) => (term: Term) =>
  terms.some(({ keys }) => keys.some((key) => term.keys.includes(key)))

/** Whether one sentence answers all parts. */
const isAnsweredAsOne = ({ scored }: Coverage, parts: readonly Query[]) => {
  const own = parts.map(({ terms }, at) =>
    terms.filter((term) => !term.kind && !parts.every((other, i) => i === at || isIn(other.terms)(term))),
  )
  return scored.some(
    ({ coverage, matched }) =>
      coverage >= ENOUGH && own.every((terms) => terms.length === 0 || terms.some(isIn(matched))),
  )
}

/** A question with several subjects as one for each, unless a sentence answers it as a whole. */
export function partsOf(query: Query, passages: readonly Passage[]): readonly Query[] {
  if (query.text.length > MAX_SENTENCE) return [query]
  const texts = split(query.text)
  if (texts.length < 2) return [query]
  const first = queryOf(texts[0] ?? '')
  const parts = [first, ...texts.slice(1).map((text) => queryOf(spelledOut(text, first)))]
  const isWhole =
    parts.some(({ terms }) => terms.length === 0) ||
    (!LEANS.test(texts.slice(1).join(' ')) &&
      isAnsweredAsOne(coverageOf(query, groundsOf(query, passages)), parts))
  return isWhole ? [query] : parts
}
