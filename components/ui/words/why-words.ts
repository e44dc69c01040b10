import { limits } from '@/lib/shared/limits'
import type { AskedWord, RecallHit } from '@/lib/shared/turn/events'
import { ordinalEnding } from './format'
import { wordList } from './words'

/** The kinds of a score's parts, as they are named and coloured. */
const KINDS = {
  words: { name: 'words', colour: 'var(--recall-fill)' },
  neighbours: { name: 'messages around it', colour: 'var(--series-summaries)' },
  speaker: { name: 'speaker', colour: 'var(--series-window)' },
  date: { name: 'date', colour: 'var(--series-workspace)' },
  form: { name: 'phrasing', colour: 'var(--series-thoughts)' },
  meaning: { name: 'meaning', colour: 'var(--series-playbook)' },
  newer: { name: 'later statement', colour: 'var(--recall-fill)' },
  asked: { name: 'asked for', colour: 'var(--recall-fill)' },
}
type WhyKind = keyof typeof KINDS
/** Parts other than words: the kind of each, and what it says of a hit. */
const PARTS: Record<string, [WhyKind, string]> = {
  neighbours: ['neighbours', 'the messages around it match too'],
  speaker: ['speaker', 'said by the person asked about'],
  date: ['date', 'matches the date asked about'],
  when: ['form', 'mentions a time'],
  name: ['form', 'mentions a name'],
  self: ['form', 'is about the speaker'],
  preference: ['form', 'says what the speaker likes or avoids'],
  assistant: ['form', 'ranked lower because it is an answer'],
  question: ['form', 'ranked lower because it is a question'],
  short: ['form', 'is short'],
  dense: ['meaning', 'has a similar meaning'],
  newer: ['newer', 'said later on the same subject'],
  asked: ['asked', 'asked for directly'],
}
export const partWords = (part: string) => PARTS[part]?.[1] ?? part
/** Part names that are also search words: such a part is a word if the message contains it. */
const isWord = (hit: RecallHit, name: string) =>
  !(name in PARTS) || (hit.words?.some(({ word, held }) => held && word === name) ?? false)

/** A score's parts by kind, without negligible ones; they add up to it, up to rounding and clipping. */
export function whyParts(hit: RecallHit): { name: string; colour: string; value: number }[] {
  const sums = new Map<string, number>()
  for (const [name, value] of Object.entries(hit.parts)) {
    const kind = isWord(hit, name) ? 'words' : (PARTS[name]?.[0] ?? 'words')
    sums.set(kind, (sums.get(kind) ?? 0) + value)
  }
  return Object.entries(KINDS)
    .map(([kind, shown]) => ({ ...shown, value: sums.get(kind) ?? 0 }))
    .filter(({ value }) => Math.abs(value) >= limits.recall.leastPart)
}

/** How words and dates are shown: words as in the request, months by locale. */
export type WhyWords = { keywords: readonly string[]; month(at: string): string }

