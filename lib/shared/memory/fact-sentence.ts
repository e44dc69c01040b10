import { factNorm, isAnyMore, isDenial, type Triple, USER, withoutNot } from './facts'

const capital = (text: string) => text.charAt(0).toLocaleUpperCase('en') + text.slice(1)
/** A subject as a heading. */
export const subjectName = (subject: string) => (factNorm(subject) === USER ? 'You' : capital(subject))
const shownValue = ({ object }: Pick<Triple, 'object'>) =>
  isDenial({ object }) && isAnyMore(withoutNot(object)) ? 'no longer' : object

/**
 * A row below the heading of its subject: "Rent:" + "1,300 euros", "From 1 February 2027: works at" + "LUMC".
 * `coming` = the day on which it begins. What somebody is stands alone.
 */
export function rowWords({ predicate, object }: Triple, coming = ''): { lead: string; value: string } {
  const [name, value] = [predicate === 'is' ? '' : predicate, shownValue({ object })]
  if (coming) return { lead: `From ${coming}: ${name}`.trimEnd(), value }
  return name ? { lead: `${capital(name)}:`, value } : { lead: '', value: capital(value) }
}

/** On its own: "Lives in: Cork", "Dog: name Rex". */
export function factSentence(fact: Triple, coming = ''): string {
  if (factNorm(fact.subject) !== USER) {
    const { subject, predicate } = fact
    const [name, from] = [predicate === 'is' ? '' : `${predicate} `, coming && ` (from ${coming})`]
    return `${subjectName(subject)}: ${name}${shownValue(fact)}${from}`
  }
  const { lead, value } = rowWords(fact, coming)
  return `${lead} ${value}`.trimStart()
}
