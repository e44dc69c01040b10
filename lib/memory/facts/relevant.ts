import { contentTerms } from '@/lib/memory/text/terms'
import { asksAll, factsAnswering, meantBy } from '@/lib/model/offline/fallbacks'
import { limits } from '@/lib/shared/limits'
import { factNorm, USER } from '@/lib/shared/memory/facts'
import { type Fact, latest } from './timeline'

const FOOD = 'eat food cook dinner lunch breakfast meal recipe restaurant menu snack'
/** Words by which a message is about a predicate without naming it. */
const CUES: Record<string, string> = {
  name: 'called named',
  age: 'old age',
  birthday: 'born gift present party',
  'lives in': 'live home town city country weather near',
  'works as': 'job profession career work',
  'works at': 'job employer company office work',
  diet: FOOD,
  eats: FOOD,
  'allergic to': FOOD,
  drinks: 'drink coffee tea bar',
  speaks: 'language translate',
  plays: 'instrument music sport',
}

const ANSWERS = 4
const termsOf = (text: string) => contentTerms(text).map(({ key }) => key)
const share = (terms: readonly string[], within: ReadonlySet<string>) => terms.some((key) => within.has(key))
const holdsAll = (text: string, within: ReadonlySet<string>) => {
  const terms = termsOf(text)
  return terms.length > 0 && terms.every((key) => within.has(key))
}

/**
 * What is currently true about whoever or whatever a message names, best first: facts that answer it, those
 * of a subject that it names or may mean by a pronoun, facts of the person that share a word with it, and
 * pinned ones.
 */
export function relevantFacts(facts: readonly Fact[], message: string): Fact[] {
  const words = new Set(termsOf(message))
  const open = facts.filter(({ until }) => until === null)
  const named = new Set(
    open.flatMap((fact) => {
      const { subject, subjectId, predicate, object } = latest(fact)
      return holdsAll(subject, words) || (predicate === 'name' && holdsAll(object, words)) ? [subjectId] : []
    }),
  )
  const answering = factsAnswering(message, open.map(latest))
  const meant = new Set(
    meantBy(
      message,
      open.map((fact) => latest(fact).subject),
    ),
  )
  const isAboutAll = asksAll(message)
  const scoreOf = (fact: Fact) => {
    const { subject, subjectId, predicate, object, pinned } = latest(fact)
    const isNamed = named.has(subjectId) || meant.has(subject)
    const isMeant = share([...termsOf(predicate), ...termsOf(CUES[predicate] ?? '')], words)
    const isSaid = share(termsOf(object), words)
    const isOfPerson = factNorm(subject) === USER
    // "Where does my sister live?" is not about where the person lives.
    const counts = isNamed || (isOfPerson && (named.size === 0 || isSaid))
    const shared = counts ? Number(isMeant) + Number(isSaid) : 0
    const answers = answering.has(latest(fact)) ? ANSWERS : 0
    return answers + (isNamed ? 1 : 0) + shared + (pinned ? 0.5 : 0) + (isAboutAll && isOfPerson ? 0.5 : 0)
  }
  return open
    .map((fact) => ({ fact, score: scoreOf(fact), at: latest(fact).at.getTime() }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || b.at - a.at)
    .slice(0, Math.max(limits.facts.relevant, Math.min(answering.size, limits.facts.listed)))
    .map(({ fact }) => fact)
}
