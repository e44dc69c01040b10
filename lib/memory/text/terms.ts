import { pacer } from '@/lib/base/breath'
import { baseForm, plainWord } from '@/lib/base/irregular'
import { ENGLISH, eachWord, fold, languageHint, looksEnglish, stem, words } from '@/lib/shared/words'
import { codeKey, isCode, keyOfShort, shortKey } from './codes'
import { isOneself, isPreference, LOOKED_AT, mayTellTime, standsAlone, startsName, type Told } from './traits'

/**
 * The searchable terms of a text. English function words are left out; `parseData` is also found by `parse`
 * and by `data`.
 */
export type Term = { key: string; start: number; end: number }

/** A key of the index. `number` = its number in the load `serial`, see `index/load/bulk`. */
export type Key = { readonly text: string; serial: number; number: number }
const keyOf = (text: string): Key => ({ text, serial: 0, number: 0 })
let serial = 0
/** Counted here, next to the keys that store it. */
export const nextSerial = () => ++serial

/**
 * Facts about a word as written. `parts` = the words in `parseData`, `plain` = an English function word,
 * `timely` = may be part of a time, `prefers` = states a liking, `self` = about the speaker.
 */
type Known = {
  word: string
  folded: Key
  stemmed: Key
  hint: 1 | 0 | -1
  parts: string[] | null
  /** Of a long code. */
  short: Key | null
  plain: boolean
  timely: boolean
  prefers: boolean
  self: boolean
}
const HUMP = /(?<=\p{Ll})(?=\p{Lu})/u
/** No name is longer; longer words are encoded data. */
const MAX_NAME = 200

/** The engine copies shorter slices; a longer one would keep its whole source text in memory. */
const SLICED = 13
const copied = (word: string) => (word.length < SLICED ? word : Buffer.from(word).toString())

/** A cache: folding and stemming cost more than a lookup, and people reuse few words. */
const known = new Map<string, Known>()
const KEPT = 50_000
function knownOf(word: string): Known {
  const there = known.get(word)
  if (there) return there
  const folded = fold(word)
  if (isCode(word)) return knownCode(word, folded)
  const copy = copied(word)
  const stemmed = stem(plainWord(baseForm(folded)))
  const whole = keyOf(folded)
  const fresh: Known = {
    word: copy,
    folded: whole,
    stemmed: stemmed === folded ? whole : keyOf(stemmed),
    hint: languageHint(word, folded),
    parts: word.length <= MAX_NAME && HUMP.test(word) ? word.split(HUMP) : null,
    short: null,
    plain: ENGLISH.has(folded),
    timely: mayTellTime(word),
    prefers: isPreference(word),
    self: isOneself(word),
  }
  if (known.size >= KEPT) known.clear()
  known.set(copy, fresh)
  return fresh
}

const codeKeys = new Map<string, Key>()
function codeKeyOf(text: string): Key {
  const key = codeKeys.get(text) ?? keyOf(text)
  codeKeys.set(text, key)
  return key
}
/** Codes are not cached: there are too many, and each occurs once. */
function knownCode(word: string, folded: string): Known {
  const key = codeKeyOf(codeKey(folded))
  const shortened = shortKey(folded)
  const short = shortened === null ? null : codeKeyOf(shortened)
  const traits = { plain: false, timely: false, prefers: false, self: false }
  return {
    word: copied(word),
    folded: key,
    stemmed: key,
    hint: 0,
    parts: null,
    short,
    ...traits,
  }
}

/** Recent words by a hash of their characters, so that most words are found without slicing the text. */
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

/** The words of a text while its terms are made; only the first `count` places are valid. */
type Words = {
  infos: Known[]
  starts: number[]
  ends: number[]
  count: number
  hints: number
  unsure: boolean
}
const noWords = (): Words => ({ infos: [], starts: [], ends: [], count: 0, hints: 0, unsure: false })
/** Reused buffers, so that a long load allocates no lists per text. */
const held = noWords()

/** Terms of one text in parallel lists; only the first `count` places are valid. */
export type TermList = Told & { keys: Key[]; starts: number[]; ends: number[]; count: number }
const NOTHING_TOLD: Told = { timely: false, prefers: false, plain: true, self: false, named: false }
const noTerms = (): TermList => ({ keys: [], starts: [], ends: [], count: 0, ...NOTHING_TOLD })
const list = noTerms()

/**
 * The terms of a text in order, with the position of each word. The next call overwrites the lists; otherwise
 * a load of 100,000 messages would allocate millions of objects.
 */
export function readTerms(text: string): Readonly<TermList> {
  held.count = 0
  held.hints = 0
  held.unsure = false
  Object.assign(list, NOTHING_TOLD)
  gather(text, 0, held, list)
  return listed(held, list)
}

const WINDOW = 4_096
const GAP = /\s\S*$/
/** The same for a long text, with its own lists, yielding to the event loop. */
export async function readTermsSlowly(text: string): Promise<Readonly<TermList>> {
  const [found, terms, pace] = [noWords(), noTerms(), pacer()]
  for (let from = 0; from < text.length; ) {
    await pace()
    const window = text.slice(from, from + WINDOW)
    const gap = from + WINDOW < text.length ? GAP.exec(window.slice(-WINDOW / 2)) : null
    const end = gap ? window.length - WINDOW / 2 + gap.index + 1 : window.length
    gather(window.slice(0, end), from, found, terms)
    from += end
  }
  return listed(found, terms)
}

