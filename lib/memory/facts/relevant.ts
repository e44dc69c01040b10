import { factsAnswering } from '@/lib/heuristics/fact-finding/asked'
import { meantBy } from '@/lib/heuristics/fact-finding/entities'
import { asksAll } from '@/lib/heuristics/question'
import { edgesOf, READ_CHARS } from '@/lib/heuristics/text/edges'
import { contentTerms } from '@/lib/memory/text/terms'
import { limits } from '@/lib/shared/limits'
import { factNorm, isDenial, USER } from '@/lib/shared/memory/facts'
import {
  FACT_KINDS,
  isSingleValued,
  isStandard,
  kindOfFact,
  wordsAbout,
} from '@/lib/shared/memory/predicates'
import { withoutTime } from '@/lib/shared/time/time-range'
import { type Fact, isEnding, isPinned, isSaidByNext, latest } from './timeline'

/** Words by which a message is about a predicate without naming it or its kind. */
const CUES: Record<string, string> = {
  age: 'old age',
  'allergic to': 'allergy allergies',
  birthday: 'born gift present party',
  'born in': 'birthplace',
  'born on': 'birthday',
  drinks: 'drink coffee tea bar',
  likes: 'hobby hobbies',
  plays: 'instrument music sport hobby hobbies',
}

const ANSWERS = 4
/** Weight of facts about someone whom the message does not name. */
const OTHERS = 0.5
/** A fact about the same thing as another fact whose value is in the message. */
const SPOKEN = 0.25
const termsOf = (text: string) => contentTerms(text).map(({ key }) => key)
/** "Not on Friday" says nothing of what else is on a Friday. */
const withoutTimes = (value: string): string => {
  const rest = withoutTime(value)
  return rest === null ? value : withoutTimes(rest)
}
const share = (terms: readonly string[], within: ReadonlySet<string>) => terms.some((key) => within.has(key))
const holdsAll = (text: string, within: ReadonlySet<string>) => {
  const terms = termsOf(text)
  return terms.length > 0 && terms.every((key) => within.has(key))
}

/**
 * What holds, or is to come, about whoever or whatever a message names, best first: facts that answer it,
 * those of a subject that it names or may mean by a pronoun, facts that share a word or a kind with it, the
 * person's own before others', and pinned ones. What is not so is only told where the message says a word of it.
 */
export function relevantFacts(facts: readonly Fact[], text: string): Fact[] {
  const message = edgesOf(text, READ_CHARS)
  const words = new Set(termsOf(message))
  const open = facts.filter((fact) => fact.until === null && !isSaidByNext(fact))
  const kinds = new Set(FACT_KINDS.filter((kind) => share(termsOf(wordsAbout(kind)), words)))
  const isMeant = ({ predicate }: { predicate: string }) =>
    share(termsOf(`${predicate} ${CUES[predicate] ?? ''}`), words)
  const named = new Set(
    open.flatMap((fact) => {
      const { subject, subjectId, predicate, object } = latest(fact)
      return holdsAll(subject, words) || (predicate === 'name' && holdsAll(object, words)) ? [subjectId] : []
    }),
  )
  const valued = new Set(open.map(latest).filter(({ object }) => share(termsOf(object), words)))
  // "Lunch at the Dunes" is about the trip whose destination they are.
  const spoken = new Set(
    [...valued].flatMap(({ subject, subjectId }) => (factNorm(subject) === USER ? [] : [subjectId])),
  )
  const asked = new Set(open.map(latest).filter(isMeant))
  // "The phone of our builder" is that of whoever the builder is.
  const values = new Set([...asked].map(({ object }) => factNorm(object)))
  const answering = factsAnswering(message, open.map(latest))
  const subjects = open.map((fact) => latest(fact).subject)
  const meant = new Set(meantBy(message, subjects))
  const isAboutAll = asksAll(message)
  const scoreOf = (fact: Fact) => {
    const said = latest(fact)
    const { subject, subjectId, predicate } = said
    const kind = kindOfFact(said)
    const isNamed = named.has(subjectId) || meant.has(subject) || values.has(factNorm(subject))
    const isOfPerson = factNorm(subject) === USER
    const isDenied = isDenial(said)
    const isOfKind = kind !== undefined && kinds.has(kind) && !(isDenied && !isSingleValued(predicate))
    const isOwn = isNamed || isOfPerson
    const shared =
      Number(isOwn ? asked.has(said) || isOfKind : asked.has(said) && !isStandard(predicate)) +
      Number(valued.has(said) && (!isDenied || isOwn || share(termsOf(withoutTimes(said.object)), words)))
    const answers = answering.has(said) ? ANSWERS : 0
    return (
      answers +
      (isDenied ? 0 : isNamed ? 1 : spoken.has(subjectId) ? SPOKEN : 0) +
      shared * (isOwn ? 1 : OTHERS) +
      (isPinned(fact) ? 0.5 : 0) +
      (isAboutAll && isOfPerson && !isEnding(fact) ? 0.5 : 0)
    )
  }
  return open
    .map((fact) => ({ fact, score: scoreOf(fact), at: latest(fact).at.getTime() }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || b.at - a.at)
    .slice(0, Math.max(limits.facts.relevant, Math.min(answering.size, limits.facts.listed)))
    .map(({ fact }) => fact)
}
