import type { Question } from '../question'
import type { IndexData } from './data'

export const talks = (data: IndexData, conversation: number, speaker: number) => (data.talkers.get(conversation)?.get(speaker) ?? 0) > 0

/** The speaker a question asks about, -1 = none; `alone` = no other is named. */
export type AskedSpeaker = { speaker: number; alone: boolean }
const NOBODY: AskedSpeaker = { speaker: -1, alone: false }

/**
 * Of the speakers of a conversation that the question names: the only one; or its subject, which is the first, unless the second name follows at once.
 * "What did Ilse advise Bram to buy?" asks for words of Ilse, "What did Ilse and Bram buy?" for those of either.
 */
export function askedSpeakers(data: IndexData, { words }: Pick<Question, 'words'>): (conversation: number) => AskedSpeaker {
  const named = words.map(({ keys }) => [...new Set(keys.flatMap((key) => data.named.get(key) ?? []))])
  if (!named.some((speakers) => speakers.length)) return () => NOBODY
  const known = new Map<number, AskedSpeaker>()
  return (conversation) => {
    const there = known.get(conversation)
    if (there) return there
    const inOrder = named.map((speakers) => speakers.filter((speaker) => talks(data, conversation, speaker)))
    const asked = subjectOf(inOrder)
    known.set(conversation, asked)
    return asked
  }
}

/** Speakers that each word of a question names, word by word. */
function subjectOf(named: readonly (readonly number[])[]): AskedSpeaker {
  const all = new Set(named.flat())
  const [first = []] = named.filter((speakers) => speakers.length)
  const [speaker = -1] = first
  if (all.size === 1) return { speaker, alone: true }
  const second = named.findIndex((speakers) => speakers.some((other) => other !== speaker))
  const apart = first.length === 1 && second > 0 && named[second - 1]?.length === 0
  return apart ? { speaker, alone: false } : NOBODY
}