/** Adds the words of a stretch that begins at `at`, and their facts. */
function gather(text: string, at: number, into: Words, told: Told) {
  const { infos, starts, ends } = into
  const plain = eachWord(text, (start, end) => {
    const info = knownAt(text, start, end)
    infos[into.count] = info
    starts[into.count] = at + start
    ends[into.count] = at + end
    into.hints += info.hint
    if (info.timely) told.timely = true
    if (info.prefers && at + end <= LOOKED_AT) told.prefers = true
    if (info.self && at === 0 && standsAlone(text, start, end)) told.self = true
    else if (info.self) into.unsure = true
    if (!told.named && at === 0 && startsName(text, start)) told.named = true
    into.count += 1
  })
  if (!plain) told.plain = false
}

function listed({ infos, starts, ends, count, hints, unsure }: Words, to: TermList): TermList {
  if (unsure) to.plain = false
  const english = hints >= 0
  to.count = 0
  for (let i = 0; i < count; i++) {
    const info = infos[i]
    if (!info) continue
    const [start, end] = [starts[i] ?? 0, ends[i] ?? 0]
    add(to, info, english, start, end)
    if (info.parts) for (const part of info.parts) add(to, knownOf(part), english, start, end)
    if (info.short) put(to, info.short, start, end)
  }
  return to
}

function add(to: TermList, { folded, stemmed, plain }: Known, english: boolean, start: number, end: number) {
  if (!(english && plain)) put(to, english ? stemmed : folded, start, end)
}
function put(to: TermList, key: Key, start: number, end: number) {
  to.keys[to.count] = key
  to.starts[to.count] = start
  to.ends[to.count] = end
  to.count += 1
}

/** The same as separate objects. */
export function contentTerms(text: string): Term[] {
  const { keys, starts, ends, count } = readTerms(text)
  return Array.from({ length: count }, (_, i) => ({
    key: keys[i]?.text ?? '',
    start: starts[i] ?? 0,
    end: ends[i] ?? 0,
  }))
}

/** Words that questions are made of. They say less than their rarity suggests. */
const ASKING = new Set(
  'many much often long kind type sort name mention mentioned say said tell told during using used use different recently various would might between both total based help way ways ensure specific discuss discussed share shared activity activities event events thing things item items reason reasons example examples topic topics detail details aspect aspects purpose situation experience experiences subject subjects'.split(
    ' ',
  ),
)
export const isAsking = (word: string) => ASKING.has(fold(word))
/**
 * A word of the query with every key it may be stored under: texts in another language are not stemmed.
 * `asking` = a word that questions are made of.
 */
export type QueryWord = { word: string; keys: string[]; asking: boolean }

/** Every key under which a word, or a word inside it, may be stored. */
export function keysOfWord(word: string): string[] {
  const own = knownOf(word)
  return [own, ...(own.parts ?? []).map(knownOf)].flatMap(({ folded, stemmed }) => [
    folded.text,
    stemmed.text,
  ])
}

/**
 * Whether a word, or one inside it, is stored under one of these keys. Like `keysOfWord`, but without
 * allocating a list.
 */
export function isUnder(word: string, keys: ReadonlySet<string>): boolean {
  const { folded, stemmed, parts } = knownOf(word)
  return (
    keys.has(folded.text) || keys.has(stemmed.text) || (parts?.some((part) => isUnder(part, keys)) ?? false)
  )
}

/**
 * Suffixes that a word being typed may still get. A stem is often no prefix of what is typed: `configurati`
 * belongs to `configur`.
 */
const ENDINGS =
  's es e ed d n on ion tion ation ing ng g y ly er al ity ty ss ness ment nt t ful able ous ive ate'.split(
    ' ',
  )
/** The least length of the beginning: `g` plus `ive` is not one. */
const STEM = 4
/** Keys of whole words that a word being typed may become, other than those that begin with it. */
export function keysOfBeginning(word: string): string[] {
  const [folded, keys] = [fold(word), keysOfWord(word)]
  const short = keyOfShort(folded)
  if (short !== null) keys.push(short)
  if (word.length >= STEM && !isCode(word)) keys.push(...ENDINGS.map((ending) => stem(folded + ending)))
  return [...new Set(keys)]
}

/** The words of a query without duplicates. */
export function queryWords(text: string): QueryWord[] {
  const found = words(text)
  const english = looksEnglish(found)
  const query = new Map<string, QueryWord>()
  for (const text of found.flatMap((word) => [word.text, ...(knownOf(word.text).parts ?? [])])) {
    const { folded, stemmed, plain } = knownOf(text)
    if (english && plain) continue
    if (!query.has(stemmed.text))
      query.set(stemmed.text, {
        word: fold(text),
        keys: [...new Set([stemmed.text, folded.text])],
        asking: ASKING.has(folded.text),
      })
  }
  return [...query.values()]
}
