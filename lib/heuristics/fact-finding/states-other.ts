import { factKey, factNorm, saysSame, type Triple } from '@/lib/shared/memory/facts'
import { samePredicate } from '@/lib/shared/memory/predicates'
import { findFacts } from './find-facts'

/**
 * Whether a message states another value of a fact, as far as the rules can tell. `isItsSource` = the fact was first
 * read from this message, so another value of a list may be meant too.
 */
export const statesOther = (text: string, fact: Triple, isItsSource = false): boolean =>
  findFacts(text, []).some(
    (one) =>
      !one.ends &&
      factNorm(one.subject) === factNorm(fact.subject) &&
      (factKey('', one) === factKey('', fact) || (isItsSource && samePredicate(one, fact))) &&
      !saysSame(one, fact),
  )
