import { factAnswer, presentForm } from '@/lib/heuristics/fact-finding/asked'
import { statesOther } from '@/lib/heuristics/fact-finding/changes'
import { findFacts } from '@/lib/heuristics/fact-finding/find-facts'
import type { FactAnswer } from '@/lib/heuristics/fact-finding/listed'
import { ageOn } from '@/lib/heuristics/fact-finding/quantities'
import { namesSubject } from '@/lib/heuristics/statement'
import { factNorm } from '@/lib/shared/memory/facts'
import { isEarlier, isUpdated, MAX_SENTENCES } from './choose'
import type { ShownPassage } from './passages'
import type { Query } from './query'

export type PassageFact = ShownPassage['facts'][number] & { passage: ShownPassage }

const mentions = ({ text }: ShownPassage, value: string) => factNorm(text).includes(factNorm(value))

const factsIn = (passages: readonly ShownPassage[]): PassageFact[] =>
  passages.flatMap((passage) => passage.facts.map((fact) => ({ ...fact, passage })))

const isReplaced = (passage: ShownPassage, { before, object, passage: by, ...fact }: PassageFact) =>
  passage.source === 'user' &&
  passage.moment < by.moment &&
  !mentions(passage, object) &&
  namesSubject(passage.text, { ...fact, object }) &&
  ((before !== '' && mentions(passage, before)) ||
    (by.written && !passage.written && statesOther(findFacts(passage.text, []), { ...fact, object })))

export function replacementsIn(
  found: readonly ShownPassage[],
  passages: readonly ShownPassage[],
): { passage: ShownPassage; by: ShownPassage }[] {
  const facts = factsIn(passages)
  return found.flatMap((passage) => {
    const by = facts.findLast((fact) => isReplaced(passage, fact))?.passage
    return by ? [{ passage, by }] : []
  })
}

/**
 * `shown` = newest first; `before` = with the replaced value, `formerly` = that value if none has it, `was` =
 * if asked for.
 */
export type KnownAnswer = FactAnswer<PassageFact> & {
  shown: ShownPassage[]
  before: ShownPassage[]
  formerly: string
  was: string
}

/** Null also if the person said something later on the subject: a change may not have become a fact. */
export function knownOn(query: Query, passages: readonly ShownPassage[]): KnownAnswer | null {
  const present = presentForm(query.text)
  const answer = factAnswer(present.text, factsIn(passages))
  if (!answer) return null
  const replaced = answer.facts.findLast(({ before }) => before !== '')
  const isNamed = replaced !== undefined && factNorm(replaced.object).includes(factNorm(present.now))
  if (query.former && !isNamed) return null
  const was = query.former ? (replaced?.before ?? '') : ''
  const shown = [...new Set(answer.facts.map(({ passage }) => passage))]
    .sort((a, b) => b.moment - a.moment)
    .slice(0, MAX_SENTENCES)
  const isChanged = shown.some((one) =>
    passages.some(
      (other) => other.facts.length === 0 && (isEarlier(one, other) || isUpdated(query, one, other)),
    ),
  )
  const before = passages.filter((one) => answer.facts.some((fact) => isReplaced(one, fact)))
  const formerly = before.length > 0 || was ? '' : (answer.facts.at(-1)?.before ?? '')
  if (isChanged && !answer.list) return null
  return { ...answer, shown, before: before.slice(-1), formerly, was }
}

/** The age that a birthday among facts makes today, if a question asks for it; '' = unknown. */
export function ageIn(question: string, facts: readonly PassageFact[], today: string): string {
  const born = facts.find(({ predicate }) => /^(?:birthday|born on)$/.test(predicate))?.object ?? ''
  return /\b(?:old|age)\b/i.test(question) ? ageOn(today, born) : ''
}
