import { baseForm, plainWord } from '@/lib/shared/irregular'
import { ENGLISH, eachWord, fold, languageHint, looksEnglish, stem, words } from '@/lib/shared/words'
import { isOneself, isPreference, LOOKED_AT, mayTellTime, standsAlone, startsName, type Told } from './traits'

/** What a text is found by. Words of English that say nothing (the, is, what) are left out; `parseData` is also found by `parse` and by `data`. */
export type Term = { key: string; start: number; end: number }

/** A key of the index. `number` = what stands for it in the load numbered `serial`, see `index/bulk`. */
export type Key = { readonly text: string; serial: number; number: number }
const keyOf = (text: string): Key => ({ text, serial: 0, number: 0 })
let serial = 0
/** Counted here, beside the keys that remember it. */
export const nextSerial = () => ++serial

/** What is known of a word as written. `parts` = the words inside `parseData`, `plain` = says nothing in English, `timely` = may be part of a time, `prefers` = tells of likes, `self` = what one says of oneself. */
type Known = {
  word: string
  folded: Key
  stemmed: Key
  hint: 1 | 0 | -1
  parts: string[] | null
  plain: boolean
  timely: boolean
  prefers: boolean
  self: boolean
}
const HUMP = /(?<=\p{Ll})(?=\p{Lu})/u
/** No name that somebody gave is longer; longer ones are encoded data. */
const MAX_NAME = 200

/** Folding and stemming cost more than a look-up, and people use few words often. */
const known = new Map<string, Known>()
const KEPT = 50_000
function knownOf(word: string): Known {
  const there = known.get(word)
  if (there) return there
  const folded = fold(word)
  // A word is often a slice of a long text; a copy does not keep that text in memory.
  const copy = Buffer.from(word).toString()
  const stemmed = stem(plainWord(baseForm(folded)))
  const whole = keyOf(folded)
  const fresh: Known = {
    word: copy,
    folded: whole,
    stemmed: stemmed === folded ? whole : keyOf(stemmed),
    hint: languageHint(word, folded),
    parts: word.length <= MAX_NAME && HUMP.test(word) ? word.split(HUMP) : null,
    plain: ENGLISH.has(folded),
    timely: mayTellTime(word),
    prefers: isPreference(word),
    self: isOneself(word),
  }
  if (known.size >= KEPT) known.clear()
  known.set(copy, fresh)
  return fresh
}

/** The words met last, by a hash of their characters: most words of a text are found here without being cut out of it. */
const recent: (Known | undefined)[] = new Array(65_536)
function knownAt(text: string, start: number, end: number): Known {
  let hash = 0
  for (let i = start; i < end; i++) hash = (Math.imul(hash, 31) + text.charCodeAt(i)) | 0
  const slot = (hash ^ (hash >>> 13)) & (recent.length - 1)
  const last = recent[slot]
  if (last && isAt(last.word, text, start, end)) return last
  const found = knownOf(text.slice(start, end))
  recent[slot] = found
  return found
}
function isAt(word: string, text: string, start: number, end: number): boolean {
  if (word.length !== end - start) return false
  for (let i = 0; i < word.length; i++) if (word.charCodeAt(i) !== text.charCodeAt(start + i)) return false
  return true
}

/** Filled and read within one call, so that a long load makes no list for each text. */
const held: { infos: Known[]; starts: number[]; ends: number[] } = { infos: [], starts: [], ends: [] }

/** Terms of one text in parallel lists; only the first `count` places hold. */
export type TermList = Told & { keys: Key[]; starts: number[]; ends: number[]; count: number }
const list: TermList = {
  keys: [],
  starts: [],
  ends: [],
  count: 0,
  timely: false,
  prefers: false,
  plain: false,
  self: false,
  named: false,
}

