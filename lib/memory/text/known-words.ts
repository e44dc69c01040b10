import { getOrMake } from '@/lib/shared/group-by'
import { baseForm, plainWord } from '@/lib/shared/irregular'
import { functionIn, hintOf, type Language } from '@/lib/shared/languages'
import { STEMMED, stemIn } from '@/lib/shared/stems'
import { fold, stem } from '@/lib/shared/words'
import { codeKey, isCode, shortKey } from './codes'
import { isOneself, isPreference, mayTellTime } from './traits'

/** A key of the index. `number` = its number in the load `serial`, see `index/load/bulk`. */
export type Key = { readonly text: string; serial: number; number: number }
const keyOf = (text: string): Key => ({ text, serial: 0, number: 0 })

/**
 * Facts about a word as written. `parts` = the words in `parseData`, `plain` = the languages in which it is
 * a function word, `stems` = by language, made on demand, `timely` = may be part of a time, `prefers` = states a
 * liking, `self` = about the speaker.
 */
export type KnownWord = {
  word: string
  folded: Key
  stemmed: Key
  hint: number
  parts: string[] | null
  /** For a long code: its short form. */
  short: Key | null
  plain: number
  stems: Map<Language, Key | null> | null
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
const known = new Map<string, KnownWord>()
const KEPT = 50_000
export function knownOf(word: string): KnownWord {
  const there = known.get(word)
  if (there) return there
  const folded = fold(word)
  if (isCode(word)) return knownCode(word, folded)
  const copy = copied(word)
  const stemmed = stem(plainWord(baseForm(folded)))
  const whole = keyOf(folded)
  const fresh: KnownWord = {
    word: copy,
    folded: whole,
    stemmed: stemmed === folded ? whole : keyOf(stemmed),
    hint: hintOf(word, folded),
    parts: word.length <= MAX_NAME && HUMP.test(word) ? word.split(HUMP) : null,
    short: null,
    plain: functionIn(folded),
    stems: null,
    timely: mayTellTime(word),
    prefers: isPreference(word),
    self: isOneself(word),
  }
  if (known.size >= KEPT) known.clear()
  known.set(copy, fresh)
  return fresh
}

const codeKeys = new Map<string, Key>()
const codeKeyOf = (text: string) => getOrMake(codeKeys, text, () => keyOf(text))
/** The fields that are the same for all codes. */
const CODE = {
  ...{ hint: 0, parts: null, plain: 0, timely: false, prefers: false, self: false },
  stems: new Map<Language, Key | null>(STEMMED.map((language) => [language, null])),
}
/** Codes are not cached: there are too many, and each occurs once. */
function knownCode(word: string, folded: string): KnownWord {
  const key = codeKeyOf(codeKey(folded))
  const shortened = shortKey(folded)
  const short = shortened === null ? null : codeKeyOf(shortened)
  return { ...CODE, word: copied(word), folded: key, stemmed: key, short }
}

/** No word begins like this, so that stems never meet the words of English texts. */
const STEM_SIGN = '^'
export function stemKey(known: KnownWord, language: Language): Key | null {
  known.stems ??= new Map()
  const made = known.stems.get(language)
  if (made !== undefined) return made
  const stemmed = stemIn(known.folded.text, language)
  const key = stemmed === null ? null : keyOf(STEM_SIGN + stemmed)
  known.stems.set(language, key)
  return key
}
/** The keys of a word in every language. */
export const wordKeys = (known: KnownWord) => [
  known.stemmed.text,
  known.folded.text,
  ...STEMMED.flatMap((language) => stemKey(known, language)?.text ?? []),
]
export const isStem = (key: string) => key.startsWith(STEM_SIGN)

/** Recent words by a hash of their characters, so that most words are found without slicing the text. */
const recent: (KnownWord | undefined)[] = new Array(65_536)
export function knownAt(text: string, start: number, end: number): KnownWord {
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
