import type { IndexData } from '@/lib/memory/index/load/data'
import type { Question } from '@/lib/memory/text/question'

export const talks = (data: IndexData, conversation: number, speaker: number) =>
  (data.talkers.get(conversation)?.get(speaker) ?? 0) > 0

/** The speaker a question asks about, -1 = none; `alone` = no other is named. */
export type AskedSpeaker = { speaker: number; alone: boolean }
const NOBODY: AskedSpeaker = { speaker: -1, alone: false }

/**
 * Of the speakers of a conversation that the question names: the only one; or its subject, which is the first, unless the second name follows at once.
 * "What did Ilse advise Bram to buy?" asks for words of Ilse, "What did Ilse and Bram buy?" for those of either.
 */
export function askedSpeakers(
  data: IndexData,
  { words }: Pick<Question, 'words'>,
): (conversation: number) => AskedSpeaker {
  const named = words
    .map(({ keys }, place) => ({
      place,
      speakers: [...new Set(keys.flatMap((key) => data.named.get(key) ?? []))],
    }))
    .filter(({ speakers }) => speakers.length > 0)
  if (named.length === 0) return () => NOBODY
  const known = new Map<number, AskedSpeaker>()
  return (conversation) => {
    const there = known.get(conversation)
    if (there) return there
    const asked = subjectOf(
      named.flatMap(({ place, speakers }) =>
        speakers.flatMap((speaker) => (talks(data, conversation, speaker) ? [{ place, speaker }] : [])),
      ),
    )
    known.set(conversation, asked)
    return asked
  }
}

/** Of speakers by the place of the word that names them, in order. */
function subjectOf(named: readonly { place: number; speaker: number }[]): AskedSpeaker {
  const [first] = named
  if (!first) return NOBODY
  const second = named.find(({ speaker }) => speaker !== first.speaker)
  if (!second) return { speaker: first.speaker, alone: true }
  const before = named.findLast(({ speaker, place }) => speaker === first.speaker && place <= second.place)
  return second.place > (before?.place ?? 0) + 1 ? { speaker: first.speaker, alone: false } : NOBODY
}
