'use client'
import { foundName } from '@/components/search/results/found-name'
import { useTitle } from '@/components/shell/use-title'
import { splitCitations } from '@/components/ui/markdown/citations'
import { useFormat } from '@/components/ui/words/use-format'
import { wordList } from '@/components/ui/words/words'
import { isFunctionWord, languageOf } from '@/lib/shared/languages'
import type { RecallHit } from '@/lib/shared/turn/events'
import { fold, words } from '@/lib/shared/words'

type Props = { hits: RecallHit[]; here: string; keywords?: string[] | undefined }

/** "3 memories from Adoption: agencies, interviews, the home study". */
export function RecalledWords({ hits, here, keywords }: Props) {
  const format = useFormat()
  const from = oneConversation(hits)
  const title = useTitle(from === null || from === here ? '' : from)
  const about = aboutHits(hits, keywords)
  return (
    <>
      <span className="text-recall">{format.plural(hits.length, 'memory', 'memories')}</span>
      {from === null && ' from several conversations'}
      {from !== null && from !== here && (
        <>
          {' from '}
          {title ? <em>{title}</em> : 'another conversation'}
        </>
      )}
      {about.length > 0 &&
        `: ${hits.length > about.length ? `${about.join(', ')} and more` : wordList(about)}`}
    </>
  )
}

/** Words that say little about what a memory is about. */
const VAGUE = new Set(
  'above across actually along also always anything around back been behind below beyond being belong belongs bring brings brought call called came come currently day days did does doing done each even ever every everything feel feels felt find first found gave get gets getting give given go goes going gone good got great happened hello here hi i’m it’s i’ve keep kept know known last let lets little look looked looking lot lots love made make makes making many may maybe mean might more most much must name named near need needed needs never new next now often one ones only other over own put really right said same saw say see seen shall show since something still such take taken talk tell than thank thanks these thing things think those thought three time today together told tomorrow tonight too took tried try trying two under until used using very want wanted wants way ways week well went whether while without wonder work year years yesterday yet monday tuesday wednesday thursday friday saturday sunday january february march april june july august september october november december'.split(
    ' ',
  ),
)
/** A noun follows these. */
const BEFORE_NOUNS = /(?:^|[^\p{L}])(?:an?|the|my|our|your|his|her|their|this|that|these|those) $/iu
const PARTICIPLE = /.{4}ed$/
const MOST_WORDS = 3
const MOST_NAMES = 3
/** Markdown in the middle of words. */
const MARKS = /[*_`#~]+/g
const plain = (excerpt: string) =>
  splitCitations(excerpt)
    .map((part) => ('text' in part ? part.text : ''))
    .join('')
    .replace(MARKS, '')
const FEW_CHARS = 28

/** The most distinctive adjacent words of a passage: "the home study", "Photoshop". */
function phraseOf(passage: string, asked: ReadonlySet<string>): string | null {
  const found = words(passage)
  if (languageOf(found) !== 'en') return null
  let best: { text: string; value: number } | null = null
  for (let i = 0; i < found.length; i++) {
    const start = found[i]?.start ?? 0
    const isNoun = BEFORE_NOUNS.test(passage.slice(Math.max(0, start - 8), start))
    let value = isNoun ? 0.6 : 0
    for (let j = i; j < Math.min(i + MOST_WORDS, found.length); j++) {
      const word = found[j]
      const before = found[j - 1]
      if (!word || (j > i && before && !/^[ -]$/.test(passage.slice(before.end, word.start)))) break
      const folded = fold(word.text)
      const isNamed = /^\p{L}{2}/u.test(word.text) && !PARTICIPLE.test(folded)
      if (isFunctionWord(folded, 'en') || VAGUE.has(folded) || !isNamed) break
      // "The Rotary club", but of "Aran leaves" the name.
      const isAfterName = j > i && /^\p{Lu}\p{Ll}/u.test(before?.text ?? '') && !/^\p{Lu}/u.test(word.text)
      if (isAfterName && !(isNoun && j === i + 1)) break
      // A capital in the middle of a sentence makes a name.
      const isName = /^\p{Lu}/u.test(word.text) && /[\p{L},] $/u.test(passage.slice(0, word.start))
      value += (Math.min(word.text.length, 9) / 9 + (isName ? 1 : 0)) * (asked.has(folded) ? 0.4 : 1)
      if (!best || value > best.value) best = { text: passage.slice(start, word.end), value }
    }
  }
  return best?.text ?? null
}

const beginning = (passage: string) => {
  const text = passage.replace(/\s+/g, ' ').trim()
  return text.length > FEW_CHARS ? `${text.slice(0, FEW_CHARS).trimEnd()}…` : text
}

/** What hits are about, in a few words each: `agencies, interviews, the home study`. */
export function aboutHits(hits: readonly RecallHit[], keywords: readonly string[] = []): string[] {
  // Words of the search are in most hits, so they tell them apart badly.
  const asked = new Set(keywords.flatMap((text) => words(text).map((word) => fold(word.text))))
  const names: string[] = []
  for (const hit of hits) {
    if (names.length === MOST_NAMES) break
    const name =
      hit.kind === 'file'
        ? foundName(hit)
        : (phraseOf(plain(hit.excerpt), asked) ?? beginning(plain(hit.excerpt)))
    if (!name || names.includes(name)) continue
    names.push(name)
  }
  return names
}

/** The only conversation that hits are from; null if there are several. */
export function oneConversation(hits: readonly RecallHit[]): string | null {
  const [first, ...others] = new Set(hits.map((hit) => hit.conversationId))
  return first !== undefined && others.length === 0 ? first : null
}
