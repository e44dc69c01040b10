import { pacer } from '@/lib/shared/breath'
import { factKey, type Triple } from '@/lib/shared/memory/facts'
import { samePredicate } from '@/lib/shared/memory/predicates'
import { isQuestion } from '../question'
import { holdsSecret } from '../secrets/secrets'
import { edgesOf, READ_CHARS } from '../text/edges'
import {
  entity,
  factsOfTail,
  furtherComplements,
  nameFacts,
  ownersFacts,
  placedNames,
  SURE,
  USER_ENTITY,
  unsaid,
} from './about'
import { correctionIn, exchanged, inKnownWords, isSameThing, parted, replacing } from './changes'
import { knownMentions, LIKELY, type Mention, mentioned, mentionsIn, subjectsOf } from './entities'
import { REPORTED_SPEECH, statements } from './gates'
import type { Entity, FactMatch, FoundFact } from './patterns'
import { datesIn, type SaidAt } from './quantities'
import { BARE, clausesOf, plainVerbs, VERB } from './verbs'
import { endsIn, RELATIVE } from './vocabulary'

const WHO = "(?<!\\p{L})(?:[Ii]|[Ww]e)(?:['’]ve| have| just| finally| also)* "
const NOW = "(?<!\\p{L})([Ii]|[Ww]e)(?:['’](?:m|re)| am| are)(?: now)?"
const GAP = '[.,;:!–— -]+(?:and |so )?$'

const MOVED = new RegExp(`${WHO}moved(?: (?:house|home|out|(?:last|this) \\p{L}+))*${GAP}`, 'u')
const NOW_IN = new RegExp(`${NOW} in (?=\\p{Lu})`, 'u')
const QUIT = new RegExp(`${WHO}(?:quit|left|resigned from) ([^.,;:!?]{2,40}?)${GAP}`, 'u')
const NOW_AT = new RegExp(`${NOW} at (?=\\p{L})`, 'u')
const SOLD =
  /^(?:(?:i|we) )?(?:just |finally )*(sold|scrapped|gave away|got rid of) (?:my|our|the) ([\p{L}\p{N} -]{2,40}?)(?= (?:last|this|yesterday|today)(?!\p{L})|[.!]*$)/iu
const GOT =
  /^(?:(?:i|we) (?:have )?)?(?:just )?(?:got|bought) (?:myself |ourselves )?(an? [^.,;!]{2,40}) instead[.!]*$/iu

/** What a sentence means after the one before: "We've moved! We're in York now" as "We moved to York now". */
function following(before: string, stated: string, known: readonly Triple[]): string {
  const [, verb, lost] = SOLD.exec(before) ?? []
  const got = lost && GOT.exec(stated)?.[1]
  if (got) return `I ${verb} the ${lost} and got ${got}`
  const upTo = (form: RegExp) => `${before} ${stated.slice(0, form.exec(stated)?.index ?? 0)}`
  if (MOVED.test(upTo(NOW_IN))) return stated.replace(NOW_IN, '$1 moved to ')
  const left = QUIT.exec(upTo(NOW_AT))?.[1]
  const isWork = known.some(
    ({ predicate, object }) => left && predicate === 'works at' && isSameThing(object, left),
  )
  return isWork ? stated.replace(NOW_AT, '$1 work at ') : stated
}

const UNREAL =
  /^(?:imaginary|fantasy|test|inner|future|fictional|hypothetical|dream|virtual|potential|ideal|sims?)\s/i
/** Encoded data, or writing without spaces, in which no rule finds anything. */
const UNBROKEN = /\S{500,}/gu
const [BEFORE, BEFORE_CHARS] = [6, 2_000]
const MENTIONS = 30
const CORRECTED = 3

