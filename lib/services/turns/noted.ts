import { type Statement, statementsLike } from '@/lib/db/facts/statements'
import { zoneFor } from '@/lib/db/turns/turns'
import { everywhere, reachedBy } from '@/lib/memory/facts/known-facts'
import { type Fact, isLater, latest, timelineOf, valueBefore } from '@/lib/memory/facts/timeline'
import type { TurnDto } from '@/lib/shared/dto'
import { groupBy } from '@/lib/shared/group-by'
import { valueBeside } from '@/lib/shared/memory/facts'
import { pick } from '@/lib/shared/pick'
import type { Person } from '../caller'

/** The value that a statement replaced; null if it says again what was so, or nothing was known. */
export function replacedBy(one: Statement, fact: Fact | undefined): string | null {
  const before = fact?.statements[0].id === one.id ? valueBefore(fact) : null
  return before && valueBeside(latest(before), one)
}

/** The same turns with the facts that their messages state, and what each replaced; without proposals. */
export async function withNoted({ db, ownerId, runtime }: Person, turns: TurnDto[]): Promise<TurnDto[]> {
  const ids = new Set(turns.map(({ id }) => id))
  const alike = await statementsLike(db, ownerId, [...ids])
  const shown = new Set(await reachedBy(everywhere(db, ownerId), alike))
  const known = alike.filter((one) => shown.has(one) || ids.has(one.said?.turnId ?? ''))
  const zone = await zoneFor({ db, ownerId })
  const facts = timelineOf(known, runtime.now(), zone)
  const factOf = new Map(facts.flatMap((fact) => fact.statements.map((one) => [one.id, fact] as const)))
  const noted = groupBy(known, ({ said }) => said?.turnId ?? '')
  return turns.map((turn) => {
    const stated = noted.get(turn.id)?.map((one) => {
      const before = replacedBy(one, factOf.get(one.id))
      return {
        ...pick(one, 'subject predicate object'),
        from: one.from.toISOString(),
        ...(isLater(one, zone) ? { coming: true as const } : {}),
        ...(before === null ? {} : { before }),
        ...(one.origin === 'person' ? { corrected: true as const } : {}),
      }
    })
    return stated ? { ...turn, noted: stated } : turn
  })
}
