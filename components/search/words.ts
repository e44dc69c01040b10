import { STATUS_WORDS } from '@/components/playbook/strategy/strategy-words'
import { partWords } from '@/components/ui/words/why-words'
import { limits } from '@/lib/shared/limits'
import type { MemoryKind, SearchHit, SearchPage } from '@/lib/shared/memory/search'
import { words } from '@/lib/shared/words'
import { dayWords } from '../facts/fact-words'
import type { Format } from '../ui/words/use-format'
import { isFiltered, type SearchAddress } from './address/place'
import { groupHits } from './results/group-hits'

export const KIND_NAMES: Record<MemoryKind, string> = {
  message: 'Messages',
  summary: 'Summaries',
  file: 'Files',
  fact: 'Facts',
  strategy: 'Lessons',
}
const ROLES: Record<string, string> = { user: 'You', assistant: 'Mneme' }
/** Roles by their name here; imported names unchanged. */
export const speakerName = (speaker: string) => ROLES[speaker] ?? speaker

/** The same for a filter: answers include those of imported assistants. */
export const speakerChoice = (speaker: string) => (speaker === 'assistant' ? 'Answers' : speakerName(speaker))

function whereWords({ kind, name, fromNumber, turnNumber }: SearchHit, format: Format): string[] {
  const number = format.number(turnNumber)
  if (kind === 'message') return [`Message ${number}`]
  if (kind === 'file') return [name, `as of message ${number}`]
  if (fromNumber === turnNumber) return [`Summary of message ${number}`]
  return [`Summary of messages ${format.number(fromNumber)} to ${number}`]
}

/** "Fact · since 3 May 2023 · Message 7", in parts. */
function factWords(hit: SearchHit, format: Format): string[] {
  const { at, since = at, coming, until, turnId, turnNumber } = hit
  const day = (when: string) => dayWords(when, format, '')
  return [
    ...(until
      ? ['Fact, replaced', `${day(since)} to ${day(until)}`]
      : ['Fact', `${coming ? 'from' : 'since'} ${day(since)}`]),
    turnId ? `Message ${format.number(turnNumber)}` : 'added by you',
  ]
}

/** "Lesson · Retired · learned in message 7 · 3 May 2023", in parts. */
const strategyWords = ({ status, turnId, turnNumber, at }: SearchHit, format: Format): string[] => [
  'Lesson',
  ...(status && status !== 'active' ? [STATUS_WORDS[status]] : []),
  ...(turnId ? [`learned in message ${format.number(turnNumber)}`] : []),
  format.day(new Date(at)),
]

/** "Message 7 · 3 May 2023 · Caroline", in parts. */
export const placeWords = (hit: SearchHit, format: Format): string[] => {
  if (hit.kind === 'fact') return factWords(hit, format)
  if (hit.kind === 'strategy') return strategyWords(hit, format)
  return [...whereWords(hit, format), format.day(new Date(hit.at)), speakerName(hit.speaker)].filter(Boolean)
}

const ALSO: Record<string, string> = { user: 'Also in your message', assistant: 'Also in the answer' }
/** "Also in the summary of messages 1 to 8", "Also said by Caroline": a hit below another of its turn. */
export function alsoWords(hit: SearchHit, format: Format): string {
  if (hit.kind === 'message')
    return ALSO[hit.speaker] ?? `Also ${hit.speaker ? `said by ${hit.speaker}` : 'here'}`
  const [place = ''] = whereWords(hit, format)
  return `Also in the ${place.charAt(0).toLowerCase()}${place.slice(1)}`
}

/** Why a hit was found: its words, then other factors, each with its share of the score. */
export function reasons(hit: SearchHit, words: readonly string[]): { label: string; share: number }[] {
  const known = new Set(words)
  return Object.entries(hit.parts)
    .filter(([, share]) => Math.abs(share) >= limits.recall.leastPart)
    .map(([part, share]) => ({
      label: known.has(part) ? `“${part}”` : partWords(part),
      share,
      word: known.has(part),
    }))
    .sort((a, b) => Number(b.word) - Number(a.word) || b.share - a.share)
}

/** "5 results": the rows. While more can be loaded, their number is not known: "First 5 results". */
export const foundWords = ({ total }: SearchPage, hits: readonly SearchHit[], format: Format) => {
  if (total === 0) return 'Nothing found'
  const results = format.plural(groupHits(hits).length, 'result')
  return hits.length < total ? `First ${results}` : results
}

export const unquoted = (text: string) => text.replaceAll(/["“”„«»]/g, '')
/** Whether a search has text without a word: nothing was searched for. */
export const isWordless = (text: string) => text.trim() !== '' && words(text).length === 0

/** Characters of a query that a sentence quotes. */
const SHOWN_QUERY = 80

/** What is said of a search without results. */
export function nothingWords(place: SearchAddress): { title: string; hint: string } {
  const text = place.q.trim()
  const isQuoted = unquoted(text) !== text
  const cut = text.length > SHOWN_QUERY ? `${text.slice(0, SHOWN_QUERY).trimEnd()}…` : text
  const shown = isQuoted ? cut : `“${cut}”`
  if (isWordless(text))
    return {
      title: `${shown} has no words to search for`,
      hint: 'Search looks for words (letters and numbers), not symbols or emoji.',
    }
  const isNarrow = isFiltered(place)
  const title = text
    ? `Nothing ${isNarrow ? 'within these filters' : 'in memory'} contains ${shown}`
    : 'Nothing found'
  if (isNarrow) return { title, hint: 'Your filters may be hiding it.' }
  return {
    title,
    hint: isQuoted
      ? 'A quoted phrase must match exactly.'
      : 'Try fewer or different words. Deleted items are not searched.',
  }
}
