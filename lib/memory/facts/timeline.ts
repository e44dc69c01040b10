import type { Statement } from '@/lib/db/facts/statements'
import { factKey, factNorm } from '@/lib/shared/facts'

/**
 * One value for as long as it held: statements of it in a row, oldest first. `until` = when the next value
 * replaced it, null while it holds; `before` = the value that it replaced.
 */
export type Fact = { statements: [Statement, ...Statement[]]; until: Date | null; before: Fact | null }

/** Since when a fact holds: a later statement may date it further back. */
export const heldSince = ({ statements }: Fact): Date =>
  new Date(Math.min(...statements.map(({ from }) => from.getTime())))

/** The latest statement, which has the current wording. */
export const latest = ({ statements }: Fact): Statement => statements.at(-1) ?? statements[0]
/** The last turn that states a fact; null if only the person added it. */
export const sourceOf = ({ statements }: Fact) => statements.findLast(({ said }) => said)?.said ?? null

/**
 * Facts from statements in the order in which they were made. A later value of the same key closes those before it, except
 * those of the same sentence, so when a statement is forgotten, what it had replaced holds again.
 */
export function timelineOf(statements: readonly Statement[]): Fact[] {
  const facts: Fact[] = []
  const open = new Map<string, Fact[]>()
  for (const one of statements) {
    const key = factKey(one.subjectId, one)
    const held = open.get(key) ?? []
    const same = held.find((fact) => factNorm(latest(fact).object) === factNorm(one.object))
    if (same) {
      same.statements.push(one)
      continue
    }
    const beside = held.filter((fact) => areSaidTogether(latest(fact), one))
    const replaced = held.filter((fact) => !beside.includes(fact))
    // What was said later counts, also where it has been so for longer.
    for (const fact of replaced) fact.until = one.from > heldSince(fact) ? one.from : one.at
    const fact: Fact = {
      statements: [one],
      until: null,
      before: replaced.at(-1) ?? beside.at(-1)?.before ?? null,
    }
    facts.push(fact)
    open.set(key, [...beside, fact])
  }
  return facts
}

/** One sentence states both: "two cats, Tofu and Bean". */
const areSaidTogether = (a: Statement, b: Statement) =>
  a.said !== null && a.said.turnId === b.said?.turnId && a.quote !== null && a.quote === b.quote
