import { z } from 'zod'
import { idSchema, searchSchema } from '../schemas'
import { textSchema } from '../text'
import { aspectOf, isSingleValued, samePredicate, standardPredicate } from './predicates'

/** The subject of what a person says about themselves. */
export const USER = 'user'
/** Who made a statement of a fact: the rules or a model from a message, or the person on the Facts page. */
export const FACT_ORIGINS = ['patterns', 'model', 'person'] as const
/** `proposed` = from a turn that read text from outside, so a person must approve it. */
export const FACT_STATUSES = ['active', 'proposed'] as const

const LONGEST = 300
const part = (max: number) =>
  textSchema(max)
    .transform((text) => text.trim())
    .refine(Boolean, 'Write something here.')
export const tripleSchema = z.strictObject({ subject: part(80), predicate: part(80), object: part(LONGEST) })
export type Triple = z.infer<typeof tripleSchema>
export const factSearchSchema = z.strictObject({ search: searchSchema })
/** Most statements that one request may name. */
export const MOST_IDS = 1_000
/** `ids` = the statements of a fact. */
export const factIdsSchema = z.strictObject({ ids: z.array(idSchema).min(1).max(MOST_IDS) })
/** `replaces` = the statements of a fact that holds no longer. */
export const addFactSchema = tripleSchema.extend({
  from: z.iso.date().optional(),
  replaces: factIdsSchema.shape.ids.optional(),
})
export type AddFact = z.infer<typeof addFactSchema>
export const editFactSchema = factIdsSchema.extend({
  predicate: part(80),
  object: part(LONGEST),
  from: z.iso.date().optional(),
})
/** Statements as they were before a correction, and the turns they were read from, to take it back. */
export const uncorrectFactSchema = z.strictObject({
  statements: z
    .array(
      tripleSchema.omit({ subject: true }).extend({
        id: idSchema,
        quote: textSchema(1_000_000).nullable(),
        origin: z.enum(FACT_ORIGINS),
        confidence: z.number().min(0).max(1),
        validFrom: z.date(),
        writtenAt: z.date().nullable(),
        sourceTurnId: idSchema.nullable(),
      }),
    )
    .min(1)
    .max(MOST_IDS),
  sources: z.array(z.strictObject({ refId: idSchema, sourceTurnId: idSchema })).max(10 * MOST_IDS),
})
export type FactBefore = z.infer<typeof uncorrectFactSchema>
export const pinFactSchema = factIdsSchema.extend({ pinned: z.boolean() })
/** `approved: false` takes an approval back. */
export const approveFactSchema = factIdsSchema.extend({ approved: z.boolean() })

const NOT = /^not\s+/i
/** Whether a fact says that something is not so, or no longer: "not tea" ends "tea". */
export const isDenial = ({ object }: Pick<Triple, 'object'>): boolean => NOT.test(object)
/** What ended is not named: after "I quit my job" a person works as "not any more". */
export const ANY_MORE = 'any more'
export const isAnyMore = (value: string) => /^any ?more$/i.test(value)
export const withoutNot = (object: string) => object.replace(NOT, '')
const ARTICLE = /^(?:an?|the|my|our)\s+/i
const DETERMINER =
  /^(?:an?|the|my|our|his|her|their|its|some|no|both|several|many|\d+|two|three|four|five)\s/i
