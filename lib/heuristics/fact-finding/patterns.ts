import { READ, type Read } from './objects'
import { type Noun, OWNED, RELATIVE } from './vocabulary'

/**
 * What follows a subject, as the infinitive of its verb and the rest ("be called Miso", "not eat meat"). `of`
 * limits the subjects. A `subject` group names another subject, a `job` group must be a profession.
 */
export type Pattern = { predicate: string; match: RegExp; read: Read; of?: readonly Subject[]; not?: true }
export type Subject = Noun | 'user'

const HUMAN: readonly Subject[] = ['user', 'man', 'woman', 'person']
const LIVING: readonly Subject[] = [...HUMAN, 'pet']

const row = (
  predicate: string,
  before: string,
  kind: keyof typeof READ,
  of?: readonly Subject[],
  after = '',
): Pattern => ({
  predicate,
  match: new RegExp(`^${before}(?<object>.+${after ? `?)${after}` : ')'}`, 'iu'),
  read: READ[kind],
  ...(of ? { of } : {}),
})

const GET =
  '(?:share (?:my|our) (?:home|house|flat|life|apartment) with|took in|brought home|welcomed|acquired|picked up|live with|be the (?:\\p{L}+ )?owners? of|have(?: got)?|own|keep|adopted|rescued|got|bought|have (?:adopted|rescued|bought)|inherited|(?:have )?(?:got|bought) (?:myself|ourselves))'
const COUNT = '(?:an?|one|two|three|four|five|six|\\d)'
const CALLED =
  ",?(?: (?:who|that|which)(?: is|['’]s)?)? (?:called|named|by the name of|answers to|answering to|goes by|we call|whose name is) "
const NOUNS = '(?:(?!and |who |that )[\\p{L}-]+ ){0,3}?[\\p{L}-]+'
const JOB = 'an? (?:\\d+[- ]year[- ]old )?(?<job>[\\p{L} -]{2,50}?)'
const LIKE =
  '(?:like|love|enjoy|adore|be (?:fond of|keen on|into|crazy about|mad about|obsessed with|partial to|passionate about|an? sucker for|an? (?:[\\p{L}]+ )?(?:fan|lover) of)|have an? (?:soft spot|weakness) for|can not get enough of)'
const HATE =
  '(?:hate|dislike|detest|loathe|despise|can not (?:stand|bear|abide)|be no (?:great |big )?fan of|not (?:like|enjoy|care for|be (?:fond of|keen on|into|an? (?:[\\p{L}]+ )?fan of)))'

