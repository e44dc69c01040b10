import type { Statement } from '@/lib/db/facts/statements'
import { groupBy } from '@/lib/shared/group-by'
import { factKey, factNorm, isAnyMore, isDenial, saysSame, withoutNot } from '@/lib/shared/memory/facts'
import { isStandard } from '@/lib/shared/memory/predicates'
import { zonedMoment } from '@/lib/shared/time/calendar'
import { dayNamed } from '@/lib/shared/time/day'

/**
 * One value while it was true: statements of it in a row, oldest first. `until` = when the next value
 * replaced it, null while it is current or still to come; `before` = the value that it replaced.
 */
export type Fact = {
  statements: [Statement, ...Statement[]]
  until: Date | null
  before: Fact | null
  /** What will replace it on a day to come; of a denial, the value that the same turn gives instead. */
  next: Fact | null
  coming: boolean
}

export const isCurrent = ({ until, coming }: Fact): boolean => until === null && !coming
/** Whether a statement was about a later time. */
const isPlan = ({ from, at }: Statement) => from > at
/**
 * The same for a person in a zone, where a day may have begun that has not in UTC, and the other way round.
 */
export const isLater = ({ from, at }: Statement, zone: string) => zonedMoment(from, zone) > at
/** When a fact became true: a later statement may date it further back. Of several plans the last counts. */
export const heldSince = ({ statements }: Pick<Fact, 'statements'>): Date => {
  const plan = statements.findLast(isPlan)
  const dated = statements.filter((one) => one === plan || !isPlan(one))
  return new Date(Math.min(...dated.map(({ from }) => from.getTime())))
}

/** The latest statement, which has the current wording. */
export const latest = ({ statements }: Pick<Fact, 'statements'>): Statement =>
  statements.at(-1) ?? statements[0]
export const turnsStating = ({ statements }: Fact) => statements.flatMap(({ said }) => said?.turnId ?? [])
/** Pinned once, it stays so when it is said again. */
export const isPinned = ({ statements }: Pick<Fact, 'statements'>) => statements.some(({ pinned }) => pinned)
/** The last turn that states a fact; null if only the person added it. */
export const sourceOf = ({ statements }: Fact) => statements.findLast(({ said }) => said)?.said ?? null

/** The last other value that held before. A denial and a plan that was given up are none. */
export function valueBefore(fact: Fact): Fact | null {
  const isNone = (one: Fact) =>
    isDenial(latest(one)) ||
    saysSame(latest(one), latest(fact)) ||
    (one.until !== null && one.until <= heldSince(one))
  let found = fact.before
  while (found && isNone(found)) found = found.before
  return found
}

/**
 * Facts at `now` from statements in the order in which they were made. A later value of the same key closes
 * those before it, except those of the same sentence, so when a statement is forgotten, what it had replaced
 * is current again. A value that begins later closes them when its day comes.
 */
export function timelineOf(statements: readonly Statement[], now: Date, zone = 'UTC'): Fact[] {
  const facts: Fact[] = []
  const open = new Map<string, Fact[]>()
  const alike = new Map<string, Fact[]>()
  const heldAt = (key: string, at: Date) => {
    const held = (open.get(key) ?? []).filter(isOpen)
    for (const plan of plansIn(held)) if (zonedMoment(heldSince(plan), zone) <= at) begin(plan, held)
    return held.filter(isOpen)
  }
  for (const one of statements) {
    const key = factKey(one.subjectId, one)
    const held = heldAt(key, one.at)
    const same = held.find((fact) => saysSame(latest(fact), one))
    if (same) {
      same.statements.push(one)
      continue
    }
    const coming = isLater(one, zone)
    const fact: Fact = { statements: [one], until: null, before: null, next: null, coming }
    const kin = alike.get(kinKey(one)) ?? []
    const others = held.filter((other) => !areSaidTogether(latest(other), one))
    const replaced = others.filter((other) => replaces(fact, other))
    const ended = fact.coming ? replaced : [...replaced, ...endedBy(one, kin)]
    for (const other of ended) {
      other.until = endOf(other, one)
      other.coming = false
    }
    const beside = held.find((other) => !others.includes(other))
    fact.before = (fact.coming ? null : ended.at(-1)) ?? beside?.before ?? null
    // Something else holds already, so this denies nothing.
    if (isDenial(one) && !fact.coming && others.some(isOpen)) fact.until = one.at
    facts.push(fact)
    open.set(key, [...held, fact])
    alike.set(kinKey(one), [...kin.filter(isOpen), fact])
  }
  for (const key of open.keys()) {
    const held = heldAt(key, now)
    let current = held.filter(({ coming }) => !coming)
    for (const plan of plansIn(held)) {
      plan.before = current.at(-1) ?? null
      for (const fact of current) fact.next = plan
      current = [plan]
    }
  }
  pairDenials(facts)
  return facts
}

/** What is to come, the next first. */
const plansIn = (held: readonly Fact[]) =>
  held.filter(({ coming }) => coming).sort((a, b) => heldSince(a).getTime() - heldSince(b).getTime())
