import { ANY_MORE } from '@/lib/shared/memory/facts'
import { READ } from './objects'
import { ATTRIBUTES, type Entity, type FactMatch, PATTERNS } from './patterns'
import { endsCleanly } from './phrases'
import { infinitive } from './verbs'
import { isBreed, isJob, nounClass, singular } from './vocabulary'

export const SURE = 0.9

export const USER_ENTITY: Entity = { subject: 'user', kind: 'user', confidence: SURE, plural: false }
/** What a person says of somebody without naming them so. An old boss or friend is another one. */
const OPINION = /^(?:own|new|poor|lovely|dear|sweet|crazy|silly|beloved|beautiful|(?<old>old)) (?<rest>.+)$/iu
const isPerson = (noun: string) => /^(?:man|woman|person)$/.test(nounClass(noun))
const isPet = (noun: string) => nounClass(noun) === 'pet' || isBreed(noun)
export const isLiving = (noun: string) => isPerson(noun) || isPet(noun)
export const entity = (phrase: string, confidence = SURE): Entity => {
  const { noun, plural } = singular(phrase.trim().replace(/(?<=locker) number$/i, ''))
  const { rest = '', old } = OPINION.exec(noun)?.groups ?? {}
  const [, more = ''] = /^(?:second|third) (.+)$/iu.exec(noun) ?? []
  if (isPet(more)) return { subject: `other ${more}`, kind: 'pet', confidence, plural }
  const subject = isPet(rest) || (!old && isPerson(rest)) ? rest : noun
  return { subject, kind: isBreed(subject) ? 'pet' : nounClass(subject), confidence, plural }
}

/** "sister Ruth" is the sister: that she is called Ruth is a fact of its own. */
const withoutName = (phrase: string) => {
  const head = phrase.replace(/,? (?:\p{Lu}[\p{L}-]+ ?){1,3}$/u, '')
  return isLiving(head) ? head : phrase
}

const isKnown = (phrase: string) => {
  const { noun } = singular(phrase.trim())
  return nounClass(noun) !== 'other' || isBreed(noun)
}

/** Not facts: "films that make me cry", "a brother in Oslo" (of several), "vegan on Mondays". */
const [RESTRICTED, ELSEWHERE, AT_TIMES] = [
  /^\s(?:that|which|who|whose|where|when|if|unless|as long as|(?:more|better|less) than)(?!\p{L})/iu,
  /^\s(?:in|from)\s\p{L}/u,
  /^\s(?:on|until|till|when|if|unless|for (?:an?|one|two|three|\d+) (?:days?|weeks?|months?))(?!\p{L})/iu,
]
/**
 * No fact if the clause goes on after the object ("takes insulin for granted"); with what else narrows it.
 */
const NARROWED = new Map<string, RegExp | null>([
  ...['likes', 'dislikes', 'eats', 'drinks'].map((predicate) => [predicate, RESTRICTED] as const),
  ...['has', 'owns'].map((predicate) => [predicate, ELSEWHERE] as const),
  ...['is', 'diet'].map((predicate) => [predicate, AT_TIMES] as const),
  ...['takes', 'runs', 'collects', 'drives', 'rides', 'does', 'allergic to', 'moved to'].map(
    (predicate) => [predicate, null] as const,
  ),
])
const DIED =
  /^(?:have )?(?:sadly |recently |just |suddenly )*(?:died|passed away|passed on)(?! (?:laughing|inside|again|a (?:little|thousand|bit)|of (?:laughter|laughing|embarrassment|boredom|shame|cringe|joy)|on (?:me|us)|in (?:the|an?|episode|chapter|act|season)))(?!\p{L})/iu

const LONG_AGO = /(?<!\p{L})(?:ago|when (?:i|we) (?:was|were)|as an? \p{L}+|in (?:19|20)\d\d)(?!\p{L})/iu

/** "My dog died": the subject itself is gone. The one of long ago may not be the one of today. */
function deathOf({ subject, kind, confidence, plural }: Entity, tail: string): FactMatch[] {
  if (plural || !/^(?:man|woman|person|pet)$/.test(kind) || !DIED.test(tail)) return []
  const lost = {
    subject: 'user',
    predicate: 'owns',
    object: `not ${subject}`,
    confidence,
    ends: true,
  } as const
  return [
    { subject, predicate: 'is', object: 'dead', confidence },
    ...(kind === 'pet' && !LONG_AGO.test(tail) ? [lost] : []),
  ]
}