export const PATTERNS: readonly Pattern[] = [
  row('name', '(?:be (?:called|named|known as)|go by|answer to)(?: the name(?: of)?)? ', 'names'),
  row('name', '(?:have )?(?:just )?changed my name to ', 'names', ['user']),
  row('name', `be an? ${NOUNS} (?:called|named) `, 'names', ['man', 'woman', 'person', 'pet']),
  row('name', 'be ', 'loneName', [...HUMAN, 'pet']),
  row('name', `${GET} (?:[^,]{1,40}? and )?${COUNT} (?<subject>${NOUNS})${CALLED}`, 'names', ['user']),
  row('name', `${GET} (?:[^,]{1,40}? and )?${COUNT} (?<subject>${NOUNS})[,:] `, 'loneName', ['user']),
  row(
    'name',
    `(?:have )?(?:re)?(?:named|called) (?:my|our|the) (?<subject>(?:[\\p{L}-]+ )?(?:${OWNED}|${RELATIVE})s?) `,
    'names',
    ['user'],
  ),
  row('age', 'be an? (?=\\d)', 'yearOld', LIVING),
  row('age', '(?:be(?: aged)?|turned|have (?:just )?turned) ', 'age', LIVING),
  row('born on', 'be born (?:on )?(?!in )', 'date', LIVING),
  row('born in', 'be born (?:and (?:raised|bred) )?in ', 'bornIn', LIVING),
  row('from', '(?:be|come|hail) (?:originally )?from ', 'place', LIVING),
  row(
    'from',
    'be an? (?!.{0,20}(?:way|hours?|minutes?|miles?|walk|flight|throw) )[\\p{L}\\p{N} -]{2,40}? from ',
    'town',
    HUMAN,
  ),
  row(
    'lives in',
    '(?:live(?: (?:by|on|near) the \\p{L}+| out| over| up| down| right| and work| alone| together| abroad| happily| with (?:my )?\\p{L}+)?|reside|be based|be settled|(?:have )?settled)(?: somewhere)? (?:in|at|on) ',
    'place',
  ),
  row('lives in', 'be an? resident of ', 'place', HUMAN),
  row('lives in', 'be an? [\\p{L}\\p{N} -]{2,40}? (?:living|based) in ', 'place', HUMAN),
  row('lives in', 'call ', 'place', ['user'], ' (?:my |our )?home(?!\\p{L})'),
  row(
    'moved to',
    '(?:have )?(?:just )?(?:moved|relocated) (?:house |back |over |down |up |away )?(?:from .{2,40}? )?to ',
    'town',
    HUMAN,
  ),
  row('married to', '(?:be|got) married to ', 'names', HUMAN),
  row('engaged to', 'be engaged to ', 'names', HUMAN),
  row('nationality', 'be (?:an? )?', 'nationality', HUMAN),
  row('nationality', 'be an? ', 'nationality', HUMAN, ' (?:citizen|national)(?!\\p{L})'),
  row('diet', 'be (?:an? )?(?:(?:strict|lifelong|mostly|committed) )?', 'diet', LIVING),
  row('diet', '(?:keep|eat) (?:strictly )?', 'diet', HUMAN),
  row('diet', '(?:be on|follow|keep to|stick to) an? (?:strict )?', 'thing', LIVING, ' diet(?!\\p{L})'),
  row('allergic to', 'be (?:highly |severely |badly |mildly )?allergic to ', 'nouns', LIVING),
  row('allergic to', 'have an? (?:[\\p{L}]+ )?allergy to ', 'nouns', LIVING),
  row('allergic to', 'have an? (?:(?:severe|bad|serious|mild) )?', 'thing', LIVING, ' allergy(?! to)'),
  row('is', 'be ', 'lasting', LIVING),
  row('is', 'be an? ', 'lasting', LIVING),
  row('is', 'be ', 'described', ['thing']),
  row('is', 'be ', 'colour', ['pet']),
  row('is', '(?:be|fall) ', 'date', ['date']),
  row('is', 'be ', 'value', ['attribute']),
  row('breed', 'be an? ', 'breed', ['pet']),
  row('works as', 'be an? (?:\\d+[- ]year[- ]old )?', 'job', HUMAN),
  row('works as', '(?:was|got|have been) promoted to ', 'anyJob', HUMAN),
  row('works as', '(?:have|got|started)(?: got)? an? new job as (?:an? )?', 'anyJob', HUMAN),
  row('works as', 'be (?:the )?(?!an? )(?=[\\p{L} -]{3,40} at )', 'job', HUMAN),
  row(
    'works as',
    '(?:(?:work|be employed)(?: (?:part|full)[- ]time| nights| days| shifts| weekends)?|freelance|moonlight|(?:earn|make) (?:my|a|his|her) living) as (?:an? |the )?',
    'anyJob',
    HUMAN,
  ),
  row(
    'works at',
    '(?:(?:work|teach(?: \\p{L}+)?|be employed)(?: (?:part|full)[- ]time| remotely| from home| nights| days| shifts| weekends| in \\p{L}+)? (?:at|for)|be employed by|(?:have|got|have got) an? (?:new )?job (?:at|with)) ',
    'organisation',
    HUMAN,
  ),
  row(
    'works at',
    '(?:have )?(?:just )?(?:started (?:an? new job |working |work )?(?:at|with|for)|joined) ',
    'company',
    HUMAN,
  ),
  row(
    'works at',
    `be (?:${JOB}|(?:the )?(?<job2>[\\p{L} -]{3,40}?))(?: in \\p{L}+)? (?:at|for) `,
    'organisation',
    HUMAN,
  ),
  row(
    'works at',
    '(?:work|be employed) as (?:an? |the )?[\\p{L} -]{2,40}? (?:at|for) ',
    'organisation',
    HUMAN,
  ),
  row('works in', 'work in ', 'place', HUMAN),
  row(
    'studies',
    "(?:study|be) (?:for|towards|doing|taking) (?:(?:an?|my|her|his) )?(?:\\p{L}+ )?(?:degree|masters?|master's|phd|doctorate|diploma|course) in ",
    'nouns',
    HUMAN,
  ),
  row('studies', 'be in (?:my|her|his) [\\p{L} ]+ year (?:of|studying) ', 'nouns', HUMAN),
  row('studies', 'be an? (?:\\p{L}+-year )?', 'field', HUMAN, ' student(?!\\p{L})'),
  row('studies at', 'be an? (?:[\\p{L}-]+ ){0,3}student at ', 'organisation', HUMAN),
  row('studies at', '(?:attend|be enrolled at) ', 'proper', HUMAN),
  row('studies', 'be an? (?:[\\p{L}-]+ )?student (?:in|of) ', 'nouns', HUMAN),
  row(
    'studies at',
    'go to (?=[^.,;]* (?:school|college|university|academy|primary)(?!\\p{L}))',
    'proper',
    HUMAN,
  ),
  row('studies', 'be (?:reading|doing) (?=[\\p{L} ]+ at )', 'nouns', HUMAN),
  row(
    'studies',
    "(?:study|be majoring in|be studying|major in|be (?:doing|reading) an? [\\p{L}']+ in) (?!at |for |in )",
    'nouns',
    HUMAN,
  ),
  row('studies at', "(?:study|be (?:doing|reading))(?: [\\p{L} '-]+?)? at ", 'organisation', HUMAN),
  row('plays', 'play (?:the )?(?!with |for |at |a (?:role|part))', 'nouns', LIVING),
  row(
    'speaks',
    '(?:(?:can )?speak(?: \\p{L}+ languages:)?|be (?:fluent|bilingual) in) (?!to |with |at )',
    'languages',
    LIVING,
  ),
  row(
    'supports',
    'be an? (?:(?:lifelong|big|huge|proud|keen|die-hard) )?',
    'proper',
    HUMAN,
    ' supporter(?!\\p{L})',
  ),
  row('supports', '(?:support|root for) ', 'proper', HUMAN),
  row('birthday', 'celebrate my birthday (?=on|in)', 'date', ['user']),
  row('drives', 'drive an? ', 'thing', HUMAN),
  row('owns', `${GET} (?=${COUNT} )`, 'owned', HUMAN),
  row('owns', 'keep ', 'owned', HUMAN),
  row('owns', '(?:own|be the (?:\\p{L}+ )?owner of) (?:an? )?', 'thing', HUMAN),
  row('rides', 'ride an? ', 'thing', HUMAN),
  row('has', `have (?:got )?(?=${COUNT} )`, 'relatives', HUMAN),
  row(
    'has',
    '(?:have(?: got)?|suffer from|live with|be diagnosed with|was diagnosed with) ',
    'illness',
    LIVING,
  ),
  row('likes', `${LIKE} `, 'items', LIVING),
  row('dislikes', `${HATE} `, 'items', LIVING),
  { ...row('eats', '(?:not |can not )?(?:eat|touch) ', 'items', LIVING), not: true },
  { ...row('drinks', '(?:not |can not )?drink ', 'items', LIVING), not: true },
]