/** The terms of a text in order, with the place of the word each comes from. The lists are filled anew by the next call: a load of 100,000 messages would make millions of objects otherwise. */
export function readTerms(text: string): Readonly<TermList> {
  const { infos, starts, ends } = held
  let [words, hints] = [0, 0]
  list.timely = false
  list.prefers = false
  list.self = false
  list.named = false
  let unsure = false
  const plain = eachWord(text, (start, end) => {
    const info = knownAt(text, start, end)
    infos[words] = info
    starts[words] = start
    ends[words] = end
    hints += info.hint
    if (info.timely) list.timely = true
    if (info.prefers && end <= LOOKED_AT) list.prefers = true
    if (info.self && standsAlone(text, start, end)) list.self = true
    else if (info.self) unsure = true
    if (!list.named && startsName(text, start)) list.named = true
    words += 1
  })
  list.plain = plain && !unsure
  const english = hints >= 0
  list.count = 0
  for (let i = 0; i < words; i++) {
    const info = infos[i]
    if (!info) continue
    add(info, english, starts[i] ?? 0, ends[i] ?? 0)
    if (info.parts) for (const part of info.parts) add(knownOf(part), english, starts[i] ?? 0, ends[i] ?? 0)
  }
  return list
}

function add({ folded, stemmed, plain }: Known, english: boolean, start: number, end: number) {
  if (english && plain) return
  list.keys[list.count] = english ? stemmed : folded
  list.starts[list.count] = start
  list.ends[list.count] = end
  list.count += 1
}

/** The same as objects of their own. */
export function contentTerms(text: string): Term[] {
  const { keys, starts, ends, count } = readTerms(text)
  return Array.from({ length: count }, (_, i) => ({
    key: keys[i]?.text ?? '',
    start: starts[i] ?? 0,
    end: ends[i] ?? 0,
  }))
}

/** Words that questions are made of; they tell less than their rarity in texts says. */
const ASKING = new Set(
  'many much often long kind type sort name mention mentioned say said tell told during using used use different recently various would might between both total based help way ways ensure specific discuss discussed share shared activity activities event events thing things item items reason reasons example examples topic topics detail details aspect aspects purpose situation experience experiences subject subjects'.split(
    ' ',
  ),
)
/** A word that is looked for, with every key it may be stored under: a text in another language than the query's keeps its words unstemmed. `asking` = a word that questions are made of. */
export type QueryWord = { word: string; keys: string[]; asking: boolean }

/** Every key under which a word may be stored, and under which the words inside it may be. */
export function keysOfWord(word: string): string[] {
  const own = knownOf(word)
  return [own, ...(own.parts ?? []).map(knownOf)].flatMap(({ folded, stemmed }) => [
    folded.text,
    stemmed.text,
  ])
}

/** Whether a word, or one inside it, is stored under one of these keys; the same as asking `keysOfWord`, without making a list of them. */
export function isUnder(word: string, keys: ReadonlySet<string>): boolean {
  const { folded, stemmed, parts } = knownOf(word)
  return (
    keys.has(folded.text) || keys.has(stemmed.text) || (parts?.some((part) => isUnder(part, keys)) ?? false)
  )
}

/** Endings that a word being typed may still get. A stem is seldom a beginning of what is typed: `configurati` belongs to `configur`. */
const ENDINGS =
  's es e ed d n on ion tion ation ing ng g y ly er al ity ty ss ness ment nt t ful able ous ive ate'.split(
    ' ',
  )
/** From so many letters on: `g` and `ive` are no beginning and its ending. */
const STEM = 4
/** Keys of whole words that a word still being typed may become, but those that begin with it. */
export const keysOfBeginning = (word: string): string[] => [
  ...new Set([
    ...keysOfWord(word),
    ...(word.length < STEM ? [] : ENDINGS.map((ending) => stem(fold(word) + ending))),
  ]),
]

/** The words of a query, each once. */
export function queryWords(text: string): QueryWord[] {
  const found = words(text)
  const english = looksEnglish(found)
  const query = new Map<string, QueryWord>()
  for (const word of found.flatMap(({ text }) => [text, ...(knownOf(text).parts ?? [])])) {
    const { folded, stemmed, plain } = knownOf(word)
    if (english && plain) continue
    if (!query.has(stemmed.text))
      query.set(stemmed.text, {
        word: folded.text,
        keys: [...new Set([stemmed.text, folded.text])],
        asking: ASKING.has(folded.text),
      })
  }
  return [...query.values()]
}
