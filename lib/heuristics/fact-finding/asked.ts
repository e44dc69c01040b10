import { literally } from '@/lib/shared/literally'
import { factNorm, isDenial, type Triple, USER, withoutNot } from '@/lib/shared/memory/facts'
import { aspectOf, isSingleValued, samePredicate, standardPredicate } from '@/lib/shared/memory/predicates'
import { stem } from '@/lib/shared/words'
import { askingPart, politely, toForget } from '../question'
import { sameNouns } from '../text/concepts'
import { sentencesOf } from '../text/sentences'
import { shapeOf } from './changes'
import { findFacts } from './find-facts'
import { type FactAnswer, known, listed, normal } from './listed'
import { INSTRUMENT, isColour, nounClass } from './vocabulary'

const MAX_CHARS = 120
const ADVERB =
  /\s(?:now|today|currently|nowadays|really|also|all|else|these days|at the moment|right now|still|actually|again|please|exactly)(?![\p{L}'’])/giu
const TELL =
  /^(?:(?:do|can|could|would) you (?:still )?(?:know|remember|recall|tell me|say)|(?:tell|remind) me(?: again)?|what was it|i forgot|and|so)[\s,:]+(?=(?:what|which|who|where|when|how|if|whether)(?!\p{L}))/iu
const WH = 'what|which|whom?|where|when|how'
/** "Where my sister lives": the same order of words as in a question of its own. */
const INDIRECT: readonly [RegExp, string][] = [
  [
    new RegExp(`^(${WH})((?: (?!do |is )\\p{L}+){0,2}) S((?:['’]s)?(?: [\\p{L} ]+)?) is(?=$| )`, 'u'),
    '$1$2 is S$3',
  ],
  [new RegExp(`^(${WH})((?: (?!do |is )\\p{L}+){0,2}) S (?!do |is )(\\p{L}+)`, 'u'), '$1$2 do S $3'],
]

const PREVIOUS =
  /\s(?:before(?: (?<now>\p{Lu}[^?.!]*))?(?=[?.!\s]*$)|(?:previous|former|original)(?:ly)?|initially|used? to|(?:at|in) (?:the )?(?:first|start|beginning)(?=[?.!\s]*$)|(?<=\b(?:was|were|did) .{0,40}(?:my|our) )old)(?=$|[\s?.!])/giu
/** A question for the value before, as one for the value `now`, if it names that. */
export const presentForm = (text: string): { text: string; now: string } => {
  const now = [...text.matchAll(PREVIOUS)].map(({ groups }) => groups?.now ?? '').find(Boolean) ?? ''
  return { text: text.replaceAll(PREVIOUS, ''), now: now.trim() }
}
/** The question to look facts up by: in the present tense; "forget my age" becomes "What is my age". */
export const factQuestion = (sentence: string): string =>
  presentForm(toForget(sentence)?.replace(/^(?:my|our)(?!\p{L})/iu, 'What is $&') ?? sentence).text

/** How questions ask for a relation of "S", whose possessive is "S's". */
const RELATIONS: readonly [RegExp, readonly string[]][] = (
  [
    ['(?:what|who) is S (?:called|named)|who is S|(?:what|who) is (?:S.s name|the name of S)', 'name'],
    ['(?:what|how) do I call S|what name do S have|what do S go by', 'name'],
    ['what is S', 'is,name'],
    ['where do S (?:live|reside)|where is S(?:.s (?:home|house|flat)| at home| based| living)', 'lives in'],
    ['(?:in )?(?:what|which) (?:city|town|village|place|country) (?:do S live|is S)(?: in)?', 'lives in'],
    ['what do S (?:do|work as)(?: for (?:a living|work)| professionally)?', 'works as'],
    ['what (?:kind of )?(?:job|work|profession) do S (?:have|do)|what is S.s line of work', 'works as'],
    [
      'where (?:do S work|is S (?:employed|working)|is S.s (?:job|work|workplace|office))|whom? do S work for',
      'works at,works in,works from',
    ],
    ['(?:what|which) \\w+ do S work (?:for|at)|(?:who|what) is S.s (?:employer|company)', 'works at'],
    ['when (?:is|do S (?:have|celebrate)) S.s birthday|when is S born', 'birthday,born on'],
    ['(?:what|which) day is S.s birthday', 'birthday,born on'],
    ['where is S born', 'born in'],
    ['where (?:is S|do S come) from', 'from,born in'],
    ['how old is S|what is S.s age', 'age,birthday,born on'],
    ['what (?:do S (?:own|have)|is S.s possessions)', 'owns,has'],
    ['(?:what|which) sports? do S (?:do|have)', 'plays,does'],
    ['(?:what|which) (?:hobby|hobbies) do S have|what is S.s (?:hobby|hobbies)', 'plays,does,likes'],
    ['(?:(?:what|which) |do S have (?:any |an )?)(?:food )?allerg(?:y|ies)(?: do S have)?', 'allergic to'],
    ['(?:what|which) (?:kind of )?breed is S', 'breed'],
    ['(?:what|which) (?:car|vehicle|bike) do S (?:have|own|drive|ride)', 'drives,rides'],
    ['(?:what|which) (?:med\\w*|pills|tablets) (?:do S take|is S (?:on|taking))', 'takes'],
  ] as const
).map(([form, predicates]) => [new RegExp(`^(?:${form})$`, 'u'), predicates.split(',')])
const COLOUR_OF = /^(?:what|which) colou?r (?:is S|do S have)$|^what is (?:S.s colou?r|the colou?r of S)$/u
const KIND_OF =
  /^(?:what|which) (?:(?:kind|make|model|type) of )?S (?:do I (?:have|own|drive|use|ride)|is mine)$/u
const ATTRIBUTE = /^(?:what|who|which) is S.s ([\p{L} -]+)$/u
const FAVOURITE = /^(?:what|which) ([\p{L} -]+) (?:is S.s favou?rite|do S like (?:most|best))$/u
const VERB =
  /^(?<wh>what|which|whom?|where)(?: (?<noun>[\p{L} ]+?))? (?:do|is) S (?<verb>\p{L}+)(?: (?<prep>\p{L}+))?$/u

const isOf = ({ subject }: Triple, norm: string) => sameNouns(norm).includes(factNorm(subject))

/** A subject in every word for it ("mum" for "mother"). */
const wordsFor = (subject: string) => {
  const [, head = '', noun = ''] = /^(.*?)(\S*)$/u.exec(factNorm(subject)) ?? []
  return `(?:${sameNouns(noun, true)
    .map((one) => literally(head + one))
    .join('|')})`
}
const namesIt = (text: string, subject: string) =>
  new RegExp(`(?<!\\p{L})${wordsFor(subject)}(?:e?s)?(?!\\p{L})`, 'u').test(text)

/** A question about `subject` in one form: "S" for it, "do" and "is" for all their forms. */
function formFor(question: string, subject: string): string | null {
  let text = ` ${question.replace(/(?<![?!.\s])[?!.\s]+$/u, '')} `
    .replace(ADVERB, '')
    .toLowerCase()
    .replaceAll('’', "'")
  if (subject === USER) text = text.replace(/ (?:i|we)(?= )/g, ' S').replace(/ (?:my|our)(?= )/g, " S's")
  else {
    const named = new RegExp(
      `( what| which)?( kind of| make of| model of)? (my |our |the )?${wordsFor(subject)}(?:e?s)?(?=['\\s])`,
      'u',
    )
    const found = named.exec(text)
    if (!found || (!found[1] && !found[3] && !/^\p{Lu}/u.test(subject))) return null
    text = text.replace(named, '$1$2 S').replace(/ (?:i|we)(?= )/g, ' I')
  }
  text = text
    .trim()
    .replace(/^(what|who|where|when|how)'s /, '$1 is ')
    .replace(/(?<= )(?:does|did|have|has)(?= (?:S|I)(?: |$))/gu, 'do')
    .replace(/(?<=^|\s)(?:am|are|was|were)(?=$|\s)/gu, 'is')
    .replace(TELL, '')
  return INDIRECT.reduce((form, [from, to]) => form.replace(from, to), text)
}

function asks(form: string): ((fact: Triple) => boolean) | null {
  const found = RELATIONS.find(([relation]) => relation.test(form))?.[1]
  if (found) return ({ predicate }) => found.includes(standardPredicate(predicate))
  if (COLOUR_OF.test(form))
    return ({ predicate, object }) => predicate === 'is' && isColour(withoutNot(object))
  if (KIND_OF.test(form))
    return ({ predicate, object }) => predicate === 'breed' || (predicate === 'is' && !isColour(object))
  const attribute =
    ATTRIBUTE.exec(form)?.[1] ?? (FAVOURITE.test(form) ? `favourite ${FAVOURITE.exec(form)?.[1]}` : '')
  if (attribute) return ({ predicate }) => standardPredicate(predicate) === standardPredicate(attribute)
  const { wh, noun = '', verb = '', prep } = VERB.exec(form)?.groups ?? {}
  if (!verb) return null
  return ({ predicate, object }) => {
    const [first = '', second] = standardPredicate(predicate).split(' ')
    const asked = standardPredicate(`${verb}s`).split(' ')[0] ?? ''
    return (
      (stem(first) === stem(asked) || stem(first) === stem(verb)) &&
      (wh === 'where' ? second !== undefined : second === prep) &&
      (!/instrument/.test(noun) || new RegExp(`^${INSTRUMENT}$`, 'iu').test(withoutNot(object)))
    )
  }
}

/** The statement that a yes or no question asks to confirm, in every reading of its words. */
function statementsOf(question: string): string[] {
  const text = question
    .replace(/(?<![?!.\s])[?!.\s]+$/u, '')
    .replace(ADVERB, '')
    .trim()
  const [, auxiliary = '', rest = ''] = /^(do|does|am|is|are|have|has)\s+(.+)$/iu.exec(text) ?? []
  const words = rest.split(/\s+/)
  if (!/^(?:i|we|my|our)$/i.test(words[0] ?? '')) {
    const [, value, thing] = /^(\p{Lu}.*?) ((?:my|our) .+)$/u.exec(rest) ?? []
    return /^is$/i.test(auxiliary) && value && thing ? [`${thing} is ${value}.`] : []
  }
  if (/^do/i.test(auxiliary)) {
    const [, who = '', deed = ''] = /^((?:i|we)|(?:my|our) .+?)\s(.+)$/iu.exec(rest) ?? []
    return [`${rest}.`, `${who} do not ${deed}.`]
  }
  const [from, to] = /^(?:i|we)$/i.test(words[0] ?? '') ? [1, 1] : [2, Math.min(5, words.length - 1)]
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, i) =>
    [...words.slice(0, from + i), auxiliary.toLowerCase(), ...words.slice(from + i)].join(' ').concat('.'),
  )
}

/** The kind of a value: of one kind a thing has one at a time, such as one colour. */
const kindOf = (value: string) =>
  isColour(value) ? 'colour' : /^(?:alive|dead)$/i.test(value) ? 'life' : shapeOf(value)
const holds = (one: string, other: string) => ` ${one} `.includes(` ${other} `)
const isSame = (fact: Triple, claim: Triple) => {
  const [value, asked] = [factNorm(withoutNot(fact.object)), factNorm(claim.object)]
  return holds(value, asked) || holds(asked, value) || value === normal(asked)
}

/** Whether facts confirm or deny a statement; null = they do not say. The newest comes last. */
function verdict<T extends Triple>(claim: Triple, facts: readonly T[]): { is: boolean; facts: T[] } | null {
  const of = facts.filter((fact) => isOf(fact, normal(claim.subject)))
  const [predicate, isOwned] = [standardPredicate(claim.predicate), /^(?:owns|has)$/.test(claim.predicate)]
  const alike = of.filter((fact) => samePredicate(fact, claim))
  const same = alike.filter((fact) => isSame(fact, claim) || withoutNot(fact.object) === 'any more').at(-1)
  const opposed = of.findLast(
    (fact) =>
      aspectOf(fact.predicate) === aspectOf(predicate) && !samePredicate(fact, claim) && isSame(fact, claim),
  )
  if (opposed && !(same && of.indexOf(same) > of.indexOf(opposed)))
    return { is: isDenial(opposed), facts: [opposed] }
  const newest = alike.at(-1)
  // A new GP takes the place of the doctor.
  if (same && newest && newest.subject !== same.subject && isSingleValued(predicate))
    return { is: isSame(newest, claim), facts: [newest] }
  if (same) return { is: !isDenial(same), facts: [same] }
  const thing = isOwned ? facts.filter((fact) => isOf(fact, normal(claim.object))) : []
  const gone = thing.findLast((fact) => fact.predicate === 'is' && fact.object === 'dead')
  if (thing.length > 0) return { is: !gone, facts: gone ? [gone] : thing.slice(-1) }
  const other = alike.findLast((fact) => !isDenial(fact))
  const isOne =
    isSingleValued(predicate) ||
    (predicate === 'is' &&
      other &&
      (nounClass(claim.subject) === 'date' || kindOf(other.object) === kindOf(claim.object)))
  return other && isOne ? { is: false, facts: [other] } : null
}

/** The question with "my uncle" for "Karl", if Karl is the name of the uncle. */
function byNoun(text: string, facts: readonly Triple[]): string {
  const known = facts.find(
    ({ subject, predicate, object }) =>
      predicate === 'name' &&
      subject !== USER &&
      new RegExp(`(?<!\\p{L})${literally(object)}(?!\\p{L})`, 'u').test(text),
  )
  return known ? text.replace(known.object, `my ${known.subject}`) : text
}

/** The current facts that answer a question, from the oldest to the newest; null if none does. */
export function factAnswer<T extends Triple>(question: string, facts: readonly T[]): FactAnswer<T> | null {
  const text = politely(question).replace(TELL, '').trim()
  if (text.length > MAX_CHARS || facts.length === 0) return null
  const named = byNoun(text, facts)
  return (
    listed(text, facts) ??
    relationOf(text, facts) ??
    (named === text ? null : (listed(named, facts) ?? relationOf(named, facts)))
  )
}

function relationOf<T extends Triple>(text: string, facts: readonly T[]): FactAnswer<T> | null {
  const lower = text.toLowerCase()
  const subjects = [...new Set(facts.map(({ subject }) => subject))]
    .filter((subject) => subject === USER || namesIt(lower, subject))
    .sort((a, b) => b.length - a.length)
  for (const subject of subjects) {
    const form = formFor(text, subject)
    const asked = form === null ? null : asks(form)
    const found = asked ? facts.filter((one) => one.subject === subject && asked(one)) : []
    if (found.length > 0) return { is: null, facts: known(found) }
    if (asked && subject !== USER) return null
  }
  for (const statement of statementsOf(text))
    for (const claim of claimsOf(statement)) {
      const found = verdict(claim, facts)
      // "Do I play chess on Fridays?" is not answered by the chess alone.
      const rest = statement.slice(statement.indexOf(claim.object) + claim.object.length)
      if (found?.is && statement.includes(claim.object) && /^ (?:on|at|in|every|until|since) \S/i.test(rest))
        return null
      if (found) return found
    }
  return null
}

/** The facts in a statement, and those too slight to be stored, such as "My cat is alive." */
function claimsOf(statement: string): Triple[] {
  const [, subject, object] = /^(?:my|our) (.+) (?:is|are) (\p{L}+)[.]$/iu.exec(statement) ?? []
  const said = findFacts(statement, []).map((fact) => ({ ...fact, object: withoutNot(fact.object) }))
  return subject && object ? [...said, { subject, predicate: 'is', object }] : said
}

/** The facts that answer a question; of several questions, the last ones. */
export const factsAnswering = <T extends Triple>(text: string, facts: readonly T[]): ReadonlySet<T> =>
  new Set(
    sentencesOf(askingPart(text)).flatMap(
      (sentence) => factAnswer(factQuestion(sentence), facts)?.facts ?? [],
    ),
  )
