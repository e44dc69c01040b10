import { entity, factsOfTail, nameFacts, ownersFacts, SURE, USER } from './about'
import type { FactMatch } from './patterns'
import { ENTITY, isBreed, nounClass, RELATIVE, singular } from './vocabulary'

const NAME = "\\p{Lu}[\\p{L}'’-]+"
const NAMES = `${NAME}(?: ${NAME}){0,2}`
const GREETING = '(?:[Hh]i|[Hh]ello|[Hh]ey|[Hh]iya|[Gg]ood \\p{L}+)[\\s,!.]+'
const BEGINS = '(?:^|[,;:]\\s+|\\sand\\s)'

/** Names and ages next to a noun: "my sister Anna", "Rex, our dog", "my two-year-old son". */
const PLACED = [
  new RegExp(
    `(?<![\\p{L}\\p{N}])(?:[Mm]y|[Oo]ur) (?<noun>(?:\\p{Ll}+ ){0,2}(?:\\p{Ll}+['’]s )?(?:GP|\\p{Ll}[\\p{Ll}-]+)),? (?<name>(?:(?:Dr|Mr|Mrs|Ms|Prof)\\.? )?\\p{Lu}[\\p{Ll}'’-]+(?: ${NAME})?(?: and \\p{Lu}[\\p{Ll}'’-]+)?)(?:,? \\(?(?<age>\\d{1,2})\\)?(?=[,.;]|$| and ))?(?![\\p{L}:])`,
    'gu',
  ),
  new RegExp(
    `${BEGINS}(?<name>${NAMES}) (?:is|are) (?:the name of )?(?:my|our) (?<noun>[\\p{L} -]{2,40})(?=['’]s name|$|[,.;!]|\\s(?:and|who)\\s)`,
    'gu',
  ),
  /(?<![\p{L}\p{N}])(?<name>\p{Lu}[\p{Ll}'’-]+), (?:my|our) (?<noun>[\p{Ll} -]{2,40})(?=$|[,.;!])/gu,
  new RegExp(
    `(?<![\\p{L}\\p{N}])(?:my|our|(?:have|got|adopted) an?) (?<age>\\d{1,2}|\\p{L}+(?:-\\p{L}+)?)[- ]year[- ]old (?<noun>(?:\\p{Ll}+ )?${ENTITY}s?|\\p{L}+)(?!\\p{L})`,
    'giu',
  ),
]
const CALLED = new RegExp(
  `(?<=(?<!\\p{L})(?:[Ii]|[Ww]e)(?: just| now)?(?: have|['’]ve| own| got| keep| live with| look after| share| adopted| rescued| bought)(?: got)?(?:[^.;!?]{0,80})? )(?:an?|two|three|four) (?<noun>(?:\\p{Ll}[\\p{Ll}-]* ){0,2}\\p{Ll}[\\p{Ll}-]+) (?:called|named|by the name of) (?<name>${NAMES}(?: and ${NAME})?)`,
  'gu',
)

function isLiving(noun: string): boolean {
  const one = singular(noun).noun
  return ['man', 'woman', 'person', 'pet'].includes(nounClass(one)) || isBreed(one)
}

/** "two kids, Amara (9) and Jonah (5)": each name with its age. */
const AGED_NAMES = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:my|our|two|three|four|five|six|\\d) (?:\\p{Ll}+ )?(${RELATIVE}s?|children|grandchildren)[,:]? (?:(?:are|is) )?(?:called |named )?((?:${NAME},? \\(\\d{1,2}\\)(?:, and | and |, )?){1,6})`,
  'giu',
)
const AGED_NAME = new RegExp(`(${NAME}),? \\((\\d{1,2})\\)`, 'gu')
/** "my son (8) is …" */
const AGED_ONE = new RegExp(
  `(?<![\\p{L}\\p{N}])((?:my|our) (?:\\p{Ll}+ )?${RELATIVE}) \\((\\d{1,2})\\)`,
  'giu',
)
export const withoutAges = (text: string) =>
  text.replace(AGED_NAMES, (all) => all.replace(/,? \(\d{1,2}\)/g, '')).replace(AGED_ONE, '$1')
export function agesOfNames(text: string): FactMatch[] {
  const ofOne = [...text.matchAll(AGED_ONE)].map(([, owned = '', age = '']) => ({
    subject: entity(owned.replace(/^\p{L}+ /u, '')).subject,
    ...{ predicate: 'age', object: age, confidence: SURE },
  }))
  const ofNames = [...text.matchAll(AGED_NAMES)].flatMap(([, noun = '', list = '']) =>
    [...list.matchAll(AGED_NAME)].map(([, name = '', age = '']) => {
      const { noun: one, plural } = singular(noun)
      return { subject: plural ? name : one, predicate: 'age', object: age, confidence: SURE }
    }),
  )
  return [...ofOne, ...ofNames]
}

/** "My partner and I are both vegetarian": said of the partner, too. */
const COUPLE = /(?<!\p{L})(?:my|our) (\p{L}+(?: \p{L}+)?) and we (are (?:both )?[^,.;:!?]{3,60})/giu
export const couples = (text: string, casual: boolean): FactMatch[] =>
  [...text.matchAll(COUPLE)]
    .slice(0, MOST)
    .flatMap(([, noun = '', said = '']) =>
      isLiving(noun)
        ? factsOfTail(entity(noun), said, casual).filter(({ predicate }) => SHARED.has(predicate))
        : [],
    )
const SHARED = new Set(['diet', 'nationality', 'from', 'is', 'allergic to'])

const MOST = 5
/** "our dog, a Great Dane, …" */
const ASIDE = /(?<![\p{L}\p{N}])(?:my|our) ((?:\p{L}+ ){0,3}\p{L}+), (an? [^,.;:!?]{2,40})(?=[,.;!]|$)/giu

export function asides(text: string, casual: boolean): FactMatch[] {
  return [...text.matchAll(ASIDE)]
    .slice(0, MOST)
    .flatMap(([, noun = '', aside = '']) =>
      isLiving(noun) ? factsOfTail(entity(noun), `is ${aside}`, casual) : [],
    )
}

export function placedNames(text: string): FactMatch[] {
  return [...PLACED, CALLED]
    .flatMap((form) => [...text.matchAll(form)])
    .flatMap(({ groups: { noun = '', name = '', age } = {} }) => {
      if (!isLiving(noun)) return []
      const who = entity(noun)
      const aged = age ? [{ subject: who.subject, predicate: 'age', object: age, confidence: SURE }] : []
      return [...nameFacts(who, name, false), ...aged]
    })
}

/** An attribute of the person with its value, without "my … is". */
const ATTRIBUTED = [
  /(?<!\p{L})(?:reach|e-?mail|mail|contact|write to|message|get) me (?:at|on|under|via)\s+(?<email>[\w.+-]+@[\w-]+(?:\.[\w-]+)+)/giu,
  /(?<![\w.+-])(?<email>[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]+)+) is my (?:e-?mail|mail)(?: address)?(?!\p{L})/giu,
  /(?<!\p{L})(?:my )?(?<attribute>fav(?:e|ou?rite)? \p{L}+|name|age|job|occupation|e-?mail|birthday|date of birth|nationality|diet|height|weight|shoe size)\s?:\s+(?<value>[^:;'"`<{[(][^:;]{1,60}?)(?=$|[,;.]\s|\s\p{L}+:)/giu,
  /(?:^|[,;:.–-]\s+|\s(?:and|but|that|because)\s)(?:i['’]?d say )?(?<value>[\p{L}\p{N}][\p{L}\p{N} '’-]{1,40}?) (?:is|are|has (?:always )?been) (?:definitely |still |now |always |by far )?my (?<attribute>birthday|name|(?:absolute |all-time )?fav(?:e|ou?rite)? [\p{L} -]{2,30}?)(?=$|[,.;!]|\s(?:and|but|because|since|of all time|by|so|these|at|right|ever)(?!\p{L}))/giu,
]

/** "hey im jonas, …": a lower-case word that could be an adjective is no name. */
const GREETED =
  /^(?:hi|hey|hello|hiya|yo)(?: there| all| everyone)?[\s,!.]+i am (?!\p{L}*(?:ed|ing|ly|ful|less|ish|ous|ble|ic|ive)(?!\p{L})|(?:pregnant|stuck|broke|skint|nervous|newbie|noob|student|nurse|teacher|doctor|single|blind|deaf|vegan|unwell|unsure|dumb|stupid|torn|shy|aware|desperate|keen|kinda|sorta|really|still|from|interested|unable|alright|okay|mad|old|young|sad|glad|dead|down|about|using|having|also|only|dutch|french|welsh|polish|german|italian|indian|greek|thai|british|finn|dane|into|over|under|behind|outside|inside|almost|quite|pretty|super|totally|feel\p{L}*|all|one|two|human)(?!\p{L}))(\p{Ll}{3,12})(?=[,.!]|$|\sand\s)/iu
/** "My friend from Oslo is here" is not about the person who says it. */
const OTHERS =
  '(?:my|our|your|his|her|their|the|this|that|some|one|every)\\s|(?:[\\p{L}-]+ ){1,5}(?:is|are|was|were|has|have|lives?|works?|comes?|came|gets?|got) (?:[\\p{L}-]+ ){0,3}here'
/** Statements without "I", each with what "I" would be followed by. */
const REPHRASED: readonly [RegExp, string][] = [
  [
    new RegExp(`${BEGINS}(${NAMES}) is (?:now )?(?:where (?:[Ii]|we) live|(?:my |our )?home)(?!\\p{L})`, 'u'),
    'live in',
  ],
  [new RegExp(`${BEGINS}(${NAMES}) is (?:now )?where (?:[Ii]|we) work(?!\\p{L})`, 'u'), 'work at'],
  [
    new RegExp(
      `${BEGINS}(?:[Mm]y |[Oo]ur )?[Hh]ome (?:for (?:me|us) )?is (?:now )?(${NAMES})(?=$|[,.;!]|\\s(?:now|these|and|but))`,
      'u',
    ),
    'live in',
  ],
  [
    /^(?:as|being|speaking as|i['’]?m speaking as) (an? [\p{L} -]{3,40}?|coeliac|vegan|vegetarian)(?=(?: \([^)]{1,60}\))?(?:,(?! (?:you|one|he|she|they|it|the|this)(?!\p{L}))|$)|\s(?:i|my|myself)(?!\p{L}))/iu,
    'am',
  ],
  [
    /^(?:btw,? |also,? |and )?((?:(?:severely )?allergic to|based in|originally from|married to|born in|living in|working (?:at|as|for)|not (?:a (?:big |huge )?fan of|keen on)|fluent in|vegan|vegetarian)(?=\s|$|[,.]).*)$/iu,
    'am',
  ],
  [/^(?:btw,? |also,? |and )?(?:big|huge) (fan of .*)$/iu, 'am a'],
  [/^(?:btw,? |also,? |and )?((?:can not stand|work (?:at|as|for)|live in) .*)$/iu, ''],
  [GREETED, 'am called'],
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
  [new RegExp(`^${GREETING}(?:[Tt]his is|[Ii]t is) (${NAMES})(?=[,.!]|$)`, 'u'), 'am called'],
]

/** The person's facts without "I" ("As a vegan, …", "Allergic to nuts.", "Priya here"). */
export function unsaid(text: string, casual: boolean): FactMatch[] {
  const attributed = ATTRIBUTED.flatMap((form) => [...text.matchAll(form)]).flatMap(
    ({ groups: { attribute = 'email', value, email } = {} }) =>
      ownersFacts(USER, attribute, `is ${value ?? email}`, casual && attribute !== 'name') ?? [],
  )
  const rephrased = REPHRASED.flatMap(([form, start]) => {
    const rest = form.exec(text)?.[1]
    return rest ? factsOfTail(USER, `${start} ${rest}`.trim(), casual) : []
  })
  return [...attributed, ...rephrased]
}
