import { entity, type Found, factsOfTail, nameFacts, ownersFacts, SURE, USER } from './about'
import { ENTITY, isBreed, nounClass, singular } from './vocabulary'

const APPOSED = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:[Mm]y|[Oo]ur) ((?:\\p{Ll}+ ){0,2}(?:\\p{Ll}+['’]s )?${ENTITY.replace('gp', 'GP')}s?),? ((?:(?:Dr|Mr|Mrs|Ms|Prof)\\.? )?\\p{Lu}[\\p{Ll}'’-]+(?: \\p{Lu}[\\p{L}'’-]+)?(?: and \\p{Lu}[\\p{Ll}'’-]+)?)(?:,? \\(?(\\d{1,2})\\)?(?=[,.;]|$| and ))?(?![\\p{L}:])`,
  'gu',
)
const IS_MY =
  /(?:^|[,;:.]\s*|\sand\s)(\p{Lu}[\p{L}'’-]+(?: \p{Lu}[\p{L}'’-]+){0,2}) (?:is|are) (?:the name of )?(?:my|our) ([\p{L} -]{2,40})(?=['’]s name|$|[,.;!]|\s(?:and|who)\s)/gu
const OWNER =
  /(?<!\p{L})(?:(?:i|we)(?: have|['’]ve| own| got| keep| live with| look after| share| adopted| rescued)|my|our)(?!\p{L})/iu
const CALLED =
  /(?<!\p{L})(?:an?|two|three|four) ((?:\p{Ll}[\p{Ll}-]* ){0,2}\p{Ll}[\p{Ll}-]+) (?:called|named|by the name of) (\p{Lu}[\p{L}'’-]+(?: \p{Lu}[\p{L}'’-]+)*(?: and \p{Lu}[\p{L}'’-]+)?)/gu
const WITH_MY = /(?<![\p{L}\p{N}])(\p{Lu}[\p{Ll}'’-]+), (?:my|our) ([\p{Ll} -]{2,40})(?=$|[,.;!])/gu
const SELF_NAMED =
  /^(?:(?:[Hh]i|[Hh]ello|[Hh]ey|[Hh]iya|[Gg]ood \p{L}+)[\s,!.]*)?(?:[Tt]his is )?(\p{Lu}\p{Ll}[\p{L}'’-]*(?: \p{Lu}[\p{L}'’-]+)?)(?:,? here)?(?=[,.!]|$)/u
const MAIL_ME =
  /(?<!\p{L})(?:reach|e-?mail|mail|contact|write to|message|get) me (?:at|on|under|via)\s+([\w.+-]+@[\w-]+(?:\.[\w-]+)+)/iu
const AS_A =
  /^(?:as|being|speaking as|i['’]?m speaking as) (an? [\p{L} -]{3,40}?|coeliac|vegan|vegetarian)(?=,|\s(?:i|my|myself)(?!\p{L}))/iu
const TELEGRAM =
  /^(?:btw,? |also,? |and )?((?:severely )?allergic to|based in|originally from|from|can not stand|married to|born in|living in|working (?:at|as|for)|work (?:at|as|for)|live in|not (?:a (?:big |huge )?fan of|keen on)|love|hate|(?:big|huge) fan of|fluent in|vegan|vegetarian)(?: here)?(?=\s|$|[,.])(.*)$/iu
const LABELLED =
  /(?<![\p{L}])((?:my )?favou?rite \p{L}+|name|age|job|occupation|e-?mail|birthday|date of birth|nationality|diet)\s?:\s+([^:;]{2,60}?)(?=$|[,;.]\s|\s\p{L}+:)/giu
const WHERE =
  /(?:^|[,;:]\s+|\sand\s)(\p{Lu}[\p{L}'’-]+(?: \p{Lu}[\p{L}'’-]+){0,2}) is (?:now )?(?:where (?:[Ii]|we) (live|work)|(?:my |our )?(home))(?!\p{L})/u
const HOME =
  /(?:^|[,;:]\s+|\sand\s)(?:[Mm]y |[Oo]ur )?[Hh]ome (?:for (?:me|us) )?is (?:now )?(\p{Lu}[\p{L}'’-]+(?: \p{Lu}[\p{L}'’-]+){0,2})(?=$|[,.;!]|\s(?:now|these|and|but))/u
const IS_FAVOURITE =
  /(?:^|[,;:.–-]\s+|\s(?:and|but|that|because)\s)(?:i['’]?d say )?([\p{L}\p{N}][\p{L}\p{N} '’-]{1,40}?) (?:is|are|has (?:always )?been) (?:definitely |still |now |always |by far )?my (birthday|name|(?:absolute |all-time )?fav(?:e|ou?rite)? [\p{L} -]{2,30}?)(?=$|[,.;!]|\s(?:and|but|because|since|of all time|by|so|these|at|right|ever)(?!\p{L}))/iu

const AGED = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:my|our|(?:have|got) an?) (\\d{1,2}|\\p{L}+(?:-(?:one|two|three|four|five|six|seven|eight|nine))?)[- ]year[- ]old ((?:\\p{Ll}+ )?${ENTITY}s?)(?!\\p{L})`,
  'giu',
)

