import { READ } from './objects'
import type { ObjectReader } from './phrases'
import { FAVOURITE, type Noun, PET } from './vocabulary'

/**
 * What follows a subject ("be called Miso"); `of` = the subjects, `ended` = no longer so. A `subject` group
 * names another subject, a `job` group must be a profession.
 */
export type FactPattern = {
  predicate: string
  match: RegExp
  read: ObjectReader
  of: readonly Subject[]
  not?: true
  ended?: true
}
export type Subject = Noun | 'user'
export type Entity = { subject: string; kind: Subject; confidence: number; plural: boolean }
export type FactMatch = {
  subject: string
  predicate: string
  object: string
  confidence: number
  ends?: true
  from?: Date
}

/** `subject` = 'user' or the noun as said, `quote` = the sentence verbatim, `ends` = it is no longer so. */
export type FoundFact = FactMatch & { quote: string }

const HUMAN: readonly Subject[] = ['user', 'man', 'woman', 'person']
const LIVING: readonly Subject[] = [...HUMAN, 'pet']
const NAMEABLE: readonly Subject[] = [...LIVING, 'thing', 'venture']

const row = (predicate: string, before: string, kind: keyof typeof READ, of = HUMAN): FactPattern => ({
  predicate,
  match: new RegExp(`^${before}(?<object>.+)`, 'iu'),
  read: READ[kind],
  of,
})

const GET =
  '(?:share (?:my|our) (?:home|house|flat|life|apartment) with|took in|brought home|welcomed|acquired|picked up|live with|be the (?:\\p{L}+ )?owners? of|have(?: got)?|own|keep|adopted|rescued|got|bought|have (?:adopted|rescued|bought)|inherited|(?:have )?(?:got|bought) (?:myself|ourselves))'
const NO_PET =
  '\\S+ [\\p{L}-]+ (?:(?:in|on) (?:my|the|this|our) (?:throat|back|bonnet|race|fight|kitchen|attic|loft|house|garden|walls?)|to|for (?:my|our|him|her|a friend))(?!\\p{L})'
const COUNT = '(?:an?|another|one|two|three|four|five|six|\\d)'
const CALLED =
  ",?(?: (?:who|that|which)(?: is|['’]s)?)? (?:called|named|by the name of|answers to|answering to|goes by|we call|whose name is) "
const NOUNS = '(?:(?!and |who |that )[\\p{L}-]+ ){0,3}?[\\p{L}-]+'
/** A job named here is a hobby or a costume. */
const NOT_REALLY =
  '(?!(?:(?! and )[^,]){0,50}(?:in (?:my|his|her) (?:spare|free) time|at heart|in training|by training|on (?:the )?weekends?|at weekends|in (?:a past|another) life|for (?:a|the) day|for Halloween|when it comes|(?:in|for) (?:this|the) \\p{L}+|of (?:my|our|change|the (?:team|group|family|codebase|house)))(?!\\p{L}))'
/** A habit with a time or an occasion is no rule. */
const ALWAYS =
  '(?![^,]{0,40} (?:after|before|during|at(?! all)|on|while|when|until) |(?:that|this|these|those|it|much|enough|a lot|after|before|out|late|alone|well|healthily|properly|if|unless|or)(?!\\p{L}))'
const JOB = 'an? (?:\\d+[- ]year[- ]old )?(?<job>[\\p{L} -]{2,50}?)'
const LIKE =
  '(?:like|love|enjoy|adore|be (?:fond of|keen on|into|crazy about|mad about|obsessed with|partial to|passionate about|an? sucker for (?!punishment)|an? (?:[\\p{L}]+ )?(?:fan|lover) of)|have an? (?:soft spot|weakness) for|can not get enough of)'
const HATE =
  '(?:hate|dislike|detest|loathe|despise|can not (?:stand|bear|abide)|be no (?:great |big )?fan of|not (?:like|enjoy|care for|be (?:fond of|keen on|into|an? (?:[\\p{L}]+ )?fan of)))'

const LIVE =
  '(?:live(?: (?:by|on|near) the \\p{L}+| out| over| up| down| right| and work| alone| together| abroad| happily| with (?:my )?\\p{L}+(?: and (?:my |our )?(?:\\p{L}+ )?\\p{L}+)?)?|reside|be (?:settled|based)|(?:have )?settled)(?: somewhere)? (?:in|at|on (?=(?:an?|the) |[^,.;]{0,30}? (?:st|street|road|rd|avenue|lane|drive|square|campus)(?!\\p{L}))) ?'
const WORK_AS =
  '(?:(?:work|be employed)(?: (?:part|full)[- ]time| nights| days| (?:(?:night|day|late|early) )?shifts| weekends)?|freelance|moonlight|(?:earn|make) (?:my|a|his|her) living) as (?:an? |the )?'
