import { WHEN } from './quantities'
import { anyOf } from './vocabulary'

const BASES =
  'live work study play speak support drive own have like love enjoy adore hate dislike detest loathe despise come hail go follow keep eat drink stick major turn reside teach answer know call fall suffer root celebrate touch ride become attend share weigh take run collect wear'
const PAST =
  'moved relocated turned adopted rescued bought got named called was were has does joined started stopped quit gave settled inherited became went changed earn make changed attend renamed hold retired sold left lost died passed resigned split broke broken put'
const ADVERB =
  '(?:now|currently|actually|really|also|still|just|both|all|absolutely|usually|mostly|mainly|always|truly|totally|quite|honestly|already|proudly|recently|officially|happily|finally|originally|personally|generally|definitely|particularly|especially|secretly|very much|much|very|simply|only|apparently|normally|basically|mildly|ever|sadly|thoroughly|deeply|genuinely|newly|last year|last month|last week)'
export const VERB = `(?:${ADVERB}\\s+|no longer\\s+|never\\s+)*(?:am|are|is|do|does|can not|cannot|not|${anyOf(BASES).slice(3, -1)}|studies|goes|teaches|${BASES.split(
  ' ',
)
  .map((verb) => `${verb}s`)
  .join('|')}|${anyOf(PAST).slice(3, -1)})(?!\\p{L})`

export const BARE = new RegExp(`^(?:${ADVERB}\\s+)*${anyOf(BASES)}(?!\\p{L})`, 'iu')

