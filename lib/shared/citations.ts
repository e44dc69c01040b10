/** Marks such as `[turn 7]`, `[Turns 3, 5]` or `[turn 2, turn 4]`: what an answer uses to name the turns it rests on. */
const MARK = /\[turns?\s+(\d{1,6}(?:\s*(?:,|and|&)\s*(?:turns?\s+)?\d{1,6})*)\]/gi
const MAX_NUMBERS = 12

/** Where a mark stands in its text, in characters, and the turns it names. */
export type CitationMark = { start: number; end: number; turns: number[] }

export const citationMarks = (text: string): CitationMark[] =>
  [...text.matchAll(MARK)].map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
    turns: [...(match[1] ?? '').matchAll(/\d+/g)].slice(0, MAX_NUMBERS).map(([digits]) => Number(digits)),
  }))
