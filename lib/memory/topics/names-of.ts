import { conversationNaming, isTitledByPerson, titleKeyOf, turnsNamedBy } from '@/lib/db/memory/topic-title'
import type { TopicTerm, TopicWord } from '@/lib/db/memory/topics'
import type { TurnText } from '@/lib/db/turns/turn-texts'
import { groupBy } from '@/lib/shared/group-by'
import { limitsOfTopics as limits } from '@/lib/shared/limits/topics'
import { type Phrase, phrasesOf, type Terms } from './naming'
import type { Pace } from './pace'
import type { TopicAssigner } from './topic-assigner'
import { PHRASES } from './topic-name'
import { wordsIn } from './words'

/** A topic; the id, number, place and name of an earlier one are kept. */
export type EarlierTopic = {
  id: string
  hue: number
  x: number
  y: number
  terms: TopicTerm[]
  titleKey: string
}
/** What names are read from. */
export type Sources = {
  titlesOf(conversationIds: string[]): Promise<ReadonlyMap<string, string>>
  textsOf(turnIds: string[]): Promise<readonly TurnText[]>
  /** Awaited between small pieces of work. */
  pace: Pace
}

/** What gives each group its title, and the phrases that name it without one. */
type Names = { titles: Map<string, string>; phrases: Map<string, Phrase[]> }
type Assigned = Pick<TopicAssigner, 'topicOf' | 'conversationOf'>

/**
 * Names of groups. An earlier name stays. A new group is named by the conversation that has half of its turns
 * and is mostly about it, else by what its turns say.
 */
export async function namesOf(
  { titlesOf, textsOf, pace }: Sources,
  terms: Terms,
  assigned: Assigned,
  words: readonly TopicWord[],
  groups: ReadonlyMap<string, readonly TopicTerm[]>,
  earlierOf: (group: string) => EarlierTopic | undefined,
): Promise<Names> {
  const turnsOf = groupBy(assigned.topicOf.keys(), (turnId) => assigned.topicOf.get(turnId))
  const names: Names = { titles: new Map(), phrases: new Map() }
  const ofTerm = new Map(words.map(([term, group]) => [term, group]))
  const offers = offeredTitles(assigned)
  const titles = await titlesOf([...offers.values()])
  const sizes = new Map(
    [...groupBy(assigned.conversationOf.values(), (id) => id)].map(([id, all]) => [id, all.length]),
  )
  for (const [group, own] of groups) {
    const turns = turnsOf.get(group) ?? []
    const earlier = earlierOf(group)
    const kept = keptPhrases(earlier?.terms ?? [], new Set(turns))
    const offered = offers.get(group) ?? ''
    if (earlier && isKept(earlier, turns, assigned)) names.titles.set(group, earlier.titleKey)
    else if (kept.length === 0 && isName(titles.get(offered), own, sizes.get(offered)))
      names.titles.set(group, titleKeyOf({ conversationId: offered }))
    const step = Math.ceil(turns.length / limits.nameSample)
    const read = async () => textsOf(turns.filter((_, i) => i % step === 0))
    const isOwn = (term: string) => (ofTerm.get(term) ?? group) === group
    const topic = { share: turns.length / assigned.topicOf.size, isOwn }
    names.phrases.set(group, kept.length ? kept : phrasesOf(await read(), topic, terms))
    await pace()
  }
  return names
}

/** The phrases that named a topic before, with the turns that still say them; none if one of them has none. */
function keptPhrases(terms: readonly TopicTerm[], turns: ReadonlySet<string>): Phrase[] {
  const named = terms.filter(({ named }) => named)
  const kept = named.map(({ term, word, turns: said }) => ({
    term,
    word,
    turns: said.filter((id) => turns.has(id)),
  }))
  // Earlier versions named topics by three words.
  return kept.length <= PHRASES && kept.every(({ turns }) => turns.length) ? kept : []
}

function isKept(
  earlier: EarlierTopic,
  turns: readonly string[],
  { topicOf, conversationOf }: Assigned,
): boolean {
  const naming = conversationNaming(earlier)
  if (naming) {
    const still = turns.filter((id) => conversationOf.get(id) === naming)
    return still.length >= turns.length * limits.dominant.kept
  }
  const read = turnsNamedBy(earlier)
  return isTitledByPerson(earlier) || (read.length > 0 && read.every((id) => topicOf.has(id)))
}

/** A longer title is a sentence, not a name. */
const LONGEST = 50
/** The title of a long conversation may tell only how it began. */
function isName(title = '', own: readonly TopicTerm[], turns = 0): boolean {
  const isAbout = () => wordsIn(title).some(({ term }) => own.some((one) => one.term === term))
  return title.trim() !== '' && title.length <= LONGEST && (turns <= limits.main.whole || isAbout())
}

/** The dominant conversation of each group that has one. */
function offeredTitles({ topicOf, conversationOf }: Assigned): Map<string, string> {
  const pairs = [...topicOf].flatMap(([turnId, group]) =>
    group === null ? [] : [{ group, conversationId: conversationOf.get(turnId) ?? '' }],
  )
  const byConversation = groupBy(pairs, ({ conversationId }) => conversationId)
  const offers = new Map<string, string>()
  for (const [group, turns] of groupBy(pairs, (one) => one.group))
    for (const [id, { length }] of groupBy(turns, ({ conversationId }) => conversationId)) {
      const isMostly = 2 * length > (byConversation.get(id)?.length ?? 0)
      if (isMostly && length >= turns.length * limits.dominant.share) offers.set(group, id)
    }
  return offers
}
