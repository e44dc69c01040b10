import { keepLast } from '@/lib/shared/keep-last'
import type { Language } from '@/lib/shared/languages'
import { termOf, type Written } from './words'

type Tagger = typeof import('compromise/two').default
let tagger: Promise<Tagger> | null = null
/** Loads the tagger. That and its first text block for 0.4 s, so a server does it before turns run. */
export function loadTagger(): Promise<Tagger> {
  tagger ??= import('compromise/two').then(({ default: nlp }) => {
    nlp('A word.')
    return nlp
  })
  return tagger
}

type Tagged = { text: string; tags?: Set<string> }
const OTHER = ['Pronoun', 'Value', 'Date', 'Unit']
const isNoun = (tags: Set<string>) => tags.has('Noun') && !OTHER.some((tag) => tags.has(tag))
/** "its", "theirs": possessive without an apostrophe. */
const isPronoun = (text: string, tags: Set<string>) => tags.has('Possessive') && !/['’]/.test(text)

type TaggedTerm = { term: string; noun: boolean; name: boolean }
/** Cache of tagged texts: topics are made again every few turns, mostly from the same texts. */
const read = new Map<string, TaggedTerm[]>()
const KEPT = 8_192
/** What a text says about each of its terms: whether it is a noun there, and a name. */
function tagged(nlp: Tagger, text: string): TaggedTerm[] {
  const known = read.get(text)
  if (known) return known
  const said = termsIn(nlp, text)
  // A slice as key would keep the text that it is from in memory.
  keepLast(read, KEPT, Buffer.from(text).toString(), said)
  return said
}
function termsIn(nlp: Tagger, text: string): TaggedTerm[] {
  const sentences = nlp(text).document as unknown as Tagged[][]
  return sentences.flat().flatMap(({ text, tags }) => {
    const term = termOf(text)
    if (term === null || !tags) return []
    return [
      {
        term,
        noun: isNoun(tags) && !isPronoun(text, tags),
        name: tags.has('ProperNoun') && /^\p{Lu}/u.test(text),
      },
    ]
  })
}

const ENDS_AS_NOUN = /[\p{Script=Han}\p{Script=Katakana}ー]$/u
const opensSentence = (text: string, at: number) =>
  /(?:^|[.!?:;\n])[^\p{L}\p{N}]*$/u.test(text.slice(Math.max(0, at - 4), at))

/** Times that a term is tagged, and characters around it. Tagging takes 10 µs a character. */
const ENOUGH = 3
const AROUND = 45

/** Tells nouns by how they are used in a few places each, so the time does not grow with the memory. */
export class Nouns {
  private readonly seen = new Map<string, { times: number; noun: number; name: number }>()
  private open: Set<string>

  private constructor(
    private readonly nlp: Tagger,
    terms: Iterable<string>,
  ) {
    this.open = new Set(terms)
  }

  static among = async (terms: Iterable<string>) => new Nouns(await loadTagger(), terms)

  /** Whether all terms have been seen often enough. */
  get isDone() {
    return this.open.size === 0
  }

  /** Looks at a message. @returns after each piece of text that was looked at. */
  *read(text: string, words: Iterable<Written>, language: Language | null = 'en'): Generator<void> {
    let end = -1
    if (language !== 'en') {
      for (const { term, word, start } of words) {
        if (term === null || !this.open.has(term)) continue
        const isCapital = /^\p{Lu}/u.test(word)
        const noun = language === 'ja' ? ENDS_AS_NOUN.test(word) : language !== 'de' || isCapital
        if (!(isCapital && opensSentence(text, start)))
          this.count({ term, noun, name: isCapital && language !== 'de' })
        yield
      }
      return
    }
    for (const { term, start } of words) {
      if (term === null || start < end || !this.open.has(term)) continue
      end = lineEnd(text, start)
      for (const one of tagged(this.nlp, text.slice(wordStart(text, start), end))) this.count(one)
      yield
    }
  }

  isNoun = (term: string) => this.most(term, 'noun')
  isName = (term: string) => this.most(term, 'name')

  private most(term: string, what: 'noun' | 'name'): boolean {
    const seen = this.seen.get(term)
    return seen !== undefined && seen[what] * 2 >= seen.times
  }

  private count({ term, noun, name }: { term: string; noun: boolean; name: boolean }) {
    const seen = this.seen.get(term) ?? { times: 0, noun: 0, name: 0 }
    seen.times++
    if (noun) seen.noun++
    if (name) seen.name++
    this.seen.set(term, seen)
    if (seen.times >= ENOUGH) this.open.delete(term)
  }
}

function wordStart(text: string, at: number): number {
  const from = Math.max(0, at - AROUND, text.lastIndexOf('\n', at) + 1)
  const blank = from === 0 ? -1 : text.indexOf(' ', from - 1)
  return blank >= 0 && blank < at ? blank + 1 : from
}
function lineEnd(text: string, at: number): number {
  const newline = text.indexOf('\n', at)
  const most = Math.min(newline < 0 ? text.length : newline, at + AROUND)
  const blank = most === text.length ? most : text.indexOf(' ', most)
  return blank < 0 || blank > most + AROUND / 2 ? most : blank
}