const OWN = /^(?:i|we)\s+(.+)$/iu
const PRONOUN = /^(he|she|it|they)\s+(.+)$/iu
const PHRASE = new RegExp(
  `^(my|our|the|his|her|its|their)\\s+((?:(?!(?:and|or|but|who|which|that|i)\\s)[\\p{L}\\p{N}.'’-]+\\s){0,4}?(?!(?:and|or|but|who|which|that|i)\\s)[\\p{L}\\p{N}.'’-]+)(,?)\\s+(${VERB}(?!\\p{L}).*)$`,
  'iu',
)
const NAMED = /^(.+?[\p{Ll}]),?\s((?:\p{Lu}[\p{L}'’-]+\s?){1,3})$/u
const CALL =
  /^(?:call me|(?:everyone|everybody|people|friends|my friends|most people)(?: \p{L}+){0,2} (?:calls? me|knows? me as))\s+(.+)$/iu
const BETWEEN_COMMAS = new RegExp(
  `((?:[Mm]y|[Oo]ur) (?:\\p{L}+ )?\\p{L}+)(?:,| \\() ?((?:\\p{Lu}[\\p{L}.'’-]+ ?){1,3})[,)] (?=${VERB}\\s)`,
  'u',
)
const IS_RELATIVE = endsIn(RELATIVE)

/** "I wrote that wrong: my birthday is on 5 May" states the latter. */
const MISTAKEN =
  /(?<!\p{L})(?:i|we) (?:said|wrote|told you) (?:(?:it|that|this|them) )?(?:wrong(?:ly)?|incorrectly)(?!\p{L})/iu

/** "I want to quit and live in Rome": said after an infinitive, it is none of the person's statements. */
const INFINITIVE =
  /(?<!\p{L})(?:to (?!(?:the|my|our|an?|school|work|bed)(?!\p{L}))\p{Ll}+|will|would|could|should|must|shall|gonna|wanna|let['’]?s)(?!\p{L})|['’](?:ll|d)(?!\p{L})/u

/** "I hate Mondays, I hate rain, I hate this chart" is a mood, not a list of dislikes. */
const OUTBURST =
  /(?<!\p{L})i (?:really )?(love|hate) .*[,;]\s*(?:and )?(?:i )?(?:really )?\1 (?:this|that|it|today|every\p{L}+)(?!\p{L})/iu

const isOf = (one: FactMatch, other: FactMatch) => factKey(one.subject, one) === factKey(other.subject, other)

type Context = { mentions: readonly Mention[]; casual: boolean; dateOf: (clause: string) => Date | null }
function resolve(pronoun: string, mentions: readonly Mention[]): Entity | null {
  const mention = mentioned(mentions, pronoun)
  return mention?.phrase ? entity(mention.phrase, mention.confidence) : null
}

/** The subject of a clause with what is said of it, or the facts themselves where the wording is complete. */
function read(
  clause: string,
  { mentions, casual }: Omit<Context, 'dateOf'>,
): { who: Entity; tail: string } | FactMatch[] | null {
  const own = OWN.exec(clause)
  if (own) return /^we are \d/i.test(clause) ? null : { who: USER_ENTITY, tail: own[1] ?? '' }
  const called = CALL.exec(clause)
  if (called) return nameFacts(USER_ENTITY, called[1] ?? '', casual)
  const [, pronoun = '', rest = ''] = PRONOUN.exec(clause) ?? []
  if (pronoun) {
    const who = resolve(pronoun, mentions)
    return who && { who, tail: rest }
  }
  const [, owner = '', phrase = '', , tail = ''] = PHRASE.exec(clause) ?? []
  if (!phrase) return null
  const mine = /^(?:my|our|the)$/i.test(owner)
  const who = mine ? USER_ENTITY : resolve(owner, mentions)
  if (!who) return null
  const facts = ownersFacts(who, phrase, tail, casual)
  if (facts) return facts
  const [, noun = phrase] = NAMED.exec(phrase) ?? []
  if (mine) return { who: entity(noun), tail }
  return who.kind !== 'user' && !who.plural && IS_RELATIVE.test(noun)
    ? { who: entity(`${who.subject}'s ${noun}`, who.confidence), tail }
    : null
}

const NOT =
  /(?:(?<=(?:^|\s)(?:am|is|are))|\s(?:do|does)) not(?!\p{L}| (?:only|just|always|all|even|necessarily|(?:that|very|so) (?:much|often))(?!\p{L}))/iu
const isLike = (one: Triple, other: Triple) =>
  isSameThing(one.subject, other.subject) &&
  samePredicate(one, other) &&
  isSameThing(one.object, other.object)
/** "I am not allergic to nuts": what is known is no longer so if the words state exactly that without "not". */
function* denied(said: string, context: Context, known: readonly Triple[]): Generator<void, FactMatch[]> {
  const stated = said.replace(NOT, '')
  if (stated === said || known.length === 0) return []
  return (yield* factsIn(stated, context, [])).flatMap((fact) =>
    !/likes$/.test(fact.predicate) && known.some((one) => isLike(one, fact))
      ? { ...fact, object: `not ${fact.object}`, ends: true as const }
      : [],
  )
}

function* factsIn(stated: string, context: Context, known: readonly Triple[]): Generator<void, FactMatch[]> {
  const said = plainVerbs(stated).replace(BETWEEN_COMMAS, '$1 $2 ')
  const found = placedNames(said)
  yield
  found.push(...unsaid(said, context.casual), ...parted(said, known))
  yield
  found.push(...(yield* denied(said, context, known)))
  yield
  const text = inKnownWords(said, known)
  const people = mentionsIn(text, SURE, context.mentions)
  let last: Entity | null = null
  let from = 0
  for (const { text: clause, at, elided } of clausesOf(text)) {
    yield
    const between = text.slice(from, at)
    from = at
    if (REPORTED_SPEECH.test(between) && !MISTAKEN.test(between) && at > 0) break
    const mentions = people.filter(({ end }) => end <= at)
    if (
      elided &&
      BARE.test(clause) &&
      (INFINITIVE.test(between) || (last && last !== USER_ENTITY && !last.plural))
    )
      last = null
    const who: Entity | null = /\bwho\s+$/i.test(between) ? resolve('who', mentions) : last
    let result: ReturnType<typeof read> = who && { who, tail: clause }
    if (!elided || who === USER_ENTITY)
      result = read(elided ? `I ${clause}` : clause, {
        ...context,
        mentions: [...context.mentions, ...mentions],
      })
    if (Array.isArray(result)) {
      found.push(...result)
      last = null
    } else if (result) {
      last = result.who
      const next = clausesOf(result.tail)[0]?.at ?? result.tail.length
      const own = [
        ...factsOfTail(result.who, result.tail, context.casual),
        ...furtherComplements(result.who, result.tail.slice(0, next), context.casual),
      ]
      const from = own.length > 0 ? context.dateOf(result.tail.slice(0, next)) : null
      const stated = /^we\s/i.test(clause)
        ? own.filter(({ subject, predicate }) => subject !== 'user' || predicate !== 'name')
        : own
      found.push(...stated.map((fact) => (from ? { ...fact, from } : fact)))
    } else if (!elided) last = null
  }
  return found
}

/**
 * What "No, it's Derek" states: the message before is read again with the word exchanged, if that changes one
 * fact.
 */
function* corrected(
  stated: string,
  last: string,
  read: (text: string) => ReturnType<typeof readFacts>,
): Generator<void, FactMatch[]> {
  const correction = correctionIn(stated)
  if (!correction) return []
  const found: FactMatch[][] = []
  for (const { quote, ...old } of yield* read(last)) {
    const text = old.ends ? null : exchanged(last, old, correction)
    const now = text === null ? [] : yield* read(text)
    const same = now.find(
      ({ subject, predicate, object }) =>
        subject === old.subject && predicate === old.predicate && isSameThing(object, correction.value),
    )
    if (same) found.push(replacing({ ...old, object: same.object, confidence: LIKELY }, old))
  }
  return found.length === 1 ? found.flat() : []
}

/** In steps, since compiling all expressions again after a pause takes over 100 ms. */
export function* readFacts(
  message: string,
  before: readonly string[],
  said?: SaidAt,
  known: readonly Triple[] = [],
): Generator<void, FoundFact[]> {
  const text = edgesOf(message, READ_CHARS).replace(UNBROKEN, ' ')
  const mentions = before
    .slice(-BEFORE)
    .flatMap((earlier) => mentionsIn(edgesOf(earlier, BEFORE_CHARS), LIKELY).slice(-MENTIONS))
  if (before.every(isQuestion)) mentions.push(...knownMentions(text, subjectsOf(known)))
  const last = edgesOf(before.at(-1) ?? '', BEFORE_CHARS)
  const again = (other: string) => readFacts(other, before.slice(-CORRECTED, -1), said, known)
  const found = new Map<string, FoundFact>()
  const dateOf = datesIn(said)
  yield
  let previous = ''
  for (const { sentence, stated: own } of statements(text)) {
    yield
    const stated = following(previous, own, known)
    previous = own
    if (!holdsSecret(sentence)) {
      const casual = !/\p{Lu}/u.test(stated) || /(?<!\p{L})i(?!\p{L})/u.test(stated)
      const isMood = OUTBURST.test(stated)
      const context = { mentions: mentions.slice(-MENTIONS), casual, dateOf }
      const corrections = text.trimStart().startsWith(sentence) ? yield* corrected(stated, last, again) : []
      for (const fact of [...(yield* factsIn(stated, context, known)), ...corrections]) {
        if (isMood && /likes$/.test(fact.predicate)) continue
        const key = [fact.subject, fact.predicate, fact.object].join('\n').toLowerCase()
        const old = [...found].find(([, one]) => one.ends && isOf(one, fact))
        if (old && !fact.ends) found.delete(old[0])
        if (!found.has(key) && !UNREAL.test(fact.subject)) found.set(key, { ...fact, quote: sentence })
      }
    }
    mentions.push(...mentionsIn(stated, SURE, mentions))
  }
  return [...found.values()]
}

/**
 * Facts that a message states without doubt. `before` = earlier messages, oldest first; with `said`, "since
 * September" gives a date; `known` tells who has a name. A sentence with a secret gives none.
 */
export function findFacts(...args: Parameters<typeof readFacts>): FoundFact[] {
  const steps = readFacts(...args)
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}
/** The same, yielding to the event loop. */
export async function findFactsSlowly(...args: Parameters<typeof readFacts>): Promise<FoundFact[]> {
  const [steps, pace] = [readFacts(...args), pacer()]
  for (;;) {
    await pace()
    const { done, value } = steps.next()
    if (done) return value
  }
}
