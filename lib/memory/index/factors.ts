import { dateFit } from '../dates'
import type { Question } from '../question'
import type { RankSettings } from '../rank'
import { NAME, QUESTION, SELF, TEMPORAL } from '../traits'
import { type IndexData, PARTS } from './data'
import { askedSpeakers, talks } from './subject'

export type FactorName = 'speaker' | 'date' | 'when' | 'name' | 'self' | 'assistant' | 'question' | 'short'
/** Factors of a message's score, by the name of the score part they make. */
export type Factors = (message: number) => [part: FactorName, factor: number][]

/** Of a word of the query: in which conversations it is the name of a speaker, and so tells who is asked about, not what; null = in none. */
export type NameTest = (word: Question['words'][number]) => ((conversation: number) => boolean) | null
export const NO_NAMES: NameTest = () => null
/** Words of a question about all there is: "What do you know about Caroline?" Others are `asking` in any question. */
const ABOUT = new Set('know knows known remember recall describe summarize summary overview everything anything something info information person'.split(' '))
/** Where a query says nothing but names ("Who is Caroline?") they are words like others: found is who speaks to her, and by its neighbours what she answers. */
export function nameTest(data: IndexData, { words }: Pick<Question, 'words'>): NameTest {
  const speakersOf = (word: Question['words'][number]) => word.keys.flatMap((key) => data.named.get(key) ?? [])
  if (words.every((word) => word.asking || ABOUT.has(word.word) || speakersOf(word).length > 0)) return NO_NAMES
  return (word) => {
    const speakers = speakersOf(word)
    return speakers.length ? (conversation) => speakers.some((speaker) => talks(data, conversation, speaker)) : null
  }
}

const HOUR = 3_600_000
/** What a message is like, beside its words. */
export function factorsOf(data: IndexData, question: Question, rank: RankSettings): Factors {
  const { messages, turns } = data
  const asked = askedSpeakers(data, question)
  const about = question.about ? PARTS.indexOf(question.about) : -1
  const assistant = question.about === 'assistant' ? -1 : (data.speakers.at.get('assistant') ?? -1)
  const wanted = SELF | (question.when ? TEMPORAL : 0) | (question.name ? NAME : 0)
  const fits = new Map<number, number>()
  const fitOn = (at: number) => {
    const hour = Math.floor(at / HOUR)
    const known = fits.get(hour) ?? dateFit(question.dates, hour * HOUR)
    fits.set(hour, known)
    return known
  }
  return (message) => {
    const length = messages.length[message] ?? 0
    const factors: ReturnType<Factors> = [['short', length / (length + rank.shortTerms)]]
    const { speaker, alone } = asked(turns.conversation[messages.turn[message] ?? 0] ?? 0)
    if (speaker >= 0 && messages.speaker[message] === speaker) factors.push(['speaker', alone ? rank.speaker : rank.subject])
    if (speaker < 0 && messages.part[message] === about) factors.push(['speaker', rank.role])
    if (assistant >= 0 && messages.speaker[message] === assistant) factors.push(['assistant', rank.assistant])
    const fit = question.dates.length ? fitOn(messages.at[message] ?? 0) : 0
    if (fit > 0.01) factors.push(['date', 1 + (rank.date - 1) * fit])
    const traits = messages.traits[message] ?? 0
    if (traits & QUESTION && length <= rank.questionTerms) factors.push(['question', rank.question])
    const has = traits & wanted
    if (has & TEMPORAL) factors.push(['when', rank.when])
    if (has & NAME) factors.push(['name', rank.name])
    if (has & SELF) factors.push(['self', rank.self])
    return factors
  }
}

/** The most that factors can make of a score: what scores shown to people are divided by, beside the words. */
export function mostOf(data: IndexData, question: Question, rank: RankSettings): number {
  const speakers = question.words.flatMap((word) => word.keys.flatMap((key) => data.named.get(key) ?? []))
  const named = speakers.length > 0 && [...data.talkers.keys()].some((conversation) => speakers.some((speaker) => talks(data, conversation, speaker)))
  const speaker = Math.max(named ? rank.speaker : 1, question.about ? rank.role : 1)
  return speaker * (question.dates.length ? rank.date : 1) * (question.when ? rank.when : 1) * (question.name ? rank.name : 1) * Math.max(1, rank.self)
}
