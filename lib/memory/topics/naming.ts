import type { TurnText } from '@/lib/db/turns/turn-texts'
import type { Language } from '@/lib/shared/languages'
import { limitsOfTopics as limits } from '@/lib/shared/limits/topics'
import { speakerNamed } from '@/lib/shared/speakers'
import { isUnspaced } from '@/lib/shared/words'
import type { Nouns } from './nouns'
import { usual } from './term-counts'
import { readTurn, spoken, type Text, type Written } from './words'

/** `own` = what the person says in it, `all` = what anyone says. */
type Said = { id: string; language: Language | null; texts: Text[]; own: Set<string>; all: Set<string> }
function saidIn(turn: TurnText): Said {
  const { language, read, texts } = readTurn(turn)
  const isDialog = turn.messages?.some((message) => speakerNamed(message) !== null)
  const own = isDialog ? texts : [read(spoken(turn.userText))]
  return { id: turn.id, language, texts: own, own: termsIn(own), all: termsIn(texts) }
}
const termsIn = (texts: readonly Text[]) =>
  new Set(texts.flatMap(({ words }) => words.flatMap(({ term }) => term ?? [])))

/** A phrase that names a topic, with turns that say it. */
export type Phrase = { term: string; word: string; turns: string[] }
/** What is known of the terms of a memory: nouns, names, and the share of its turns that say a term. */
export type Terms = { nouns: Nouns; shareOf(term: string): number }
/** How much of the memory a topic is, and whether a term is no other topic's. */
type Topic = { share: number; isOwn(term: string): boolean }

/** What an answer says of a term counts so much, compared with what the person says. */
const ANSWERED = 0.2
/** And a term of another topic, and a name, which tells who or where and not what. */
const [OTHER, NAMED] = [0.5, 0.6]
/** The share of the turns that one phrase has to cover, and how strong a second one is, compared with it. */
const [COVERED, SECOND] = [0.5, 0.5]
/** A phrase around the term that tells most about these turns of a topic, and a second one if it tells little. */
export function phrasesOf(
  texts: readonly TurnText[],
  { share, isOwn }: Topic,
  { nouns, shareOf }: Terms,
): Phrase[] {
  const turns = texts.map(saidIn)
  const said = new Map<string, { own: number; all: number }>()
  for (const { own, all } of turns)
    for (const term of all) {
      const known = said.get(term) ?? { own: 0, all: 0 }
      said.set(term, { own: known.own + (own.has(term) ? 1 : 0), all: known.all + 1 })
    }
  const ranked = [...said].flatMap(([term, { own, all }]) => {
    const everywhere = shareOf(term)
    if (all < 2 || own === 0 || everywhere === 0 || !nouns.isNoun(term)) return []
    const here = all / turns.length
    const isOnlyHere = Math.min(1, (here * share) / everywhere)
    return [
      {
        term,
        here,
        score:
          (own + ANSWERED * all) * isOnlyHere * (isOwn(term) ? 1 : OTHER) * (nouns.isName(term) ? NAMED : 1),
      },
    ]
  })
  const [first, ...others] = ranked.sort((a, b) => b.score - a.score || (a.term < b.term ? -1 : 1))
  if (!first) return []
  const name = phraseAround(first.term, turns, nouns)
  const isFree = ({ term }: { term: string }) => !name.term.split(' ').includes(term)
  const isNamed = nouns.isName(first.term)
  const isEnough = !isNamed && name.term.includes(' ') && first.here >= COVERED
  const seconds = isEnough ? [] : others.filter((one) => isFree(one) && one.score >= first.score * SECOND)
  // After a name another one would not tell what it is about.
  for (const { term } of seconds) {
    const second = phraseAround(term, turns, nouns)
    if (!isNamed || !/^\p{Lu}/u.test(second.word)) return [name, second]
  }
  return [name]
}

type Run = Phrase & { surfaces: Map<string, number>; example: string; language: Language | null }
/** The longest phrase with a term that a third of the turns with the term say; the term if there is none. */
function phraseAround(term: string, turns: readonly Said[], nouns: Nouns): Phrase {
  const found = new Map<string, Run>()
  for (const { id, language, texts } of turns)
    for (const { text, words } of texts)
      for (const run of runsAround(term, words, text, language)) {
        const key = run.map((one) => one.term ?? one.word.toLowerCase()).join(' ')
        const [start, last] = [run[0]?.start ?? 0, run.at(-1)]
        const surface = text.slice(start, (last?.start ?? 0) + (last?.word.length ?? 0))
        const example = text.slice(text.lastIndexOf('\n', start) + 1, start + surface.length)
        const one: Run = found.get(key) ?? {
          ...{ term: key, word: '', turns: [], surfaces: new Map(), example, language },
        }
        found.set(key, one)
        one.surfaces.set(surface, (one.surfaces.get(surface) ?? 0) + 1)
        if (one.turns.at(-1) !== id) one.turns.push(id)
      }
  const alone = found.get(term)?.turns.length ?? 0
  const weight = ({ term, turns }: Run) => turns.length * term.split(' ').length
  const best = [...found.values()]
    .filter((run) => run.term !== term && run.turns.length >= Math.max(2, alone / 3))
    .sort((a, b) => weight(b) - weight(a) || (a.term < b.term ? -1 : 1))
    .find((run) => run.language !== 'en' || nouns.isPhrase(run.example, usual(run.surfaces)))
  const said = best ?? found.get(term)
  return {
    term: said?.term ?? term,
    word: said ? usual(said.surfaces) : term,
    turns: (said?.turns ?? []).slice(0, limits.witnesses),
  }
}

/** Up to three words in a row, one of them this term. Except in English a function word may join two others. */
function* runsAround(
  term: string,
  words: readonly Written[],
  text: string,
  language: Language | null,
): Generator<Written[]> {
  for (let from = 0; from < words.length; from++)
    for (const length of [1, 2, 3]) {
      const run = words.slice(from, from + length)
      const mayJoin = length === 3 && language !== 'en' && !isUnspaced(text)
      if (run.length < length || run.some((one, i) => one.term === null && !(mayJoin && i === 1))) continue
      if (run.some((one) => one.term === term) && isUnbroken(run, text)) yield run
    }
}
const isUnbroken = (run: readonly Written[], text: string) =>
  run.every(({ word, start }, i) => {
    const before = run[i - 1]
    return !before || text.slice(before.start + before.word.length, start) === (isUnspaced(word) ? '' : ' ')
  })
