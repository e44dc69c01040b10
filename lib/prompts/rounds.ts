/** Our note that opens a round of thinking. */
export const roundNote = (number: number, max: number) => `Round ${number} of at most ${max}.`

/** A note's line: nothing quoted begins with `# `. */
const NOTE = /^# (?:Round (\d+) of at most (\d+)\.|Now )/gm

/** The round that our last note in a prompt opens; null = the note asks for the answer. */
export function roundIn(prompt: string): { number: number; max: number } | null {
  const last = [...prompt.matchAll(NOTE)].at(-1)
  return last?.[1] ? { number: Number(last[1]), max: Number(last[2]) } : null
}
