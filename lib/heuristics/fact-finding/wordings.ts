import { entity, nameFacts, SURE } from './about'
import type { FactMatch } from './patterns'
import { isBreed, nounClass, singular } from './vocabulary'

const NAME = "\\p{Lu}[\\p{L}'’-]+"
const NAMES = `${NAME}(?: ${NAME}){0,2}`

/** Names and ages next to a noun: "my sister Anna", "my son Theo (8)", "Rex is my dog", "a cat called Miso". */
const PLACED = [
  new RegExp(
    `(?<![\\p{L}\\p{N}])(?:[Mm]y|[Oo]ur) (?<noun>(?:\\p{Ll}+ ){0,2}(?:\\p{Ll}+['’]s )?(?:GP|\\p{Ll}[\\p{Ll}-]+)),? (?<name>(?:(?:Dr|Mr|Mrs|Ms|Prof)\\.? )?\\p{Lu}[\\p{Ll}'’-]+(?: ${NAME})?(?: and \\p{Lu}[\\p{Ll}'’-]+)?)(?:,? \\(?(?<age>\\d{1,2})\\)?(?=[,.;]|$| and ))?(?![\\p{L}:])`,
    'gu',
  ),
  new RegExp(
    `(?:^|[,;:]\\s+|\\sand\\s)(?<name>${NAMES}) (?:is|are) (?:my|our) (?<noun>[\\p{L} -]{2,40})(?=$|[,.;!]|\\s(?:and|who)\\s)`,
    'gu',
  ),
  new RegExp(
    `(?<=(?<!\\p{L})(?:[Ii]|[Ww]e)(?: just| now)?(?: have|['’]ve| own| got| keep| live with| look after| share| adopted| rescued| bought)(?: got)?(?:[^.;!?]{0,80})? )(?:an?|two|three|four) (?<noun>(?:\\p{Ll}[\\p{Ll}-]* ){0,2}\\p{Ll}[\\p{Ll}-]+) (?:called|named|by the name of) (?<name>${NAMES}(?: and ${NAME})?)`,
    'gu',
  ),
]

function isLiving(noun: string): boolean {
  const one = singular(noun).noun
  return ['man', 'woman', 'person', 'pet'].includes(nounClass(one)) || isBreed(one)
}

export function placedNames(text: string): FactMatch[] {
  return PLACED.flatMap((form) => [...text.matchAll(form)]).flatMap(
    ({ groups: { noun = '', name = '', age } = {} }) => {
      if (!isLiving(noun)) return []
      const who = entity(noun)
      const aged = age ? [{ subject: who.subject, predicate: 'age', object: age, confidence: SURE }] : []
      return [...nameFacts(who, name, false), ...aged]
    },
  )
}