const NEW_JOB = '(?:have|got|started)(?: got)? an? new job as (?:an? )?'
const WORK_AT =
  '(?:(?:work|teach(?: \\p{L}+)?|be employed)(?: (?:part|full)[- ]time| remotely| from home| nights| days| shifts| weekends| \\p{L}+ (?:days|nights|hours|shifts) a week| in \\p{L}+)? (?:at|for)|be employed by|(?:have|got|have got) an? (?:new )?job (?:at|with)) '
const PLAY = 'play (?:the )?'
const AGED = '(?:be(?: aged)? (?!\\S+ (?:in|next|this|last)(?!\\p{L}))|(?:turned|have (?:just )?turned) )'
const MOVED =
  '(?:have )?(?:just )?(?:moved|relocated) (?:house |back |over |down |up |away )?(?:from .{2,40}? )?to '
/** "a Finn, Jukka", "a Frenchman called Luc". */
const WHO = '(?:an? \\p{L}+(?:,| (?:called|named)) )?'
const RETIRED =
  '(?:have |be an? )?(?=retired(?! (?:early )?(?:to|from (?:the )?(?:race|game|match|fight))(?!\\p{L})))'
const ALLERGIC = '(?:be (?:highly |severely |badly |mildly )?allergic|have an? (?:[\\p{L}]+ )?allergy) to '
const JOB_AT = `be (?:${JOB}|(?:the )?(?<job2>[\\p{L} -]{3,40}?))(?: in \\p{L}+)? (?:at|for) `
const DO = 'do (?:an? (?:(?:little|tiny) )?(?:bit|lot|little) of |some )?(?!the |my |our |this |that )'
const STUDY =
  "(?:study|be majoring in|be studying|major in|be (?:doing|reading) an? [\\p{L}']+ in) (?!at |for |in |the |your |my |this |these )"
const SPEAK = '(?:(?:can )?speak(?: \\p{L}+ languages:)?|be (?:fluent|bilingual) in) (?!to |with |at )'
const JUST = '(?:have )?(?:just |finally |recently )*'
const OWN_JOB =
  '(?:my|our|his|her|their|the) (?:(?:full|part)[- ]time |old |last |current |day )?(?:job|position|post|role)'
const LOST_WORK = `(?:${JUST}(?:quit|left|lost|gave up|given up) ${OWN_JOB}(?=$|[,.;!?]| (?:at|as|with|from|by|in|on|and|but|so|last|this|today|yesterday|because|to|after|when|for|just|recently|due|over)(?!\\p{L}))|(?:was|were|be|got|have been|have just been|have got) (?:just |recently )?(?:fired(?! up)|laid off|sacked|let go(?! of)|made redundant)|${JUST}resigned(?! myself| to))(?: from ${OWN_JOB})?`
const GAVE = `${JUST}(?:gave|give|given) (?:my|our|the) (?<object>.+?) (?:away|up for adoption)(?!\\p{L})`
const PUT_DOWN = `(?:had to |have had to |${JUST})put (?:my|our) (?<object>${PET}) (?:down|to sleep)(?!\\p{L})`
const DIVORCED = '(?:be|got|have got|have gotten) divorced'
/** Says without "no longer" what is over. */
const ending = (
  predicate: string,
  match: string,
  kind: keyof typeof READ,
  of: FactPattern['of'] = ['user'],
): FactPattern => ({ predicate, match: new RegExp(`^${match}`, 'iu'), read: READ[kind], of, ended: true })

