import type { Statement } from '@/lib/db/facts/statements'
import { factKey, factNorm, isDenial, saysSame, withoutNot } from '@/lib/shared/memory/facts'

/**
 * One value while it was true: statements of it in a row, oldest first. `until` = when the next value
 * replaced it, null while it is current; `before` = the value that it replaced.
 */
export type Fact = { statements: [Statement, ...Statement[]]; until: Date | null; before: Fact | null }

/** When a fact became true: a later statement may date it further back. */
export const heldSince = ({ statements }: Fact): Date =>
  new Date(Math.min(...statements.map(({ from }) => from.getTime())))

/** The latest statement, which has the current wording. */
export const latest = ({ statements }: Fact): Statement => statements.at(-1) ?? statements[0]
/** The last turn that states a fact; null if only the person added it. */
export const sourceOf = ({ statements }: Fact) => statements.findLast(({ said }) => said)?.said ?? null

/**
 * Facts from statements in the order in which they were made. A later value of the same key closes those
 * before it, except those of the same sentence, so when a statement is forgotten, what it had replaced is
 * current again.
 */
export function timelineOf(statements: readonly Statement[]): Fact[] {
  const facts: Fact[] = []
  const open = new Map<string, Fact[]>()
  const alike = new Map<string, Fact[]>()
  for (const one of statements) {
    const key = factKey(one.subjectId, one)
    const held = (open.get(key) ?? []).filter(({ until }) => until === null)
    const same = held.find((fact) => saysSame(latest(fact), one))
    if (same) {
      same.statements.push(one)
      continue
    }
    const beside = held.filter((fact) => areSaidTogether(latest(fact), one))
    const replaced = held.filter((fact) => !beside.includes(fact))
    const kin = alike.get(kinKey(one)) ?? []
    for (const fact of [...replaced, ...endedBy(one, kin)]) fact.until = endOf(fact, one)
    const fact: Fact = {
      statements: [one],
      until: null,
      before: replaced.at(-1) ?? beside.at(-1)?.before ?? null,
    }
    facts.push(fact)
    open.set(key, [...beside, fact])
    alike.set(kinKey(one), [...kin.filter(({ until }) => until === null), fact])
  }
  return facts
}

/** A later statement wins, even if it dates from earlier. */
const endOf = (fact: Fact, { from, at }: Statement) => (from > heldSince(fact) ? from : at)

const kinKey = ({ subjectId, predicate }: Statement) => `${subjectId}\n${predicate}`

/** "Not car" ends "red car", unless it could be one of several; a blue car ends "not car". */
function endedBy(one: Statement, kin: readonly Fact[]): Fact[] {
  const isKindOf = (object: string, denied: string) =>
    factNorm(object).endsWith(` ${factNorm(withoutNot(denied))}`)
  const found = kin.filter((fact) => {
    const held = latest(fact)
    return isDenial(one)
      ? !isDenial(held) && isKindOf(held.object, one.object)
      : isDenial(held) && isKindOf(one.object, held.object)
  })
  return found.length === 1 ? found : []
}

/** One sentence states both: "two cats, Tofu and Bean". */
const areSaidTogether = (a: Statement, b: Statement) =>
  a.said !== null && a.said.turnId === b.said?.turnId && a.quote !== null && a.quote === b.quote
