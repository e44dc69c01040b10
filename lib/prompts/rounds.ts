/** How our notes say which round of thinking begins. */
export const roundNote = (number: number, max: number) => `Round ${number} of at most ${max}.`

/** A note's line: nothing quoted begins with `# `. */
const NOTE = /^# (?:Round (\d+) of at most (\d+)\.|Now )/gm

/** The round of thinking that the last of our notes in a prompt opens; null = it asks for the answer. */
export function roundIn(prompt: string): { number: number; max: number } | null {
  const last = [...prompt.matchAll(NOTE)].at(-1)
  return last?.[1] ? { number: Number(last[1]), max: Number(last[2]) } : null
}
