import { withoutOwnWords } from './fence'

/** Our note that opens a round of thinking. */
export const roundNote = (number: number, max: number) => `Round ${number} of at most ${max}.`

/** A note's line: nothing quoted begins with `# `. */
const NOTE = /^# (?:Round (\d+) of at most (\d+)\.|Now )/gm

/** The round that our last note in these messages and results opens; null = the note asks for the answer. */
export function roundIn(texts: readonly string[]): { number: number; max: number } | null {
  const last = texts.flatMap((text) => [...withoutOwnWords(text).matchAll(NOTE)]).at(-1)
  return last?.[1] ? { number: Number(last[1]), max: Number(last[2]) } : null
}
