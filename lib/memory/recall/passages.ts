import type { ContextPiece } from '@/lib/memory/context/context'
import { contentTerms } from '@/lib/memory/text/terms'
import { getOrMake } from '@/lib/shared/group-by'
import { limits } from '@/lib/shared/limits'
import { endsSentence } from '@/lib/shared/sentence-end'
import type { Passage } from './recall-query'

/** A verbatim part of a piece of a context. `title` = heading of the piece (a tool's name, a file's path). */
type Excerpt = Pick<Passage, 'title' | 'text' | 'quotes' | 'cut'> & {
  who: ContextPiece['who']
}
/** `best` = where a chip's excerpt starts: inside the best found place, if there is one. */
type Excerpts = { excerpts: Excerpt[]; best: string; cut: boolean }

type Segment = { piece: number; index: number; start: number; end: number; score: number }
const BREAK = /[.!?]+["'’”)\]]*\s+|[。！？]+\s*|\n+/gu

/** The number of a line of a list. */
const NUMBER = /(?:^|\n)\s*\d{1,3}\.\s*$/

/** The line below a table's head. */
const isRule = (line: string) => line.includes('|') && line.includes('-') && /^[-\s|:]+$/.test(line)

/** Characters around a full stop that decide whether it ends a sentence. */
const NEAR = 32

/** Sentences and lines of a text; a table's head goes with its first row. Long ones are split at a space, or anywhere. */
function segmentsOf(text: string): { start: number; end: number }[] {
  const lineAt = (at: number) => {
    const [from, to] = [text.lastIndexOf('\n', at - 1) + 1, text.indexOf('\n', at)]
    return text.slice(from, to < 0 ? undefined : to)
  }
  const isEnd = (end: number) => {
    if (text.charAt(end - 1) === '\n') return !isRule(lineAt(end - 1)) && !isRule(lineAt(end))
    const before = text.slice(Math.max(0, end - NEAR), end)
    return !NUMBER.test(before) && endsSentence(before, text.slice(end, end + NEAR))
  }
  const ends = [...text.matchAll(BREAK)].map((match) => match.index + match[0].length).filter(isEnd)
  const segments: { start: number; end: number }[] = []
  let start = 0
  for (const end of [...ends, text.length]) {
    while (end - start > limits.recall.segmentChars) {
      const blank = text.lastIndexOf(' ', start + limits.recall.segmentChars)
      const cut = blank > start ? blank + 1 : start + limits.recall.segmentChars
      segments.push({ start, end: cut })
      start = cut
    }
    if (end > start) segments.push({ start, end })
    start = end
  }
  return segments
}

type Span = { start: number; end: number }
const overlaps =
  (place: Span) =>
  ({ start, end }: Span) =>
    start < place.end && end > place.start

/** A part of a message that a search found. */
type FoundPlace = Span & { who: 'user' | 'assistant' }

type Weights = ReadonlyMap<string, number>
type Weighed = Span & { score: number }
/** Segments of a text, each with the weights of its distinct terms. */
function weigh(text: string, weights: Weights): Weighed[] {
  const looked = text.slice(0, limits.recall.scanChars)
  const segments = segmentsOf(looked).map(({ start, end }) => ({ start, end, score: 0 }))
  if (weights.size === 0) return segments
  let at = 0
  const counted = new Set<string>()
  for (const { key, start } of contentTerms(looked)) {
    for (; (segments[at]?.end ?? Number.POSITIVE_INFINITY) <= start; at += 1) counted.clear()
    const weight = weights.get(key)
    const segment = segments[at]
    if (weight === undefined || !segment || counted.has(key)) continue
    counted.add(key)
    segment.score += weight
  }
  return segments
}

/** Reads each text once for the same weights: one recall looks at a turn's messages first, then at all of it. */
export function weighingOnce(): typeof weigh {
  const known = new WeakMap<Weights, Map<string, Weighed[]>>()
  return (text, weights) => {
    const ofWeights = getOrMake(known, weights, () => new Map<string, Weighed[]>())
    return getOrMake(ofWeights, text, () => weigh(text, weights))
  }
}

/** Segments of every piece; one that overlaps a place weighs as much as the rarest word more. */
function scored(
  pieces: ContextPiece[],
  weights: Weights,
  places: readonly FoundPlace[],
  weighed: typeof weigh,
) {
  const bonus = Math.max(0, ...weights.values())
  return pieces.map(({ who, text }, piece) => {
    const isFirst = pieces.findIndex((other) => other.who === who) === piece
    const own = isFirst ? places.filter((place) => place.who === who) : []
    return weighed(text, weights).map((segment, index) => {
      const { start, end, score } = segment
      const isIn = own.some((place) => overlaps(place)(segment))
      return { piece, index, start, end, score: isIn ? score + bonus : score }
    })
  })
}

const excerptOf = ({ who, title, sources: quotes, text: whole }: ContextPiece, text: string): Excerpt => ({
  ...{ who, title, text },
  ...(text.length < whole.trim().length ? { cut: true } : {}),
  ...(quotes ? { quotes } : {}),
})

const byScore = (a: Segment, b: Segment) => b.score - a.score || a.piece - b.piece || a.index - b.index

const bestOf = ([first, ...others]: Segment[]): Segment | undefined =>
  first && others.reduce((best, one) => (byScore(one, best) < 0 ? one : best), first)

/** Matches, best first, then their neighbours; without a match the beginnings of all pieces in turn. */
function* wanted(pieces: Segment[][]): Generator<Segment> {
  const found = pieces.flat().filter((segment) => segment.score > 0)
  const matches = found.sort(byScore)
  yield* matches
  for (const distance of [1, -1, 2])
    for (const match of matches) {
      const beside = pieces[match.piece]?.[match.index + distance]
      if (beside) yield beside
    }
  if (matches.length) return
  for (let i = 0; pieces.some((segments) => i < segments.length); i++)
    for (const segments of pieces) {
      const next = segments[i]
      if (next) yield next
    }
}

const segmentsIn = (pieces: ContextPiece[], segments: Segment[][], place?: FoundPlace): Segment[] =>
  (place && segments[pieces.findIndex(({ who }) => who === place.who)]?.filter(overlaps(place))) ?? []

/**
 * Reads the pieces of a context once. `places` = what was found, best first. @returns its most relevant parts,
 * verbatim and in order, at most `maxChars` characters in all.
 */
export function passagesOf(
  pieces: ContextPiece[],
  weights: Weights,
  places: readonly FoundPlace[] = [],
  weighed = weigh,
): (maxChars: number) => Excerpts {
  const segments = scored(pieces, weights, places, weighed)
  const found = segmentsIn(pieces, segments, places[0])
  const first = bestOf(found.length ? found : segments.flat())
  const best = first ? (pieces[first.piece]?.text.slice(first.start) ?? '') : ''
  const total = pieces.reduce((sum, piece) => sum + piece.text.length, 0)
  return (maxChars) => {
    if (total > maxChars) return { excerpts: chosenOf(pieces, segments, maxChars), best, cut: true }
    const excerpts = pieces.filter(({ text }) => text.trim()).map((piece) => excerptOf(piece, piece.text))
    return { excerpts, best, cut: false }
  }
}

/** `score` = what its best segment weighs; 0 = it has nothing that was found. */
export type Stretch = { excerpt: Excerpt; score: number }
/** The stretch of a piece around its best segment, at most `maxChars` long unless that segment is longer. */
export function bestStretch(
  piece: ContextPiece,
  weights: Weights,
  places: readonly FoundPlace[],
  maxChars: number,
  weighed = weigh,
): Stretch | null {
  const [segments = []] = scored([piece], weights, places, weighed)
  const best = bestOf(segments)
  if (!best) return null
  const fits = (first: number, last: number) =>
    (segments[last]?.end ?? Number.POSITIVE_INFINITY) - (segments[first]?.start ?? 0) <= maxChars
  // The beginning says what a text is about.
  let [from, to] = [fits(0, best.index) ? 0 : best.index, best.index]
  for (;;) {
    if (fits(from, to + 1)) to += 1
    else if (from > 0 && fits(from - 1, to)) from -= 1
    else break
  }
  const text = piece.text.slice(segments[from]?.start ?? 0, segments[to]?.end ?? 0).trim()
  return text ? { excerpt: excerptOf(piece, text), score: best.score } : null
}

function chosenOf(pieces: ContextPiece[], segments: Segment[][], maxChars: number): Excerpt[] {
  const chosen = new Set<Segment>()
  let left = maxChars
  for (const segment of wanted(segments)) {
    const size = segment.end - segment.start
    if (chosen.has(segment) || size > left) continue
    chosen.add(segment)
    left -= size
  }
  const excerpts: Excerpt[] = []
  for (const [i, piece] of pieces.entries()) {
    let run: Segment[] = []
    const flush = () => {
      const text = piece.text.slice(run[0]?.start ?? 0, run.at(-1)?.end ?? 0).trim()
      if (text) excerpts.push(excerptOf(piece, text))
      run = []
    }
    for (const segment of segments[i] ?? []) {
      if (chosen.has(segment)) run.push(segment)
      else flush()
    }
    flush()
  }
  return excerpts
}

/** The start of a text, at most `maxChars`, cut between words. */
export function chipOf(text: string, maxChars: number = limits.recall.chipExcerptChars): string {
  const trimmed = text.trim()
  if (trimmed.length <= maxChars) return trimmed
  const blank = trimmed.lastIndexOf(' ', maxChars - 1)
  return `${trimmed.slice(0, blank > 0 ? blank : maxChars - 1)}…`
}