const plain = (word: string) => word.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
function written({ keywords }: WhyWords, word: string): string {
  for (const text of keywords)
    for (const [found] of text.matchAll(/[\p{L}\p{N}'’-]+/gu)) if (plain(found) === plain(word)) return found
  return word
}
const containedWords = (words: WhyWords, hit: RecallHit) =>
  (hit.words ?? [])
    .filter((one) => one.held)
    .sort((a, b) => b.rarity - a.rarity)
    .map(({ word, rarity }) => `“${written(words, word)}”${rarity >= limits.recall.rare ? ' (rare)' : ''}`)
const SPEAKERS: Record<string, string> = { user: 'you', assistant: 'the assistant' }
const speakerOf = ({ place }: RecallHit) =>
  place ? (SPEAKERS[place.speaker] ?? place.speaker) : 'the person asked about'
const has = (hit: RecallHit, part: string) =>
  (hit.parts[part] ?? 0) >= limits.recall.leastPart && !isWord(hit, part)
const weighs = (hit: RecallHit, part: string) =>
  (hit.parts[part] ?? 0) <= -limits.recall.leastPart && !isWord(hit, part)

/** An earlier question of the person: it has the words of this one, but answers nothing. */
export const isOwnQuestion = (hit: RecallHit) => hit.place?.speaker === 'user' && weighs(hit, 'question')

/** Why a hit was found: `matches “camping” and “July” (rare)`, `said by Caroline`, `May 2023 matches`. */
export function whyFound(hit: RecallHit, words: WhyWords): string[] {
  const contained = containedWords(words, hit)
  const phrases = [
    has(hit, 'asked') && partWords('asked'),
    has(hit, 'newer') && partWords('newer'),
    isOwnQuestion(hit) && 'is an earlier question of yours',
    contained.length > 0 &&
      `matches ${wordList(contained)}${has(hit, 'neighbours') ? ', as do the messages around it' : ''}`,
    has(hit, 'neighbours') && contained.length === 0 && 'only the messages around it match',
    has(hit, 'dense') && partWords('dense'),
    has(hit, 'speaker') && `said by ${speakerOf(hit)}`,
    has(hit, 'date') && `${words.month(hit.at)} matches`,
    has(hit, 'when') && partWords('when'),
    has(hit, 'name') && partWords('name'),
    has(hit, 'preference') ? partWords('preference') : has(hit, 'self') && partWords('self'),
    weighs(hit, 'assistant') && partWords('assistant'),
    weighs(hit, 'question') && !isOwnQuestion(hit) && partWords('question'),
  ]
  return phrases.filter((phrase) => phrase !== false)
}

const LACKS: [part: string, words: (last: RecallHit) => string][] = [
  ['speaker', (last) => `not said by ${speakerOf(last)}`],
  ['date', () => 'from another date'],
  ['dense', () => 'less similar in meaning'],
  ['neighbours', () => 'the messages around it match less'],
  ['when', () => 'mentions no time'],
  ['name', () => 'mentions no name'],
]
const isAsked = ({ parts }: RecallHit) => 'asked' in parts
/** The lowest score that was recalled. Files and summaries are scored in another way than messages. */
const lowestOf = (hits: readonly RecallHit[], kind: RecallHit['kind']) =>
  hits
    .filter((hit) => (hit.kind === 'turn') === (kind === 'turn'))
    .filter((hit) => hit.words?.length || !(isAsked(hit) || 'newer' in hit.parts))
    .toSorted((a, b) => a.score - b.score)[0]

/** With a sign that is as wide as a plus. */
export const two = (score: number) => score.toFixed(2).replace('-', '−')

/** Why a near miss was not recalled: `0.41, below the cutoff of 0.52: matches “camping”`. */
export function whyNot(miss: RecallHit, hits: readonly RecallHit[], words: WhyWords): string {
  const last = lowestOf(hits, miss.kind)
  if (!last)
    return hits.some(isAsked) ? 'The requested messages filled every place.' : 'Others were preferred.'
  const wordsOfLast = new Set((last.words ?? []).filter((one) => one.held).map(({ word }) => word))
  const named = (some: readonly AskedWord[]) => some.map(({ word }) => `“${written(words, word)}”`)
  const contained = named((miss.words ?? []).filter((one) => one.held))
  const lacking = named((miss.words ?? []).filter((one) => !one.held && wordsOfLast.has(one.word)))
  const wordsLess = lacking.length > 0
  const holds = contained.length
    ? `matches ${wordList(contained)}${wordsLess ? `, not ${wordList(lacking)}` : ''}`
    : wordsLess
      ? `without ${wordList(lacking)}`
      : ''
  const lacks = LACKS.filter(
    ([part]) =>
      has(last, part) &&
      (!has(miss, part) || (!wordsLess && (miss.parts[part] ?? 0) < (last.parts[part] ?? 0) / 2)),
  ).map(([, say]) => say(last))
  const reasons = [...(holds ? [holds] : []), ...lacks.slice(0, 2)]
  if (two(miss.score) < two(last.score))
    return `${two(miss.score)}, below the cutoff of ${two(last.score)}${reasons.length ? `: ${reasons.join('; ')}` : ''}.`
  const first =
    miss.ranks?.dense || last.ranks?.dense
      ? `${two(miss.score)}; ranked lower by keywords and meaning combined`
      : two(miss.score) === two(last.score)
        ? 'Tied; another message was preferred'
        : `${two(miss.score)}; ${miss.conversationId === last.conversationId ? 'others were preferred' : 'messages of this conversation come first'}`
  return `${first}${holds ? `; ${holds}` : ''}.`
}

/** A hit's ranks before fusion: `3rd-best keyword match, best match in meaning`; '' without any. */
export function whyRanks({ ranks, words }: RecallHit): string {
  const isOnWords = !words?.length || words.some(({ held }) => held)
  const parts = [
    ...(ranks?.lexical && isOnWords ? [`${best(ranks.lexical)} keyword match`] : []),
    ...(ranks?.dense ? [`${best(ranks.dense)} match in meaning`] : []),
  ]
  return parts.join(', ')
}
const best = (rank: number) => (rank === 1 ? 'best' : `${rank}${ordinalEnding(rank)}-best`)
