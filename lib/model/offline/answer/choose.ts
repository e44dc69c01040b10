import { announcesChange, isPersonal } from '@/lib/heuristics/statement'
import { contentWords } from '@/lib/heuristics/text/words'
import { changesValue, readingOf, sameSubject } from '@/lib/model/embed/subject'
import { asksOf, type Coverage, isLight, type Scored } from './coverage'
import type { PassageSource, ShownPassage } from './passages'
import { isNameWord, type Query, type Term } from './query'
import { endsIt, givesNewValue, givesOtherValue, isDoneToOwn, mayGiveNewValue, shareName } from './values'

export const MAX_SENTENCES = 3
/** Shares: of the best coverage, for a specific question; of the question, for a change. */
const [CLOSE, SOME] = [0.85, 0.3]
/** The advantage of a sentence in the first person, and the larger one if the question is about oneself. */
const [SELF, ONESELF] = [0.05, 0.2]
const RANK: Record<PassageSource, number> = {
  user: 1,
  file: 2,
  tool: 2,
  summary: 2,
  strategy: 2,
  assistant: 3,
}

/** Rounded to a twentieth, so that order decides between sentences that cover the question equally well. */
function score({ coverage, passage }: Scored, query: Query): number {
  const advantage = query.reading.starts === 'speaker' ? ONESELF : SELF
  const isOwn = isAsked(passage, query) && isPersonal(passage.text)
  return Math.round((coverage + (isOwn ? advantage : 0)) * 20) / 20
}
const isAsked = ({ source, speaker }: ShownPassage, query: Query) =>
  speaker ? asksOf(query, speaker) : source === 'user'
/** First a file or the assistant if asked for, then the user's words, then others; summaries last. */
function rank(passage: ShownPassage, query: Query): number {
  if (passage.speaker) return isAsked(passage, query) ? RANK.user : RANK.file
  const asked =
    passage.source === 'assistant'
      ? query.speaker === 'assistant'
      : passage.source === 'file' && passage.from !== '' && query.text.includes(passage.from)
  return (asked ? -1 : RANK[passage.source]) + (passage.section === 'summaries' ? 0.5 : 0)
}

const meaningOf = ({ means, text }: ShownPassage) => means || text

const precedes = (one: ShownPassage, other: ShownPassage) =>
  one.moment < other.moment && one.source === other.source && one.speaker === other.speaker

/** Whether the same person later said something else on the same subject. */
export const isEarlier = (one: ShownPassage, other: ShownPassage): boolean =>
  precedes(one, other) &&
  sameSubject(readingOf(one.means || one.lead || one.text), readingOf(meaningOf(other)))

const says = ({ text }: ShownPassage, { keys }: Term) => keys.some((key) => readingOf(text).keys.has(key))
/** "Actually the gym is £29.99" is about the gym whose membership cost less before. */
const isSameThing = ({ terms }: Query, one: ShownPassage, other: ShownPassage) =>
  terms.some((term) => !isLight(term) && !isNameWord(term.word) && says(one, term) && says(other, term))
/** Whether the same person later gave a new value of the thing that is asked for. */
export const isUpdated = (query: Query, one: ShownPassage, other: ShownPassage): boolean =>
  precedes(one, other) && givesNewValue(one.text, other.text) && isSameThing(query, one, other)

/** Whether the same person later said that what is asked for is over. */
const isEnded = (query: Query, one: ShownPassage, other: ShownPassage) =>
  precedes(one, other) && endsIt(one.text, other.text) && isSameThing(query, one, other)

/** Whether one of the passages that answer a question says later that it is no longer so. */
export const isPassed = (query: Query, one: ShownPassage, passages: readonly ShownPassage[]): boolean =>
  passages.some(
    (other) =>
      isEarlier(one, other) ||
      isUpdated(query, one, other) ||
      isEnded(query, one, other) ||
      (!query.broad &&
        precedes(one, other) &&
        readingOf(other.text).changes &&
        (!givesOtherValue(one.text, other.text) || givesNewValue(one.text, other.text)) &&
        query.terms.every((term) => says(other, term) || !says(one, term))),
  )
/** At most three sentences that cover at least `floor` of the question, newest first. */
export function choose(query: Query, coverage: Coverage, floor: number): ShownPassage[] {
  const enough = coverage.scored.filter((one) => one.coverage >= floor)
  const top = Math.max(0, ...enough.map((one) => score(one, query)))
  const best = query.broad ? enough : enough.filter((one) => score(one, query) >= top * CLOSE)
  const later = coverage.scored.filter(
    (one) =>
      !best.includes(one) &&
      (changesAny(one, best) ||
        replacesAny(one, best) ||
        updatesAny(one, best, query) ||
        best.some(({ passage }) => isEnded(query, passage, one.passage))),
  )
  const close = [...best, ...later]
  const age = (a: Scored, b: Scored) => b.passage.moment - a.passage.moment
  const ranked = [...close].sort(
    (a, b) =>
      rank(a.passage, query) - rank(b.passage, query) ||
      (query.former ? age(b, a) : query.broad ? 0 : age(a, b)) ||
      score(b, query) - score(a, query) ||
      age(a, b),
  )
  const spoken = new Set(
    ranked.filter(({ passage }) => passage.section !== 'summaries').map(({ passage }) => passage.turn),
  )
  const verbatim = ranked.filter(
    ({ passage }) =>
      passage.section !== 'summaries' || passage.source === 'user' || !spoken.has(passage.turn),
  )
  const all = distinct(verbatim.map(({ passage }) => passage))
  const shown = all.slice(0, MAX_SENTENCES)
  const answer = all.find((passage) => best.some((one) => one.passage === passage))
  // What may be a newer value never takes the place of the answer.
  return answer === undefined || shown.includes(answer) ? shown : [...shown.slice(0, -1), answer]
}

