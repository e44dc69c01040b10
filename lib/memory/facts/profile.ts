import { buildHead, buildItem, itemOf, type PromptItem } from '@/lib/prompts/fence'
import { groupBy } from '@/lib/shared/group-by'
import { limits } from '@/lib/shared/limits'
import { factLine, factNorm, isDenial, USER, valueBeside } from '@/lib/shared/memory/facts'
import {
  closenessOf,
  FACT_KINDS,
  FARTHEST,
  type FactKind,
  isOfHealth,
  kindOfFact,
  predicateKind,
} from '@/lib/shared/memory/predicates'
import type { Source } from '@/lib/shared/memory/source'
import { factChanges } from './fact-items'
import { type Fact, isCurrent, isPinned, latest } from './timeline'

export const PROFILE_NOTE = 'What is always true of the person ("user"), as they stated it.'

type Part = FactKind | 'pinned'
const PARTS: readonly Part[] = FACT_KINDS.flatMap((kind) => (kind === 'name' ? [kind, 'pinned'] : [kind]))
/** The most facts of a part, and how many about health come before the first of later parts. */
const [MOST, FIRST] = [5, 3]

/** Everybody who is named as a relative, with what they are. */
type Family = ReadonlyMap<string, string>

/** Whether a fact is the person's own, and what it says of somebody in the family: the name, or health. */
function partOf(fact: Fact, family: Family): Part | null {
  const said = latest(fact)
  const [kind, subject] = [kindOfFact(said), factNorm(said.subject)]
  if (subject === USER || predicateKind(subject) === 'health')
    return kind ?? (isPinned(fact) ? 'pinned' : null)
  const isFamily = family.has(subject) || subject.split(' ').some((word) => predicateKind(word) === 'family')
  if (isFamily && (isOfHealth(kind) || kind === 'diet' || kind === 'name')) return 'family'
  return isPinned(fact) ? 'pinned' : null
}

const isIll = (fact: Fact) => isOfHealth(kindOfFact(latest(fact)))
const rankOf = (fact: Fact) => Number(isPinned(fact)) * 2 + Number(isIll(fact))
function farOf(fact: Fact, family: Family): number {
  const { subject, predicate } = latest(fact)
  return closenessOf(factNorm(subject) === USER ? predicate : (family.get(factNorm(subject)) ?? subject))
}
/** Pinned ones first, then the health of a family, then the closest, then the newest. */
const compare = (a: Fact, b: Fact, family: Family) =>
  rankOf(b) - rankOf(a) ||
  farOf(a, family) - farOf(b, family) ||
  latest(b).at.getTime() - latest(a).at.getTime()

/** `isShort` = without the value before. */
function lineOf(fact: Fact, zone: string, isShort: boolean): { item: PromptItem; sources: Source[] } {
  const { value, since, ends, next, sources } = factChanges(fact, zone)
  const line = factLine(latest(fact), isShort ? undefined : value)
  const text = next ? `${line} (from ${ends}: ${valueBeside(next, latest(fact))})` : line
  return { item: itemOf({ since }, text), sources }
}

/**
 * What is always true of the person and often matters, the most harmful when missing first: whole lines
 * within the section's budget, and values before them where there is room. `isSimple` = only health and name.
 */
export function profileOf(
  facts: readonly Fact[],
  zone: string,
  countTokens: (text: string) => number,
  isSimple = false,
): (ReturnType<typeof lineOf> & { fact: Fact })[] {
  const current = facts.filter((fact) => isCurrent(fact) && !isDenial(latest(fact)))
  const family: Family = new Map(
    current
      .map(latest)
      .flatMap((one) =>
        kindOfFact(one) === 'family' ? [[factNorm(one.object), one.predicate] as const] : [],
      ),
  )
  const shown = isSimple
    ? PARTS.filter((part) => part === 'health' || part === 'allergy' || part === 'name')
    : PARTS
  const byPart = groupBy(current, (fact) => partOf(fact, family))
  const ranked = shown.flatMap((name, part) => {
    const of = (byPart.get(name) ?? []).sort((a, b) => compare(a, b, family))
    const inRound = of.some(isIll) ? FIRST : 1
    // The name of a husband's mother comes after what the person works as.
    const isLate = (fact: Fact) => name === 'family' && !isIll(fact) && farOf(fact, family) === FARTHEST
    return of.slice(0, MOST).map((fact, i) => ({
      ...{ fact, part },
      round: Math.floor(i / inRound) + Number(isLate(fact)),
    }))
  })
  const tokensOf = ({ item }: { item: PromptItem }) => countTokens(`\n${buildItem(item)}`)
  let left = limits.prompt.sections.profile - countTokens(buildHead({ name: 'profile', note: PROFILE_NOTE }))
  return ranked
    .sort((a, b) => a.round - b.round || a.part - b.part)
    .flatMap(({ fact, part }) => {
      const line = lineOf(fact, zone, true)
      const tokens = tokensOf(line)
      if (tokens > left) return []
      left -= tokens
      return { ...line, fact, part, tokens }
    })
    .map(({ tokens, ...short }) => {
      const line = lineOf(short.fact, zone, false)
      const more = tokensOf(line) - tokens
      if (more > left) return short
      left -= more
      return { ...short, ...line }
    })
    .sort((a, b) => a.part - b.part)
}