const ONE_MORE = /^also\s|(?<!\p{L})another(?!\p{L})/iu
/** Facts of "be called Miso", "not like tea" and so on about a subject. */
export function factsOfTail(who: Entity, surface: string, casual: boolean): FactMatch[] {
  const { tail, ends } = infinitive(surface, who.kind === 'user')
  const found: FactMatch[] = deathOf(who, tail)
  for (const { predicate, match, read, of, not, ended } of PATTERNS) {
    if (!of.includes(who.kind)) continue
    const groups = match.exec(tail)?.groups
    const job = groups?.job ?? groups?.job2
    if (!groups || (job !== undefined && !isJob(job.trim()))) continue
    if (not && !ends && !/^(?:can )?not /.test(tail)) continue
    if (groups.subject !== undefined && !isKnown(groups.subject)) continue
    const isOver = ends || ended
    const objects = ended && groups.object === undefined ? [ANY_MORE] : read(groups.object ?? '', casual)
    const narrows = who.kind === 'date' ? undefined : NARROWED.get(predicate)
    if (narrows !== undefined && !endsCleanly(groups.object ?? '', objects.at(-1) ?? '', narrows)) continue
    if (predicate === 'age' && who.plural) continue
    const { subject: named, plural } = groups.subject ? entity(groups.subject) : who
    // The name of one more cat replaces no other cat's.
    const noun =
      groups.subject && ONE_MORE.test(surface) && !named.startsWith('other ') ? `other ${named}` : named
    const single = predicate === 'name' && !plural ? objects.slice(0, 1) : objects
    for (const object of single)
      found.push({
        subject: noun,
        predicate,
        object: not || isOver ? `not ${object}` : object,
        confidence: who.confidence,
        ...(isOver ? { ends: true } : {}),
      })
  }
  return found
}

const MORE = /,\s+(?:and\s+)?|\s+and\s+/u
/** "I'm Priya, 29, a nurse from Hull": what follows is said of the same person. */
export function furtherComplements(who: Entity, tail: string, casual: boolean): FactMatch[] {
  const parts = /^(?:am|are|is)\s+(?!bilingual|fluent|into|keen|fond|\p{L}+ing\s)/iu.test(tail)
    ? tail.split(MORE).slice(1, 6)
    : []
  const listed = parts.findIndex(
    (part) => /^\d/.test(part) && / (?:with|of|have|has) /.test(tail.slice(0, tail.indexOf(part))),
  )
  return parts
    .slice(0, listed < 0 ? undefined : listed)
    .flatMap((part) =>
      /^(?:an?\s|\d|from\s|allergic|married\s|\p{L}+(?:\s\p{L}+)?[.!]?$)/iu.test(part)
        ? factsOfTail(who, `is ${part}`, casual).filter(({ predicate }) => predicate !== 'name')
        : [],
    )
}

/** "is not green any more, it is teal" */
const NO_LONGER =
  /^(?:is|are) (?:not|no longer) [^,;.]{1,40}[,;.–—-]+ ?(?:but )?(?:now )?(?:it|they|that) (?=(?:is|are) )/iu

/** Facts of "my mum's birthday is 3 May" and so on; null if the phrase names no attribute. */
export function ownersFacts(who: Entity, phrase: string, tail: string, casual: boolean): FactMatch[] | null {
  const [, owner, word = phrase] =
    /^(.+?)['’]s?\s+((?:\p{L}+ )?(?:name|birthday|b-?day|age|job|profession|nationality|fav(?:e|ou?rite)? .*|e-?mail(?: address)?))$/iu.exec(
      phrase,
    ) ?? []
  const attribute = ATTRIBUTES.find(({ match }) => match.test(word))
  if (!attribute) return null
  const { tail: rest, ends } = infinitive(tail.replace(NO_LONGER, ''), false)
  const value = /^(?:be|fall)(?: always)? (.+)$/u.exec(rest)?.[1]
  if (!value || ends) return []
  const many = /^are\s/i.test(tail)
  const predicate = attribute.predicate(many ? word.replace(/s$/, '') : word)
  const objects = (many && predicate.startsWith('favourite') ? READ.items : attribute.read)(value, casual)
  const stated = predicate === 'name' && !many ? objects.slice(0, 1) : objects
  return stating(owner ? entity(withoutName(owner)) : who, predicate, stated)
}

const stating = ({ subject, confidence }: Entity, predicate: string, objects: readonly string[]) =>
  objects.map((object): FactMatch => ({ subject, predicate, object, confidence }))

export const nameFacts = (who: Entity, text: string, casual: boolean) =>
  stating(who, 'name', READ.names(text, casual).slice(0, who.plural ? undefined : 1))

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
      return [...nameFacts(who, name, false), ...stating(who, 'age', age ? [age] : [])]
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
    return rest ? factsOfTail(USER_ENTITY, `${start} ${rest}`.trim(), casual) : []
  })