const PLURAL = /(?<![su'’])s$|(?:children|sheep|geese|mice)$/
/** "a " or "an " before what somebody owns or works as, if it takes one. */
export function articleFor({ predicate, object }: Pick<Triple, 'predicate' | 'object'>): string {
  const isOne =
    /^(?:owns|works as)$/.test(predicate) &&
    /^\p{Ll}/u.test(object) &&
    !DETERMINER.test(object) &&
    !PLURAL.test(object)
  return isOne ? (/^[aeiou]/.test(object) ? 'an ' : 'a ') : ''
}
/** Equal for subjects, and for objects, that mean the same. */
export const factNorm = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim()
    .replace(ARTICLE, '')
    .replace(/(?<![.!])[.!]+$/, '')
/** What one lives in besides a town. */
const DWELLING =
  /^(?:countryside|suburbs?|village|town|city)$|(?:^| )(?:flat|apartment|house|studio|bungalow|cottage|room|loft|attic|basement|caravan|van|houseboat|boat|dorm)$/
const COLOUR =
  /^(?:(?:dark|light|bright|pale|deep|navy) )?(?:black|white|red|blue|green|yellow|orange|purple|pink|brown|gr[ae]y|silver|gold|beige|turquoise|maroon|cream|navy|teal)$/
/**
 * Of what something is, it has one colour, make, number, day and floor at a time: "my car is red", "my phone is
 * a Pixel 7".
 */
function stateOf(object: string): string {
  const value = withoutNot(object)
  if (COLOUR.test(factNorm(value))) return 'colour'
  const [first = '', second = ''] = value.split(' ')
  if (/^\p{Lu}/u.test(first) || (COLOUR.test(first) && /^\p{Lu}/u.test(second))) return 'make'
  return /^\d|^on \p{L}+days$/u.test(value) ? 'number' : / floor$/u.test(value) ? 'floor' : ''
}

/**
 * Statements with the same key replace one another: the newest is current. A flat does not replace a town.
 */
export function factKey(
  subjectId: string,
  { predicate, object }: Pick<Triple, 'predicate' | 'object'>,
): string {
  const [standard, value] = [standardPredicate(predicate), factNorm(withoutNot(object))]
  const state = standard === 'is' ? stateOf(object) : ''
  if (state) return `${subjectId}\n${standard}\n${state}`
  if (!isSingleValued(predicate)) return `${subjectId}\n${aspectOf(predicate)}\n${value}`
  const isDwelling = standard === 'lives in' && DWELLING.test(value)
  return `${subjectId}\n${standard}${isDwelling ? '\ndwelling' : ''}`
}

/** Whether two statements about the same subject say the same, however it is worded. */
export const saysSame = (a: Pick<Triple, 'predicate' | 'object'>, b: Pick<Triple, 'predicate' | 'object'>) =>
  samePredicate(a, b) && factNorm(a.object) === factNorm(b.object)

/** An earlier value next to the one that replaced it: "likes tea" next to "dislikes tea". */
export const valueBeside = (before: Triple, now: Pick<Triple, 'predicate'>): string =>
  samePredicate(before, now) ? before.object : `${before.predicate} ${before.object}`

/** A subject on screen. */
export const shownSubject = (subject: string) => (factNorm(subject) === USER ? 'You' : subject)

/** A fact on screen: "cat: name Mochi". */
export const shownFact = ({ subject, predicate, object }: Triple) =>
  `${shownSubject(subject)}: ${predicate} ${object}`

/** `cat: name = Mochi (before: Miso)`, as prompts and tools show a fact. */
export const factLine = ({ subject, predicate, object }: Triple, before?: string | undefined) =>
  `${subject}: ${predicate} = ${object}${before === undefined ? '' : ` (before: ${before})`}`
const LINE =
  /^(?<subject>[^:\n]+): (?<predicate>[^=\n]+) = (?<object>.+?)(?: \(before: (?<before>[^\n]*)\))?$/u
/** Undoes `factLine`; `before` = '' if nothing is known of it. */
export const tripleIn = (line: string): (Triple & { before: string }) | null => {
  const { subject, predicate, object, before = '' } = LINE.exec(line)?.groups ?? {}
  return subject && predicate && object ? { subject, predicate, object, before } : null
}

const plain = (text: string) => text.replace(/\s+/g, ' ').trim().toLowerCase()
/** Whether a message contains a quotation, apart from white space and capitals. */
export const isQuoted = (message: string, quote: string) =>
  quote.trim() !== '' && plain(message).includes(plain(quote))

/**
 * A fact as a turn states it. `coming` = it is to begin later than it was said; `before` = what it replaced;
 * `corrected` = the person has corrected it since, so the message says something else.
 */
export type NotedFact = Triple & { from: string; coming?: true; before?: string; corrected?: true }
/** Where a statement was made. */
export type FactSource = { turnId: string; number: number; conversationId: string; title: string }
/**
 * A fact on screen: one value of a subject, while it was true. `ids` = its statements; `row` = equal for those that
 * are listed together; `until` = when another value replaced it; `sources` = the turns that state it, oldest first.
 */
export type FactDto = Triple & {
  ids: string[]
  row: string
  from: string
  until: string | null
  /** It begins on a day to come. */
  coming?: true
  pinned: boolean
  status: (typeof FACT_STATUSES)[number]
  origin: (typeof FACT_ORIGINS)[number]
  quote: string | null
  sources: FactSource[]
}
/**
 * Everything known about a subject: `now` = current facts, `earlier` = past ones, newest first; `sample` = it
 * comes from the sample.
 */
export type SubjectDto = { id: string; name: string; now: FactDto[]; earlier: FactDto[]; sample: boolean }

const OF_SAMPLE = '~sample'
/** The sample's Gwen is not the Gwen that the person knows. */
export const subjectOfSample = (id: string) => id + OF_SAMPLE
export const isOfSample = (subjectId: string) => subjectId.endsWith(OF_SAMPLE)
export type FactsDto = { subjects: SubjectDto[]; proposed: FactDto[]; total: number }
