import { factKey, factNorm, saysSame, type Triple } from '@/lib/shared/memory/facts'
import { samePredicate } from '@/lib/shared/memory/predicates'
import type { FoundFact } from './find-facts'

/**
 * Whether a message that states these facts gives another value for `fact`. `isItsSource` = `fact` was first found
 * in this message, so it may also have replaced one of several values.
 */
export const statesOther = (stated: readonly FoundFact[], fact: Triple, isItsSource = false): boolean =>
  stated.some(
    (one) =>
      !one.ends &&
      factNorm(one.subject) === factNorm(fact.subject) &&
      (factKey('', one) === factKey('', fact) || (isItsSource && samePredicate(one, fact))) &&
      !saysSame(one, fact),
  )
