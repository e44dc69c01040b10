import type { IndexData } from '@/lib/memory/index/load/data'
import type { Question } from '@/lib/memory/text/question'

export const talks = (data: IndexData, conversation: number, speaker: number) =>
  (data.talkers.get(conversation)?.get(speaker) ?? 0) > 0

/** The speaker a question is about, -1 = none; `alone` = no other is named. */
type AskedSpeaker = { speaker: number; alone: boolean }
const NOBODY: AskedSpeaker = { speaker: -1, alone: false }

/**
 * The subject among the speakers in a question: the only one, or the first unless the second name follows at
 * once. "What did Ilse advise Bram to buy?" is about Ilse, "What did Ilse and Bram buy?" about both.
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

/** Speakers by the position of their name, in order. */
function subjectOf(named: readonly { place: number; speaker: number }[]): AskedSpeaker {
  const [first] = named
  if (!first) return NOBODY
  const second = named.find(({ speaker }) => speaker !== first.speaker)
  if (!second) return { speaker: first.speaker, alone: true }
  const before = named.findLast(({ speaker, place }) => speaker === first.speaker && place <= second.place)
  return second.place > (before?.place ?? 0) + 1 ? { speaker: first.speaker, alone: false } : NOBODY
}
