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

/** The mark of a turn. Pass `conversation` if it is not the answer's own. */
export const citationMark = (turn: number | string, conversation?: string) =>
  conversation ? `[turn ${turn} of conversation ${conversation}]` : `[turn ${turn}]`
