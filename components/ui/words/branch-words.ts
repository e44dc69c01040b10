import type { Format } from './use-format'

/** What becomes of the turns after one that gets another version. */
export const laterTurnsStay = (turns: number) =>
  turns === 1 ? 'The later message stays' : `The ${turns} later messages stay`

const branches = (turns: number) => (turns === 1 ? 'another branch' : 'other branches')

/** "1 of them on another branch", beside a count of turns that a conversation shows one fewer of. */
export const ofThemOnBranches = (turns: number, format: Format) =>
  `${format.number(turns)} of them on ${branches(turns)}`
