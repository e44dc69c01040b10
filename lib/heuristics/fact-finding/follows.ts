import type { Triple } from '@/lib/shared/memory/facts'
import { isSame } from './changes'

const WHO = "(?<!\\p{L})(?:[Ii]|[Ww]e)(?:['’]ve| have| just| finally| also)* "
const NOW = "(?<!\\p{L})([Ii]|[Ww]e)(?:['’](?:m|re)| am| are)(?: now)?"
const GAP = '[.,;:!–— -]+(?:and |so )?$'

const MOVED = new RegExp(`${WHO}moved(?: (?:house|home|out|(?:last|this) \\p{L}+))*${GAP}`, 'u')
const NOW_IN = new RegExp(`${NOW} in (?=\\p{Lu})`, 'u')
const QUIT = new RegExp(`${WHO}(?:quit|left|resigned from) ([^.,;:!?]{2,40}?)${GAP}`, 'u')
const NOW_AT = new RegExp(`${NOW} at (?=\\p{L})`, 'u')
const SOLD =
  /^(?:(?:i|we) )?(?:just |finally )*(sold|scrapped|gave away|got rid of) (?:my|our|the) ([\p{L}\p{N} -]{2,40}?)(?= (?:last|this|yesterday|today)(?!\p{L})|[.!]*$)/iu
const GOT =
  /^(?:(?:i|we) (?:have )?)?(?:just )?(?:got|bought) (?:myself |ourselves )?(an? [^.,;!]{2,40}) instead[.!]*$/iu

/** What a sentence means after the one before: "We've moved! We're in York now" as "We moved to York now". */
export function following(before: string, stated: string, known: readonly Triple[]): string {
  const [, verb, lost] = SOLD.exec(before) ?? []
  const got = lost && GOT.exec(stated)?.[1]
  if (got) return `I ${verb} the ${lost} and got ${got}`
  const upTo = (form: RegExp) => `${before} ${stated.slice(0, form.exec(stated)?.index ?? 0)}`
  if (MOVED.test(upTo(NOW_IN))) return stated.replace(NOW_IN, '$1 moved to ')
  const left = QUIT.exec(upTo(NOW_AT))?.[1]
  const isWork = known.some(
    ({ predicate, object }) => left && predicate === 'works at' && isSame(object, left),
  )
  return isWork ? stated.replace(NOW_AT, '$1 work at ') : stated
}
