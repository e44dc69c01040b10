import { pacer } from '@/lib/shared/breath'
import { dateBefore } from '@/lib/shared/irregular'
import { addHint, isIn, type Language, languageFrom, languageOf, noHints } from '@/lib/shared/languages'
import { eachWord, fold, stem, type Word, words } from '@/lib/shared/words'
import { isCode, keyOfShort } from './codes'
import { type Key, type KnownWord, knownAt, knownOf, stemKey, wordKeys } from './known-words'
import { isStandalone, LOOKED_AT, startsName, type TermTraits } from './traits'

/**
 * The searchable terms of a text, without the function words of its language. `parseData` is also found by
 * `parse` and by `data`. An English word has one key, its stem; another one is stored as it is written, and
 * by its stem where the language has a stemmer.
 */
type Term = { key: string; start: number; end: number }

/** The words of a text while its terms are made; only the first `count` places are valid. */
type Words = ReturnType<typeof noWords>
const noWords = () => ({
  ...{ infos: [] as KnownWord[], starts: [] as number[], ends: [] as number[] },
  ...{ count: 0, hints: noHints(), unsure: false },
})
/** Reused buffers, so that a long load allocates no lists per text. */
const held = noWords()

/** Terms of one text in parallel lists; only the first `count` places are valid. */
export type TermList = TermTraits & { keys: Key[]; starts: number[]; ends: number[]; count: number }
const NOTHING_TOLD: TermTraits = { timely: false, prefers: false, plain: true, self: false, named: false }
const noTerms = (): TermList => ({ keys: [], starts: [], ends: [], count: 0, ...NOTHING_TOLD })
const list = noTerms()

/** The terms of a text in order, with positions. The next call overwrites the lists, to allocate little. */
export function readTerms(text: string): Readonly<TermList> {
  held.count = 0
  held.hints.fill(0)
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
function gather(text: string, at: number, into: Words, told: TermTraits) {
  const { infos, starts, ends } = into
  const plain = eachWord(text, (start, end) => {
    const info = knownAt(text, start, end)
    infos[into.count] = info
    starts[into.count] = at + start
    ends[into.count] = at + end
    if (info.hint) addHint(into.hints, info.hint)
    if (info.timely) told.timely = true
    if (info.prefers && at + end <= LOOKED_AT) told.prefers = true
    if (info.self && at === 0 && isStandalone(text, start, end)) told.self = true
    else if (info.self) into.unsure = true
    if (!told.named && at === 0 && startsName(text, start)) told.named = true
    into.count += 1
  })
  if (!plain) told.plain = false
}

function listed({ infos, starts, ends, count, hints, unsure }: Words, to: TermList): TermList {
  if (unsure) to.plain = false
  const language = languageFrom(hints)
  to.count = 0
  for (let i = 0; i < count; i++) {
    const info = infos[i]
    if (!info) continue
    const [start, end] = [starts[i] ?? 0, ends[i] ?? 0]
    add(to, info, language, start, end)
    if (info.parts) for (const part of info.parts) add(to, knownOf(part), language, start, end)
    if (info.short) put(to, info.short, start, end)
    const next = i + 1 < count ? infos[i + 1] : undefined
    const date = next && dateBefore(info.folded.text, next.word)
    if (date) add(to, knownOf(date), language, start, end)
  }
  return to
}

function add(to: TermList, known: KnownWord, language: Language | null, start: number, end: number) {
  if (isIn(known.plain, language)) return
  if (language === 'en') put(to, known.stemmed, start, end)
  else {
    put(to, known.folded, start, end)
    const stem = language && stemKey(known, language)
    if (stem) put(to, stem, start, end)
  }
}
function put(to: TermList, key: Key, start: number, end: number) {
  to.keys[to.count] = key
  to.starts[to.count] = start
  to.ends[to.count] = end
  to.count += 1
}

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
/** A word of the query with every key it may be stored under. `asking` = questions are made of it. */
export type QueryWord = { word: string; keys: string[]; asking: boolean }

/** Every key under which a word, or a word inside it, may be stored. */
export function keysOfWord(word: string): string[] {
  const own = knownOf(word)
  return [own, ...(own.parts ?? []).map(knownOf)].flatMap(wordKeys)
}

/** Whether a word of a text in this language, or one inside it, is stored under one of these keys. */
export function isUnder(word: string, keys: ReadonlySet<string>, language: Language | null): boolean {
  const known = knownOf(word)
  const stem = language && stemKey(known, language)
  return (
    keys.has(known.folded.text) ||
    keys.has(known.stemmed.text) ||
    (stem !== null && keys.has(stem.text)) ||
    (known.parts?.some((part) => isUnder(part, keys, language)) ?? false)
  )
}

/** Suffixes that a word being typed may still get: `configurati` is no prefix of its stem `configur`. */
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
  const language = languageOf(found)
  const query = new Map<string, QueryWord>()
  const written = ({ text }: Word, at: number) => [
    dateBefore(fold(text), found[at + 1]?.text ?? '') ?? text,
    ...(knownOf(text).parts ?? []),
  ]
  for (const text of found.flatMap(written)) {
    const known = knownOf(text)
    if (isIn(known.plain, language)) continue
    const one = ((language && stemKey(known, language)) ?? known.stemmed).text
    if (!query.has(one))
      query.set(one, {
        word: fold(text),
        keys: [...new Set(wordKeys(known))],
        asking: ASKING.has(known.folded.text),
      })
  }
  return [...query.values()]
}
