import { READ } from './objects'
import type { Entity, FactMatch, Pattern } from './patterns'
import { PET } from './vocabulary'

const JUST = '(?:have )?(?:just |finally |recently )*'
const JOB =
  '(?:my|our|his|her|their|the) (?:(?:full|part)[- ]time |old |last |current |day )?(?:job|position|post|role)'
const LOST_WORK = `(?:${JUST}(?:quit|left|lost|gave up|given up) ${JOB}(?=$|[,.;!?]| (?:at|as|with|from|by|in|on|and|but|so|last|this|today|yesterday|because|to|after|when|for|just|recently|due|over)(?!\\p{L}))|(?:was|were|be|got|have been|have just been|have got) (?:just |recently )?(?:fired(?! up)|laid off|sacked|let go(?! of)|made redundant)|${JUST}resigned(?! myself| to))(?: from ${JOB})?`
const PARTED = `${JUST}(?:sold|gave away|given away|got rid of|rehomed|scrapped) `
const LIVING = ['user', 'man', 'woman', 'person'] as const

const ended = (
  predicate: string,
  match: string,
  read: Pattern['read'],
  of: Pattern['of'] = ['user'],
): Pattern => ({
  predicate,
  match: new RegExp(`^${match}`, 'iu'),
  read,
  of,
  ended: true,
})

/** Wordings that end a fact without "no longer". */
export const ENDINGS: readonly Pattern[] = [
  ended('works at', `${LOST_WORK}(?: (?:at|with|from|by) (?<object>.+))?`, READ.organisation, LIVING),
  ended('works as', `${LOST_WORK}(?: as an? (?<object>.+))?`, READ.anyJob, LIVING),
  ended('owns', `${PARTED}(?:my|our|the) (?<object>.+)`, READ.owned),
  ended(
    'owns',
    `${JUST}(?:gave|give|given) (?:my|our|the) (?<object>.+?) (?:away|up for adoption)(?!\\p{L})`,
    READ.owned,
  ),
  ended(
    'owns',
    `(?:had to |have had to |${JUST})put (?:my|our) (?<object>${PET}) (?:down|to sleep)(?!\\p{L})`,
    READ.owned,
  ),
  ended('has', `${JUST}(?:broke up|broken up|split up|split) with (?:my|our) (?<object>.+)`, READ.relatives),
  ended(
    'married to',
    `(?:(?:got|have got|have gotten) divorced(?! from)|(?:be|got|have got|have gotten) divorced from (?<object>.+))`,
    READ.names,
    ['user', 'man', 'woman'],
  ),
]

const DIED =
  /^(?:have )?(?:sadly |recently |just |suddenly )*(?:died|passed away|passed on)(?! (?:laughing|inside|again|a (?:little|thousand|bit)|of (?:laughter|laughing|embarrassment|boredom|shame|cringe|joy)|on (?:me|us)|in (?:the|an?|episode|chapter|act|season)))(?!\p{L})/iu

const LONG_AGO = /(?<!\p{L})(?:ago|when (?:i|we) (?:was|were)|as an? \p{L}+|in (?:19|20)\d\d)(?!\p{L})/iu

/** "My dog died": the subject itself is gone. The one of long ago may not be the one of today. */
export function deathOf({ subject, kind, confidence, plural }: Entity, tail: string): FactMatch[] {
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
