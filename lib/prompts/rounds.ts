import { withoutOwnWords } from './fence'

export const roundNote = (number: number, max: number) => `Round ${number} of at most ${max}.`

/** In its place where there is nothing to look up, so that a second round would bring nothing. */
export const ONLY_ROUND = 'Before you answer, think once:'

/** A note's line: nothing quoted begins with `# `. */
const NOTE = new RegExp(`^# (?:Round (\\d+) of at most (\\d+)\\.|(${ONLY_ROUND})|Now )`, 'gm')

/** The round that our last note in these messages and results opens; null = the note asks for the answer. */
export function roundIn(texts: readonly string[]): { number: number; max: number } | null {
  const last = texts.flatMap((text) => [...withoutOwnWords(text).matchAll(NOTE)]).at(-1)
  if (last?.[3]) return { number: 1, max: 1 }
  return last?.[1] ? { number: Number(last[1]), max: Number(last[2]) } : null
}
