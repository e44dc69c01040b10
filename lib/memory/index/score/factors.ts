import { AT, type IndexData, MESSAGE_PARTS, ROW } from '@/lib/memory/index/load/data'
import { dateFit, type Question } from '@/lib/memory/text/question'
import { NAME, PREFERS, QUESTION, SELF, TEMPORAL } from '@/lib/memory/text/traits'
import { getOrMake } from '@/lib/shared/group-by'
import { limits } from '@/lib/shared/limits'

const { rank } = limits

type Factor = [part: string, factor: number]
/** Factors of a message's score by part name; `times` = the score with all of them. */
export type Factors = { of(message: number): Factor[]; times(message: number, score: number): number }
export const NO_FACTORS: Factors = { of: () => [], times: (_, score) => score }

/** The conversations in which a word of the query is a speaker's name, so says who is meant; null = none. */
export type NameTest = (word: Question['words'][number]) => ((conversation: number) => boolean) | null
export const NO_NAMES: NameTest = () => null
/** Words of a question about everything: "What do you know about Caroline?" */
const ABOUT = new Set(
  'know knows known remember recall describe summarize summary overview everything anything something info information person'.split(
    ' ',
  ),
)
/** In a query of names only ("Who is Caroline?") they count as words: this finds those who address her. */
export function nameTest(data: IndexData, { words }: Pick<Question, 'words'>): NameTest {
  const speakersOf = (word: Question['words'][number]) =>
    word.keys.flatMap((key) => data.named.get(key) ?? [])
  if (words.every((word) => word.asking || ABOUT.has(word.word) || speakersOf(word).length > 0))
    return NO_NAMES
  return (word) => {
    const speakers = speakersOf(word)
    if (speakers.length === 0) return null
    return (conversation) => speakers.some((speaker) => talks(data, conversation, speaker))
  }
}

const HOUR = 3_600_000
export function factorsOf(data: IndexData, question: Question): Factors {
  const { messages, rows } = data
  const asked = askedSpeakers(data, question)
  const about = question.about ? MESSAGE_PARTS.indexOf(question.about) : -1
  const assistant = question.about === 'assistant' ? -1 : (data.speakers.at.get('assistant') ?? -1)
  const wanted =
    SELF | (question.when ? TEMPORAL : 0) | (question.name ? NAME : 0) | (question.advice ? PREFERS : 0)
  const fits = new Map<number, number>()
  const fitOn = (at: number) => {
    const hour = Math.floor(at / HOUR)
    return getOrMake(fits, hour, () => dateFit(question.dates, hour * HOUR))
  }
  const each = (message: number, take: (part: string, factor: number) => void) => {
    const row = message * ROW
    const length = rows.of[row + AT.length] ?? 0
    take('short', length / (length + rank.shortTerms))
    const { speaker, alone } = asked(rows.of[row + AT.conversation] ?? 0)
    const spoke = rows.of[row + AT.speaker]
    if (speaker >= 0 && spoke === speaker) take('speaker', alone ? rank.speaker : rank.subject)
    if (speaker < 0 && messages.part[message] === about) take('speaker', rank.role)
    if (assistant >= 0 && spoke === assistant) take('assistant', rank.assistant)
    const fit = question.dates.length ? fitOn(messages.at[message] ?? 0) : 0
    if (fit > 0.01) take('date', 1 + (rank.date - 1) * fit)
    const traits = rows.of[row + AT.traits] ?? 0
    if (isShortQuestion(traits, length)) take('question', rank.question)
    const has = traits & wanted
    if (has & TEMPORAL) take('when', rank.when)
    if (has & NAME) take('name', rank.name)
    if (has & SELF) take('self', rank.self)
    if (has & PREFERS) take('preference', rank.preference)
  }
  let product = 1
  const multiply = (_: string, factor: number) => {
    product *= factor
  }
  return {
    of(message) {
      const factors: Factor[] = []
      each(message, (part, factor) => factors.push([part, factor]))
      return factors
    },
    times(message, score) {
      product = score
      each(message, multiply)
      return product
    },
  }
}

/** The largest possible product of factors, by which displayed scores are divided. */
export function mostOf(data: IndexData, question: Question): number {
  const speakers = question.words.flatMap((word) => word.keys.flatMap((key) => data.named.get(key) ?? []))
  const conversations = speakers.length > 0 ? [...data.talkers.keys()] : []
  const named = conversations.some((one) => speakers.some((speaker) => talks(data, one, speaker)))
  const speaker = Math.max(named ? rank.speaker : 1, question.about ? rank.role : 1)
  return (
    speaker *
    (question.dates.length ? rank.date : 1) *
    (question.when ? rank.when : 1) *
    (question.name ? rank.name : 1) *
    (question.advice ? rank.preference : 1) *
    Math.max(1, rank.self)
  )
}

/** Whether a message only asks: it has the words of an answer, but answers nothing. */
export const isShortQuestion = (traits: number, length: number): boolean =>
  (traits & QUESTION) !== 0 && length <= rank.questionTerms

const talks = (data: IndexData, conversation: number, speaker: number) =>
  (data.talkers.get(conversation)?.get(speaker) ?? 0) > 0

/** The speaker a question is about, -1 = none; `alone` = no other is named. */
type AskedSpeaker = { speaker: number; alone: boolean }
const NOBODY: AskedSpeaker = { speaker: -1, alone: false }

/**
 * The subject among the speakers in a question: the only one, or the first unless the second name follows at
 * once. "What did Ilse advise Bram to buy?" is about Ilse, "What did Ilse and Bram buy?" about both.
 */
function askedSpeakers(data: IndexData, { words }: Pick<Question, 'words'>) {
  const named = words
    .map(({ keys }, place) => ({
      place,
      speakers: [...new Set(keys.flatMap((key) => data.named.get(key) ?? []))],
    }))
    .filter(({ speakers }) => speakers.length > 0)
  if (named.length === 0) return () => NOBODY
  const known = new Map<number, AskedSpeaker>()
  const askedIn = (conversation: number) =>
    named.flatMap(({ place, speakers }) =>
      speakers.flatMap((speaker) => (talks(data, conversation, speaker) ? [{ place, speaker }] : [])),
    )
  return (conversation: number) => getOrMake(known, conversation, () => subjectOf(askedIn(conversation)))
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
