import { PLAYBOOK_SLUGS } from '../learning/strategies'

/**
 * How an answer names the turns it rests on: `[turn 7]`, `[Turns 3, 5]`, `[turn 2, turn 4]`, or `[turn 7 of
 * conversation ID]` in another conversation.
 */
const MARK =
  /\[turns?\s+(\d{1,6}(?:\s*(?:,|and|&)\s*(?:turns?\s+)?\d{1,6})*)(?:\s+of\s+conversation\s+([A-Za-z0-9_-]{1,80}))?\]/gi
const MAX_NUMBERS = 12

/** The position of a mark in characters, the turns it names, and their conversation (null = the same one). */
export type CitationMark = { start: number; end: number; turns: number[]; conversation: string | null }

export const citationMarks = (text: string): CitationMark[] =>
  [...text.matchAll(MARK)].map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
    turns: [...(match[1] ?? '').matchAll(/\d+/g)].slice(0, MAX_NUMBERS).map(([digits]) => Number(digits)),
    conversation: match[2] ?? null,
  }))

const FAR_MARK = / ?\[turns?\s[^\]\n]{1,80}\sof\sconversation\s[\w-]{1,80}\]/gi
/** A text without the marks of turns in other conversations. */
export const withoutFarMarks = (text: string) => text.replace(FAR_MARK, '')

/** A cited turn as a key. */
export const citedKey = (turn: number, conversation: string | null) => `${conversation ?? ''} ${turn}`
/** The numbers of an answer's sources, from 1 in the order in which it cites them. */
export function sourceNumbers(answer: string): Map<string, number> {
  const numbers = new Map<string, number>()
  for (const { turns, conversation } of citationMarks(answer))
    for (const turn of turns) {
      const key = citedKey(turn, conversation)
      if (!numbers.has(key)) numbers.set(key, numbers.size + 1)
    }
  return numbers
}

/** The mark of a turn. Pass `conversation` if it is not the answer's own. */
export const citationMark = (turn: number | string, conversation?: string) =>
  conversation ? `[turn ${turn} of conversation ${conversation}]` : `[turn ${turn}]`

const SLUG = `(?:${PLAYBOOK_SLUGS.join('|')})-\\d{5,9}`
/** How an answer names the strategies it used: `[str-00012]`, `[str-00012, mis-00003]`. */
const STRATEGY_MARK = new RegExp(`\\[(${SLUG}(?:\\s*(?:,|;|and|&)\\s*${SLUG}){0,11})\\]`, 'g')

/** The position of a mark in characters and the strategies it names. */
export type StrategyMark = { start: number; end: number; slugs: string[] }

export const strategyMarks = (text: string): StrategyMark[] =>
  [...text.matchAll(STRATEGY_MARK)].map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
    slugs: (match[1] ?? '').match(new RegExp(SLUG, 'g')) ?? [],
  }))

export const strategyMark = (slug: string) => `[${slug}]`

const CODE = /(```[\s\S]*?(?:```|$)|`[^`\n]*`)/
const ANY_MARK = new RegExp(` ?(?:${MARK.source}|${FAR_MARK.source}|${STRATEGY_MARK.source})`, 'gi')
/** A Markdown text without any of these marks; code is unchanged. */
export const withoutMarks = (text: string): string =>
  text
    .split(CODE)
    .map((part, i) => (i % 2 ? part : part.replace(ANY_MARK, '')))
    .join('')