const isLiving = ([noun = '']: string[]) => {
  const one = singular(noun).noun
  return /^(?:man|woman|person|pet)$/.test(nounClass(one)) || isBreed(one)
}

/** Names next to a noun ("my sister Anna", "Rex is our dog") and favourites named first. */
export function placedNames(text: string): Found[] {
  const named = [
    ...[...text.matchAll(WITH_MY)].map(([, name = '', noun = '']) => [noun, name]).filter(isLiving),
    ...[...text.matchAll(APPOSED)].map(([, noun = '', name = '']) => [noun, name]).filter(isLiving),
    ...(OWNER.test(text) ? [...text.matchAll(CALLED)] : [])
      .map(([, noun = '', name = '']) => [noun, name])
      .filter(isLiving),
    ...[...text.matchAll(IS_MY)]
      .map(([, name = '', noun = '']) => [noun, name])
      .filter(([noun = '']) => !['other', 'thing', 'attribute', 'date'].includes(nounClass(noun))),
  ]
  const [, value, favourite] = IS_FAVOURITE.exec(text) ?? []
  return [
    ...[
      ...[...text.matchAll(APPOSED)].map(([, noun = '', , age]) => ({ noun, age })),
      ...[...text.matchAll(AGED)].map(([, age, noun = '']) => ({ noun, age })),
    ].flatMap(({ noun, age }) =>
      age && isLiving([noun])
        ? [{ subject: singular(noun).noun, predicate: 'age', object: age, confidence: SURE }]
        : [],
    ),
    ...named.flatMap(([noun = '', name = '']) => nameFacts(entity(noun), name, false)),
    ...(value && favourite ? (ownersFacts(USER, favourite, `is ${value}`, false) ?? []) : []),
  ]
}

/** The person's facts without "I" ("As a vegan, …", "Allergic to nuts.", "Priya here"). */
export function unsaid(text: string, casual: boolean): Found[] {
  const [, where, verbOf] = WHERE.exec(text) ?? HOME.exec(text) ?? []
  const labelled = [...text.matchAll(LABELLED)].flatMap(
    ([, word = '', value = '']) => ownersFacts(USER, word.replace(/^my /i, ''), `is ${value}`, casual) ?? [],
  )
  const mail = MAIL_ME.exec(text)?.[1]
  const asA = AS_A.exec(text)?.[1]
  const [, start, rest = ''] = TELEGRAM.exec(text) ?? []
  const verb =
    start && (/^(?:live|work|love|hate|can)/i.test(start) && !/^(?:living|working)/i.test(start) ? '' : 'am ')
  const article = /^(?:big|huge) fan/i.test(start ?? '') ? 'a ' : ''
  const self = /(?:this is|here)(?!\p{L})/u.test(text.slice(0, 40)) ? SELF_NAMED.exec(text) : null
  return [
    ...labelled,
    ...(where
      ? [
          {
            subject: 'user',
            predicate: verbOf === 'work' ? 'works at' : 'lives in',
            object: where,
            confidence: SURE,
          },
        ]
      : []),
    ...(mail ? [{ subject: 'user', predicate: 'email', object: mail, confidence: SURE }] : []),
    ...(asA ? factsOfTail(USER, `am ${asA}`, casual) : []),
    ...(start ? factsOfTail(USER, `${verb}${article}${start}${rest}`, casual) : []),
    ...(self && /here|this is/.test(self[0]) ? nameFacts(USER, self[1] ?? '', false) : []),
  ].filter(({ confidence }) => confidence > 0)
}