/** What a person or animal has as an attribute ("my mum's name", "my favourite colour"), and its predicate. */
export const ATTRIBUTES: readonly { match: RegExp; predicate(word: string): string; read: Read }[] = [
  { match: /^(?:(?:full|real|first) )?name$/i, predicate: () => 'name', read: READ.names },
  { match: /^(?:date of birth|birthday|b-?day)$/i, predicate: () => 'birthday', read: READ.date },
  { match: /^e-?mail(?: address)?$/i, predicate: () => 'email', read: READ.email },
  {
    match: /^(?:job|profession|occupation|trade|day job|job title)$/i,
    predicate: () => 'works as',
    read: READ.stated,
  },
  { match: /^diet$/i, predicate: () => 'diet', read: READ.diet },
  { match: /^employer$/i, predicate: () => 'works at', read: READ.organisation },
  { match: /^home$/i, predicate: () => 'lives in', read: READ.home },
  { match: /^age$/i, predicate: () => 'age', read: READ.age },
  { match: /^nationality$/i, predicate: () => 'nationality', read: READ.nationality },
  {
    match:
      /^(?:(?:all-time|absolute|current|new) )?fav(?:e|ou?rite)? (?!(?:things?|parts?|bits?|moments?|ways?|pastimes?|hobby|activity|one|ones)(?!\p{L}))[\p{L} -]{2,40}$/iu,
    predicate: (words) =>
      words
        .toLowerCase()
        .replace(/^.*?fav(?:e|ou?rite)?(?= )/, 'favourite')
        .replace(/ (?:of all time|ever|at the moment|right now)$/, ''),
    read: READ.value,
  },
]