const isOpen = ({ until }: Fact) => until === null
/** A plan comes true: what held until now ends. */
function begin(plan: Fact, held: readonly Fact[]) {
  plan.coming = false
  const ended = held.filter(
    (one) => one !== plan && isOpen(one) && !one.coming && !areSaidTogether(latest(one), latest(plan)),
  )
  for (const fact of ended) fact.until = heldSince(plan)
  plan.before = ended.at(-1) ?? plan.before
}

/** A plan replaces plans that begin no earlier, a value what holds, and a denial the value that it denies. */
function replaces(fact: Fact, other: Fact): boolean {
  if (fact.coming && !(other.coming && heldSince(other) >= heldSince(fact))) return false
  const denied = withoutNot(latest(fact).object)
  if (!isDenial(latest(fact)) || isAnyMore(denied)) return fact.coming === other.coming
  const [value, gone] = [factNorm(latest(other).object), factNorm(denied)]
  return value.includes(gone) || gone.includes(value)
}

/**
 * A "not Tuesday" and "Thursday" of one turn: Thursday replaces Tuesday. Of what may both be so ("likes") only
 * if one sentence says them and Tuesday was so.
 */
function pairDenials(facts: readonly Fact[]) {
  const turnOf = (fact: Fact) => `${kinKey(latest(fact))}\n${latest(fact).said?.turnId ?? latest(fact).id}`
  const ofTurn = groupBy(facts, turnOf)
  for (const fact of facts) {
    const denial = latest(fact)
    if (!isDenial(denial) || !isOpen(fact)) continue
    const said: Fact[] = ofTurn.get(turnOf(fact)) ?? []
    const isPaired = (one: Fact) =>
      !isDenial(latest(one)) &&
      (!isStandard(denial.predicate) || (fact.before !== null && areSaidTogether(latest(one), denial)))
    const value = said.slice(said.indexOf(fact)).find(isPaired) ?? said.findLast(isPaired)
    if (!value) continue
    fact.next = value
    value.before ??= fact.before
  }
  // What took its place may have been replaced in the same way since, or be over.
  const instead = new Map(facts.flatMap((fact) => (fact.before ? [[fact.before, fact.next ?? fact]] : [])))
  for (const fact of facts) {
    const passed = new Set<Fact>()
    for (
      let { next } = fact;
      next && !passed.has(next);
      next = next.until ? (instead.get(next) ?? null) : null
    ) {
      passed.add(next)
      fact.next = next
    }
  }
}

/**
 * By which facts are listed together: their key, or of a "red car" that "not car" ended the key of what ended
 * it.
 */
export function rowNames(facts: readonly Fact[]): (fact: Fact) => string {
  const keyOf = (fact: Fact) => factKey(latest(fact).subjectId, latest(fact))
  const open = new Set(facts.filter((fact) => isOpen(fact) && !isSaidByNext(fact)).map(keyOf))
  const enders = new Map(facts.flatMap((fact) => (fact.before ? [[keyOf(fact.before), fact] as const] : [])))
  const rowOf = (fact: Fact, passed: Set<string>): string => {
    const key = keyOf(fact)
    const ender = open.has(key) || passed.has(key) ? undefined : enders.get(key)
    return ender ? rowOf(ender, passed.add(key)) : key
  }
  return (fact) => rowOf(fact, new Set())
}

/** For "not Tuesday", stated together with "Thursday", the fact "Thursday". */
export const standing = (fact: Fact): Fact => (isDenial(latest(fact)) && fact.next ? fact.next : fact)
/** Whether it is a "not Tuesday" whose "Thursday" says so itself. */
export const isSaidByNext = (fact: Fact): boolean => standing(fact) !== fact
/** Whether it only says that a value is over, which says so itself by when it ended. */
export const isEnding = (fact: Fact): boolean => isDenial(latest(fact)) && fact.before !== null

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

/** Words by which a first day of a month is meant as this day: "1 May", "yesterday", "two weeks ago". */
const NAMES_DAY = /(?<!\d)0?1(?!\d)|day|week/i
/** Since when a fact holds, as exactly as it was said: a year, a month ("2019-03"), or a moment. */
export function sinceOf(fact: Pick<Fact, 'statements'>): string {
  const from = heldSince(fact)
  const at = from.toISOString()
  const quote = fact.statements.find((one) => one.from.getTime() === from.getTime())?.quote ?? '1'
  if (!at.endsWith('-01T00:00:00.000Z') || NAMES_DAY.test(quote)) return at
  return at.slice(0, at.slice(5, 7) === '01' && !/\bjan/i.test(quote) ? 4 : 7)
}
/** The same for a prompt: a year, a month or a day. */
export function sinceNamed(fact: Pick<Fact, 'statements'>, zone: string): string {
  const since = sinceOf(fact)
  return since.length < 10 ? since : dayNamed(new Date(since), zone)
}
