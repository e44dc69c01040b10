import { entity, factsOfTail, isLiving, nameFacts, SURE, USER } from './about'
import type { FactMatch } from './patterns'
import { singular } from './vocabulary'

const NAME = "\\p{Lu}[\\p{L}'’-]+"
const NAMES = `${NAME}(?: ${NAME}){0,2}`
const GREETING = '(?:[Hh]i|[Hh]ello|[Hh]ey|[Hh]iya|[Gg]ood \\p{L}+)[\\s,!.]+'

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

export function placedNames(text: string): FactMatch[] {
  return PLACED.flatMap((form) => [...text.matchAll(form)]).flatMap(
    ({ groups: { noun = '', name = '', age } = {} }) => {
      if (!isLiving(singular(noun).noun)) return []
      const who = entity(noun)
      const aged = age ? [{ subject: who.subject, predicate: 'age', object: age, confidence: SURE }] : []
      return [...nameFacts(who, name, false), ...aged]
    },
  )
}

/** "My friend from Oslo is here" is not about the person who says it. */
const OTHERS =
  '(?:my|our|your|his|her|their|the|this|that|some|one|every)\\s|(?:[\\p{L}-]+ ){1,5}(?:is|are|was|were|has|have|lives?|works?|comes?|came|gets?|got) (?:[\\p{L}-]+ ){0,3}here'
/** Statements without "I", each with what "I" would be followed by. */
const REPHRASED: readonly [RegExp, string][] = [
  [
    /^(?:as|being|speaking as|i['’]?m speaking as) (an? [\p{L} -]{3,40}?|coeliac|vegan|vegetarian)(?=(?: \([^)]{1,60}\))?(?:,(?! (?:you|one|he|she|they|it|the|this)(?!\p{L}))|$)|\s(?:i|my|myself)(?!\p{L}))/iu,
    'am',
  ],
  [
    /^(?:btw,? |also,? |and )?((?:(?:severely )?allergic to|based in|originally from|married to|born in|living in|working (?:at|as|for)|fluent in|vegan|vegetarian)(?=\s|$|[,.]).*)$/iu,
    'am',
  ],
  [/^(?:btw,? |also,? |and )?((?:can not stand|work (?:at|as|for)|live in) .*)$/iu, ''],
  [
    new RegExp(
      `^(?:${GREETING})?(?!(?:\\p{L}+(?:er|or|ist|ian|ant)|From|But|And|So|Over|Right|Down|Up|In|Out|Not|Same|Look|See|Click|Come|Stay|Still|Only|Nothing|Everything|Anyone|Nobody|No|OK|Ok|Newbie|Noob|Back|Stuck|Again|Near|Around) )(${NAMES}),? here(?=[,.!]|$)`,
      'u',
    ),
    'am',
  ],
  [
    new RegExp(
      `^(?:${GREETING})?(?!${OTHERS})((?:\\p{L}+ )?(?:vegan|vegetarian|coeliac)|\\p{L}+ (?:[\\p{L}-]+ ){0,4}?\\p{L}+) here(?=[,.!]|$)`,
      'iu',
    ),
    'am a',
  ],
]

/** The person's facts without "I" ("As a vegan, …", "Allergic to nuts.", "Priya here"). */
export const unsaid = (text: string, casual: boolean): FactMatch[] =>
  REPHRASED.flatMap(([form, start]) => {
    const rest = form.exec(text)?.[1]
    return rest ? factsOfTail(USER, `${start} ${rest}`.trim(), casual) : []
  })
