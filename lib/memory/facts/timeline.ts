import type { Statement } from '@/lib/db/facts/statements'
import { factKey, factNorm } from '@/lib/shared/facts'

/**
 * One value for as long as it held: statements of it in a row, oldest first. `until` = when the next value
 * replaced it, null while it holds; `before` = the value that it replaced.
 */
export type Fact = { statements: [Statement, ...Statement[]]; until: Date | null; before: Fact | null }

/** The latest statement, which has the current wording. */
export const latest = ({ statements }: Fact): Statement => statements.at(-1) ?? statements[0]

/**
 * Facts from statements in the order of their times. A later value of the same key closes the one before it, so
 * when a statement is forgotten, what it had replaced holds again.
 */
export function timelineOf(statements: readonly Statement[]): Fact[] {
  const facts: Fact[] = []
  const last = new Map<string, Fact>()
  for (const one of statements) {
    const key = factKey(one.subjectId, one)
    const before = last.get(key) ?? null
    if (before && factNorm(latest(before).object) === factNorm(one.object)) {
      before.statements.push(one)
      continue
    }
    if (before) before.until = one.from
    const fact: Fact = { statements: [one], until: null, before }
    facts.push(fact)
    last.set(key, fact)
  }
  return facts
}