export const PATTERNS: readonly FactPattern[] = [
  row('name', '(?:be (?:called|named|known as)|go by|answer to)(?: the name(?: of)?)? ', 'names', NAMEABLE),
  row('name', '(?:have )?(?:just )?changed my name to ', 'names', ['user']),
  row('name', 'be ', 'loneName', LIVING),
  row('name', `${GET} (?:[^,]{1,40}? and )?${COUNT} (?<subject>${NOUNS})${CALLED}`, 'names', ['user']),
  row('name', `${GET} (?:[^,]{1,40}? and )?${COUNT} (?<subject>${NOUNS})(?: now)?[,:] `, 'loneName', [
    'user',
  ]),
  row('age', AGED, 'age', LIVING),
  row('born on', 'be born (?:on )?(?!in )', 'date', LIVING),
  row('born in', 'be born (?:and (?:raised|bred) )?in ', 'bornIn', LIVING),
  row('from', '(?:be|come|hail) (?:originally )?from ', 'town', LIVING),
  row('lives in', LIVE, 'place', LIVING),
  row('going on holiday to', 'be (?:going|off) on (?:holiday|vacation) to ', 'town', ['user']),
  row('moved to', MOVED, 'town'),
  row('married to', `(?:be|got) married to ${WHO}`, 'names'),
  row(
    'is',
    `(?:(?:be|got|have (?:just )?got(?:ten)?) (?=engaged(?:$|[,.!]| to an? | and | now))|${RETIRED})`,
    'word',
  ),
  row('nationality', 'be (?:an? )?', 'nationality'),
  row('diet', 'be (?:an? )?(?:(?:strict|lifelong|mostly|committed) )?', 'diet', LIVING),
  row('allergic to', ALLERGIC, 'allergens', LIVING),
  row('is', 'be (?:an? )?', 'lasting', LIVING),
  row('is', 'be ', 'described', ['thing']),
  row('is', '(?:be|fall) ', 'slot', ['date']),
  row('is', 'be ', 'value', ['attribute']),
  row('breed', 'be an? (?:\\S+[- ](?:year|month|week)s?[- ]old )?', 'breed', ['pet']),
  row('works as', `be an? ${NOT_REALLY}(?:\\S+[- ]year[- ]old )?`, 'job'),
  row('works as', `(?:(?:was|got|have been) promoted to |${NEW_JOB}|${WORK_AS})`, 'anyJob'),
  row('works at', WORK_AT, 'organisation'),
  row('works at', JOB_AT, 'organisation'),
  row('works in', 'work (?:(?:part|full)[- ]time )?in ', 'sector'),
  row('works from', 'work (?:(?:full|part)[- ]time |mostly )?from (?=home(?!\\p{L}))', 'word'),
  row('runs', '(?:own and )?run (?=an? |my own |our own |the )', 'business'),
  row('teaches', 'teach ', 'subjects'),
  row('learning', 'be learning ', 'languages'),
  row('collects', 'collect ', 'collection'),
  row('does', DO, 'hobbies'),
  row('takes', '(?:take|be on|be taking) (?!.* (?:when|if|whenever) )', 'medicine', LIVING),
  row('studies', `(?:be (?:reading|doing) (?!an? )(?=[\\p{L} ]+ at )|${STUDY})`, 'subjects'),
  row('studies at', "(?:study|be (?:doing|reading))(?: [\\p{L} '-]+?)? at ", 'organisation'),
  row('plays', PLAY, 'games', LIVING),
  row('speaks', SPEAK, 'languages', LIVING),
  row('drives', 'drive an? ', 'vehicle'),
  row('owns', `${GET} (?=${COUNT} )(?!${NO_PET})`, 'owned', ['user']),
  row('rides', 'ride an? ', 'vehicle'),
  row(
    'has',
    `have (?:got )?(?=${COUNT} |twins(?!\\p{L})|triplets(?!\\p{L}))(?!.{0,20} on the way|baby shower)`,
    'relatives',
  ),
  row('has', '(?:have(?: got)?|suffer from|live with|(?:be|was|got) diagnosed with) ', 'illness', LIVING),
  row('likes', `${LIKE} `, 'liked', LIVING),
  row('dislikes', `${HATE} `, 'liked', LIVING),
  { ...row('eats', `(?:not |can not )?(?:eat|touch) ${ALWAYS}`, 'foods'), not: true },
  { ...row('drinks', `(?:not |can not )?drink ${ALWAYS}`, 'foods'), not: true },
  ending('works at', `${LOST_WORK}(?: (?:at|with|from|by) (?<object>.+))?`, 'organisation', HUMAN),
  ending('works as', `${LOST_WORK}(?: as an? (?<object>.+))?`, 'anyJob', HUMAN),
  ending(
    'owns',
    `${JUST}(?:sold|gave away|given away|got rid of|rehomed|scrapped) (?:my|our|the) (?<object>.+)`,
    'owned',
  ),
  ending('owns', GAVE, 'owned'),
  ending('owns', PUT_DOWN, 'owned'),
  ending('has', `${JUST}(?:broke up|broken up|split up|split) with (?:my|our) (?<object>.+)`, 'relatives'),
  ending(
    'married to',
    `(?:(?:got|have got|have gotten) divorced(?! from)|${DIVORCED} from (?<object>.+))`,
    'names',
    ['user', 'man', 'woman'],
  ),
]

/** Attributes ("my mum's name") and their predicates. */
const NAMES_OF: readonly [predicate: string, words: string, kind: keyof typeof READ][] = [
  ['name', '(?:(?:full|real|first) )?name', 'names'],
  ['birthday', 'date of birth|birthday|b-?day', 'date'],
  ['email', 'e-?mail(?: address)?', 'email'],
  ['works as', 'job|profession|occupation', 'stated'],
  ['shoe size', 'shoe size', 'size'],
  ['blood type', 'blood (?:type|group)', 'value'],
  ['age', 'age', 'age'],
  ['nationality', 'nationality', 'nationality'],
]
export const ATTRIBUTES: readonly { match: RegExp; predicate(word: string): string; read: ObjectReader }[] = [
  ...NAMES_OF.map(([predicate, words, kind]) => ({
    match: new RegExp(`^(?:${words})$`, 'i'),
    predicate: () => predicate,
    read: READ[kind],
  })),
  {
    match: new RegExp(`^fav(?:e|ou?rite)? (?:[\\p{L}-]+ )?${FAVOURITE}s?$`, 'iu'),
    predicate: (words) => words.toLowerCase().replace(/^fav(?:e|ou?rite)?(?= )/, 'favourite'),
    read: READ.value,
  },
]