const CONTRACTED: readonly [RegExp, string][] = [
  [/^(?=fav(?:e|ou?rite)? (?:\p{L}+ ){1,3}(?:is|are|will always be)\s)/iu, 'my '],
  [/^been (?=an? |married |living |working |playing |learning |vegan|vegetarian)/iu, 'I have been '],
  [/(?<!\p{L})im(?=\s)/giu, 'I am'],
  [/(?<!\p{L})ive(?=\s)/giu, 'I have'],
  [/(?<!\p{L})(i|we|they)['’](?:m|re)(?!\p{L})/giu, '$1 are'],
  [/(?<!\p{L})(i|we|they)['’]ve(?!\p{L})/giu, '$1 have'],
  [/(?<!\p{L})(he|she|it)['’]s(?=\s+(?:got|been|had|lived|worked|moved)\s)/giu, '$1 has'],
  [/(?<!\p{L})(he|she|it|name|b(?:irth)?day)['’]s(?!\p{L})/giu, '$1 is'],
  [
    /(?<=\p{L})(?<!master|(?:at|for) \p{L}+)['’]s(?=\s+(?:an?|called|named|from|allergic|vegan|vegetarian|married|\d+|now|not|on the|the|in|diabetic)(?!\p{L}))/giu,
    ' is',
  ],
  [/(?<=(?<!\p{L})(?:my|our) (?:\p{L}+ )?\p{L}+)['’]s(?=\s+\p{L}+[.!,]*$)/giu, ' is'],
  [
    /(?<=^|[,;:.–-]\s?|\sand\s|\sbut\s)(?:Mum|Mom|Dad|Gran|Granny|Grandma|Grandad|Grandpa|Nan)(?=\s|['’]s\s)/gu,
    'my $&',
  ],
  [
    /(?<!\p{L})(?:[Mm]e and (my \p{L}+(?: \p{Lu}\p{L}+)?)|([Mm]y \p{L}+) and (?:[Ii]|me|we))(?=\s)/gu,
    '$1$2 and we',
  ],
  [/(?<!\p{L})can(?:['’]?t| not|not)(?!\p{L})/giu, 'can not'],
  [/(?<!\p{L})(do|does|is|are)n['’]?t(?!\p{L})/giu, '$1 not'],
]
export const plainVerbs = (text: string): string =>
  CONTRACTED.reduce((plain, [from, to]) => plain.replace(from, to), text)

const ADVERBS = new RegExp(`^(?:${ADVERB}\\s+)+`, 'iu')
const FIRST = /^(\p{L}+)\s+/u
const ENDS =
  /(?<=^(?:\p{L}+\s+){0,3})(?:no longer|(?:not|never)(?! (?:stand|bear)(?!\p{L}))(?=\s.*(?<!\p{L})any ?(?:more|longer)(?!\p{L})))(?!\p{L})\s*/iu
const STOPPED =
  /^(?:(?:have|has|recently|just|finally)\s+)*(?:stopped|quit|gave up|given up)\s+(living|working|playing|eating|drinking|driving|supporting)\s+/iu
const DURING: readonly [RegExp, string][] = [
  [/^(?:have been|have become|became|went) /, 'be '],
  [
    /^have (lived|worked|played|studied|owned|supported) (?=.*(?:since|for|all (?:my|our|his|her|their)) )/,
    '$1 ',
  ],
  [/^have (loved|liked|enjoyed|hated|adored) /, '$1 '],
  [/^be (living|working|playing|studying|driving) /i, '$1 '],
]
const THIRD: Record<string, string> = {
  has: 'have',
  does: 'do',
  goes: 'go',
  studies: 'study',
  teaches: 'teach',
}
/** Forms after "have" or "be", which alone would be past or part of another phrase. */
const PARTICIPLES: Record<string, string> = { eaten: 'eat' }
for (const verb of 'live work play study own support love like enjoy hate adore'.split(' '))
  PARTICIPLES[`${verb.replace(/e$/, '').replace(/dy$/, 'di')}ed`] = verb
for (const verb of 'live work play study drive eat drink support'.split(' '))
  PARTICIPLES[`${verb.replace(/e$/, '')}ing`] = verb
const participle = (word: string) => PARTICIPLES[word.toLowerCase()] ?? word
const SECOND = new Set(BASES.split(' ').map((verb) => `${verb}s`))

function base(tail: string, first: boolean): string {
  return tail.replace(FIRST, (all, word: string) => {
    const lower = word.toLowerCase()
    if (/^(?:am|is|are)$/.test(lower)) return 'be '
    if (first) return lower in THIRD ? all : `${lower} `
    return `${THIRD[lower] ?? (SECOND.has(lower) ? lower.slice(0, -1) : lower)} `
  })
}

/** "No longer" is said of one clause, not of the next. */
const HEAD_END = new RegExp(`[,;]|\\s(?:and|but)\\s+(?=${VERB}\\s|(?:i|we|my|our|he|she|it|they)\\s)`, 'iu')

/** "lives in Hull" as "live in Hull", "don't like tea" as "not like tea"; `first` = in the first person. */
export function infinitive(surface: string, first: boolean): { tail: string; ends?: true } {
  const head = surface.split(HEAD_END, 1)[0] ?? ''
  const stopped = STOPPED.exec(surface)?.[1]
  if (stopped)
    return { tail: `${participle(stopped)} ${surface.replace(STOPPED, '').replace(WHEN, '')}`, ends: true }
  const ended = ENDS.test(head)
  let tail = (
    ended ? surface.replace(/(?<!\p{L})(?:do|does)\s+(?=not)/iu, '').replace(ENDS, '') : surface
  ).trim()
  tail = base(tail.replace(ADVERBS, ''), first).replace(
    /^((?:be|have|was) )(.*)$/u,
    (_, verb: string, rest: string) => verb + rest.replace(ADVERBS, ''),
  )
  for (const [from, to] of DURING)
    tail = tail.replace(from, (_, word = '') => to.replace('$1', participle(`${word}`)))
  tail = tail
    .replace(/^(?:be|have) (?:not|never) /, (verb) => `not ${verb.split(' ')[0]} `)
    .replace(/^(?:do not|never) (?=\p{L})/u, 'not ')
    .replace(/^was born /, 'be born ')
  tail = tail.replace(
    /^((?:not )?(?:be |have )?)(.*)$/su,
    (_, verb: string, rest: string) => verb + rest.replace(ADVERBS, ''),
  )
  return ended ? { tail, ends: true } : { tail }
}

const LEAD =
  "(?:(?:hi|hello|hey|ok|okay|oh|well|so|and|but|also|plus|anyway|actually|basically|honestly|sadly|luckily|fortunately|unfortunately|now|currently|today|nowadays|professionally|for work|by day|for a living|originally|personally|yes|yep|no|remember|note|please|btw|fyi|by the way|these days|at the moment|right now|as of (?:this|last) \\p{L}+|(?:since|from) \\p{L}+ (?:on)?|just so you know|so you know|you should know|for (?:context|the record|reference|info|background|what it['’]s worth)|in case \\p{L}+ \\p{L}+|to be clear|that|because|since|as|although|though|while|whereas|given(?: that)?|like i said|as i said|good news|update|correction|keep in mind|don['’]t forget|incidentally|of course|both|tbh|by (?:trade|profession|birth)|given|seeing (?:as|that)|considering(?: that)?|now that|(?:the )?(?:thing|truth) is|as you know|i should (?:say|mention|add)|i (?:must|have to) (?:say|admit|confess)|(?:last|this|every) \\p{L}+|in \\d{4}|in \\p{L}+|on \\p{L}+days?|(?:a|two|three|few) (?:few )?(?:years?|months?|weeks?) ago|turns out|it turns out|you can|just|do|feel free to|p\\.?s\\.?|heads[- ]up|fun fact|to be honest|for years)[\\s,:!]+)*"
const STARTS = new RegExp(
  `(?:^[\\s\\p{P}]*|[,;:.!(—–]\\s*|\\s-\\s|\\s(?:and|but|so|because|as|although|though|while|since|plus|that|whereas)\\s+)${LEAD}(?=(?:i|im|ive|we|my|our|he|she|it|they|his|her|its|their|call me|everyone|everybody|people|friends|my friends|most people|the name|name is|the (?:dog|cat))(?!\\p{L}))`,
  'giu',
)
const ELIDED = new RegExp(
  `(?:,\\s*(?:and\\s+|but\\s+|who\\s+|(?!like\\s))|\\s(?:and|but|who)\\s+)(?=${VERB}\\s)`,
  'giu',
)

const MAX_CLAUSES = 12

/** Up to the end of its sentence; `elided` = the subject is that of the clause before. */
export type Clause = { text: string; at: number; elided: boolean }
export function clausesOf(text: string): Clause[] {
  const places = (form: RegExp, elided: boolean) =>
    [...text.matchAll(form)].map(({ index, 0: mark }) => ({ at: index + mark.length, elided }))
  const all = [...places(ELIDED, true), ...places(STARTS, false)].map(
    (clause) => [clause.at, clause] as const,
  )
  return [...new Map(all).values()]
    .sort((a, b) => a.at - b.at)
    .slice(0, MAX_CLAUSES)
    .map((clause) => ({ ...clause, text: text.slice(clause.at) }))
}