/** "The dentist moved me to the 10th" is about the appointment that the person spoke of before. */
const changesAny = ({ passage, coverage, matched }: Scored, best: readonly Scored[]) =>
  coverage >= SOME &&
  announcesChange(passage.text) &&
  best.some(
    (one) =>
      precedes(one.passage, passage) && matched.some((term) => !isLight(term) && one.matched.includes(term)),
  )

/** What may be a new value of the same thing, or of one with the same name. */
const updatesAny = ({ passage, matched, held }: Scored, best: readonly Scored[], query: Query) => {
  // A sentence that only shares words with the question may be about somebody else, or may be a wish.
  const isOwn = matched.length > 0 || held.length === 0 || isDoneToOwn(passage.text)
  const gives = isOwn ? mayGiveNewValue : givesNewValue
  return best.some(
    (one) =>
      precedes(one.passage, passage) &&
      gives(one.passage.text, passage.text) &&
      (isSameThing(query, one.passage, passage) || shareName(one.passage.text, passage.text)),
  )
}

/** "Is my dog called Tom?" shares more words with what was so at first than with what replaced it. */
const replacesAny = ({ passage, matched, held }: Scored, best: readonly Scored[]) =>
  matched.length === held.length &&
  best.some((one) => {
    if (!isEarlier(one.passage, passage)) return false
    const [before, now] = [readingOf(meaningOf(one.passage)), readingOf(meaningOf(passage))]
    // "The work is hard" says nothing of where the speaker works.
    if (before.starts === 'speaker' && now.starts !== 'speaker' && now.follows === null) return false
    // "My sister left Hamburg for Vienna" names what it replaces, so its thing is enough.
    const thing = new Set(now.follows === null ? before.thing.flat() : [])
    const of = before.starts || now.follows ? matched : []
    const sharesMore = of.some(({ keys }) => !keys.some((key) => thing.has(key) || key === now.follows))
    const isMore = matched.length > 0 ? now.changes || sharesMore : now.follows !== null
    return changesValue(before, now) && isMore
  })

const keyOf = (text: string) => text.toLowerCase().replace(/(?<![^\p{L}\p{N}])[^\p{L}\p{N}]+$/u, '')
/** Whether the quotation of another passage of the same turn is longer and includes this one. */
const holds = ({ lead, text, turn, mark }: ShownPassage, key: string, passage: ShownPassage) =>
  turn === passage.turn &&
  mark === passage.mark &&
  keyOf(text) !== key &&
  keyOf(lead ? `${lead} ${text}` : text).includes(key)
/** Each sentence once, and none that is part of another's quotation. */
function distinct(passages: readonly ShownPassage[]): ShownPassage[] {
  const seen = new Set<string>()
  return passages.filter((passage) => {
    const key = keyOf(passage.text)
    if (seen.has(key) || passages.some((other) => other !== passage && holds(other, key, passage)))
      return false
    seen.add(key)
    return true
  })
}

/** What a numbered turn says: the words of whoever is asked about, else the user's, else all. */
export function preferred(query: Query, passages: readonly ShownPassage[]): ShownPassage[] {
  const own = passages.filter((passage) => passage.source === (query.speaker ?? 'user'))
  return distinct(own.length > 0 ? own : passages).slice(0, MAX_SENTENCES)
}

/**
 * For "what do you know about me": what the user stated, facts first, newest first; else what others said
 * here.
 */
export function tellingMost(passages: readonly ShownPassage[], query: Query): ShownPassage[] {
  const ofThem = passages.filter(
    ({ source, speaker, stranger, foreign }) =>
      !(stranger && (query.own || foreign)) &&
      (speaker !== '' || stranger || source === (query.speaker ?? 'user')),
  )
  const own = query.talk && ofThem.length === 0 ? passages.filter(({ foreign }) => !foreign) : ofThem
  const says = ({ text }: ShownPassage) => contentWords(text).length > 1
  const telling = ({ text, facts }: ShownPassage) => (facts.length > 0 ? 2 : Number(isPersonal(text)))
  const said = distinct(own.filter(says).sort((a, b) => telling(b) - telling(a) || b.moment - a.moment))
  const shown: ShownPassage[] = []
  for (const one of said)
    if (shown.length < MAX_SENTENCES && !shown.some((later) => isEarlier(one, later))) shown.push(one)
  return [...shown, ...said.filter((one) => !shown.includes(one))].slice(0, MAX_SENTENCES)
}
