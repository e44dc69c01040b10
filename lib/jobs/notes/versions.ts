import type { Db } from '@/lib/db/engine/client'
import type { NewStatement } from '@/lib/db/facts/save'
import { ofTurn, statementsOf } from '@/lib/db/facts/statements'
import { sourcesOfEach } from '@/lib/db/forget/derived'
import { earlierVersions, type Turn } from '@/lib/db/turns/turns'
import { everywhere, factsFor } from '@/lib/memory/facts/known-facts'
import { factKey, factNorm, saysSame, type Triple } from '@/lib/shared/memory/facts'
import { pick } from '@/lib/shared/pick'

/**
 * What the person corrected since a message was first sent, so that a new version with the same text does not undo
 * it. `stated` = the facts of the last version that they corrected; `isWritten` = whether they wrote another value in
 * place of a fact on the Facts page.
 */
export async function versionsOf(db: Db, turn: Turn) {
  const { ownerId } = turn
  const versions = await earlierVersions(db, turn)
  const [first] = versions
  if (!first) return { stated: [], isWritten: () => false }
  const byVersion = await Promise.all(versions.map(({ id }) => statementsOf(db, ownerId, ofTurn(id))))
  const corrected = byVersion.findLast((some) => some.some(({ origin }) => origin === 'person')) ?? []
  const ids = corrected.map(({ id }) => id)
  const others = await sourcesOfEach(db, ownerId, 'fact', ids)
  const known = await factsFor(everywhere(db, ownerId, () => turn.createdAt))
  const keyOf = (fact: Triple) => factKey(factNorm(fact.subject), fact)
  const written = known
    .flatMap(({ statements }) => statements)
    .filter((one) => one.written && one.written > first.createdAt)
  return {
    stated: corrected.map(
      ({ id, written: writtenAt, ...one }): Omit<NewStatement, 'id'> => ({
        ...pick(one, 'subject predicate object confidence from quote origin status pinned'),
        ...{ writtenAt, turnId: turn.id, others: others.get(id) ?? [] },
      }),
    ),
    isWritten: (fact: Triple) => written.some((one) => keyOf(one) === keyOf(fact) && !saysSame(one, fact)),
  }
}
