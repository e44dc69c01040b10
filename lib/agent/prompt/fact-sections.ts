import { factItems } from '@/lib/memory/facts/fact-items'
import { profileOf } from '@/lib/memory/facts/profile'
import { replacedIn } from '@/lib/memory/facts/replaced'
import { type Fact, isCurrent, isEnding, latest } from '@/lib/memory/facts/timeline'
import type { Scene } from '@/lib/memory/recall/recall-query'
import { isOfHealth, isStandard, kindOfFact } from '@/lib/shared/memory/predicates'
import type { TurnState } from '../turn-state'
import type { Candidate } from './fit'
import { DROP } from './plan'

/**
 * The facts about what the message names, then those that replaced what the prompt shows. That a thing's plan or
 * date is over is said by the mark of what the prompt shows.
 */
const shownFacts = ({ facts, replacements, passages, windowTurns }: TurnState): Fact[] => [
  ...new Set([
    ...facts,
    ...[
      ...passages,
      ...windowTurns.map(({ turnId, at, userText: text }) => ({ turnId, at, text, who: 'user' as const })),
    ].flatMap((one) =>
      replacedIn(replacements, one).filter((fact) => !isEnding(fact) || isStandard(latest(fact).predicate)),
    ),
  ]),
]

/** What the person said as the prompt quotes it, so that no fact repeats it. */
const spokenIn = ({ windowTurns, referredTurns, passages }: TurnState): string[] => [
  ...[...windowTurns, ...referredTurns].map(({ userText }) => userText),
  ...passages.flatMap(({ who, text }) => (who === 'user' ? text : [])),
]

type Profile = ReturnType<typeof profileOf>
const ids = (facts: readonly Fact[]) =>
  new Set(facts.flatMap(({ statements }) => statements.map(({ id }) => id)))
const isAmong = (known: ReadonlySet<string>) => (fact: Fact) =>
  fact.statements.some(({ id }) => known.has(id))

/**
 * The profile as it was when the window began, so that the prompt begins with the same text as the one before,
 * unless something in it no longer holds; and what is new since: of what the window tells, only health. A simple
 * message's has everything.
 */
function profileWithNews(state: TurnState, isSimple: boolean): { profile: Profile; news: Fact[] } {
  const { known, knownBefore, zone, windowTurns } = state
  const of = (facts: Fact[]) => profileOf(facts, zone, state.deps.countTokens, isSimple)
  const now = of(known)
  const before = isSimple ? now : of(knownBefore)
  const holds = isAmong(ids(known.filter(isCurrent)))
  if (!before.every(({ fact }) => holds(fact))) return { profile: now, news: [] }
  const told = new Set(windowTurns.map(({ turnId }) => turnId))
  const isOld = isAmong(ids(before.map(({ fact }) => fact)))
  const isTold = (fact: Fact) =>
    told.has(latest(fact).said?.turnId ?? '') && !isOfHealth(kindOfFact(latest(fact)))
  const news = now.flatMap(({ fact }) => (isOld(fact) || isTold(fact) ? [] : [fact]))
  return { profile: before, news }
}

/**
 * The profile, and the facts of this message that are not in it. The built-in engine quotes the person, and a
 * profile has no quotes, so it gets none.
 */
export function factSections(
  state: TurnState,
  scene: Scene,
  sees: boolean,
  isSimple: boolean,
): Record<'profile' | 'facts', Candidate[]> {
  const { profile, news } = sees ? profileWithNews(state, isSimple) : { profile: [], news: [] }
  const isInProfile = isAmong(ids(profile.map(({ fact }) => fact)))
  const chosen = [...new Set([...news, ...shownFacts(state)])].filter((fact) => !isInProfile(fact))
  const quoted = spokenIn(state)
  const isQuoted = (quote: string) => {
    const isThere = quoted.some((text) => text.includes(quote))
    quoted.push(quote)
    return isThere
  }
  const facts = factItems(chosen, scene, sees ? isQuoted : undefined)
  const candidate = ({ item, sources }: Pick<Candidate, 'item' | 'sources'>, i: number): Candidate => ({
    ...{ item, sources: sources ?? [], keep: -i, order: i, whole: true, dropStage: DROP.summaries },
  })
  return {
    profile: profile.map((line, i) => ({ ...candidate(line, i), dropStage: DROP.never })),
    facts: facts.map(candidate),
  }
}
