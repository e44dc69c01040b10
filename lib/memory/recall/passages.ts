import { endsSentence } from '@/lib/base/sentence-end'
import type { ContextPieces } from '@/lib/memory/context/context'
import { contentTerms } from '@/lib/memory/text/terms'
import { limits } from '@/lib/shared/limits'
import type { Passage } from './passage'

/** A verbatim part of a piece of a context. `title` = heading of the piece (a tool's name, a file's path). */
export type Excerpt = Pick<Passage, 'title' | 'text' | 'quotes'> & { who: ContextPieces[number]['who'] }
/** `best` = where a chip's excerpt starts: inside the best found place, if there is one. */
export type Excerpts = { excerpts: Excerpt[]; best: string; cut: boolean }

type Segment = { piece: number; index: number; start: number; end: number; score: number }
const BREAK = /[.!?]+["'’”)\]]*\s+|[。！？]+\s*|\n+/gu

/** Characters around a full stop that decide whether it ends a sentence. */
const NEAR = 32

/** Sentences and lines of a text. Long ones are split at a space, or anywhere. */
function segmentsOf(text: string): { start: number; end: number }[] {
  const isEnd = (end: number) =>
    text.charAt(end - 1) === '\n' ||
    endsSentence(text.slice(Math.max(0, end - NEAR), end), text.slice(end, end + NEAR))
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

/** A part of a message that a search found. It weighs as much as the rarest word. */
type FoundPlace = Span & { who: 'user' | 'assistant' }

/**
 * Segments of every piece, weighted by their distinct keys. Only the beginning of a very long piece is read.
 */
function scored(
  pieces: ContextPieces,
  weights: ReadonlyMap<string, number>,
  places: readonly FoundPlace[],
): Segment[][] {
  const bonus = Math.max(0, ...weights.values())
  return pieces.map(({ who, text }, piece) => {
    const looked = text.slice(0, limits.recall.scanChars)
    const isFirst = pieces.findIndex((other) => other.who === who) === piece
    const own = isFirst ? places.filter((place) => place.who === who) : []
    const within = (segment: Span) => own.some((place) => overlaps(place)(segment))
    const segments = segmentsOf(looked).map((segment, index) => ({
      ...segment,
      piece,
      index,
      score: within(segment) ? bonus : 0,
      keys: new Set<string>(),
    }))
    let at = 0
    if (weights.size)
      for (const term of contentTerms(looked)) {
        while ((segments[at]?.end ?? Number.POSITIVE_INFINITY) <= term.start) at += 1
        const segment = segments[at]
        const weight = weights.get(term.key)
        if (!segment || weight === undefined || segment.keys.has(term.key)) continue
        segment.keys.add(term.key)
        segment.score += weight
      }
    return segments.map(({ keys: _, ...segment }) => segment)
  })
}

const excerptOf = ({ who, title, sources: quotes }: ContextPieces[number], text: string): Excerpt => ({
  ...{ who, title, text },
  ...(quotes ? { quotes } : {}),
})

const byScore = (a: Segment, b: Segment) => b.score - a.score || a.piece - b.piece || a.index - b.index

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

const segmentsIn = (pieces: ContextPieces, segments: Segment[][], place?: FoundPlace): Segment[] =>
  (place && segments[pieces.findIndex(({ who }) => who === place.who)]?.filter(overlaps(place))) ?? []

/**
 * Reads the pieces of a context once. `places` = what was found, best first. @returns its most relevant parts,
 * verbatim and in order, at most `maxChars` characters in all.
 */
export function passagesOf(
  pieces: ContextPieces,
  weights: ReadonlyMap<string, number>,
  places: readonly FoundPlace[] = [],
): (maxChars: number) => Excerpts {
  const segments = scored(pieces, weights, places)
  const found = segmentsIn(pieces, segments, places[0])
  const [first] = (found.length ? found : segments.flat()).sort(byScore)
  const best = first ? (pieces[first.piece]?.text.slice(first.start) ?? '') : ''
  const total = pieces.reduce((sum, piece) => sum + piece.text.length, 0)
  return (maxChars) => {
    if (total > maxChars) return { excerpts: chosenOf(pieces, segments, maxChars), best, cut: true }
    const excerpts = pieces.filter(({ text }) => text.trim()).map((piece) => excerptOf(piece, piece.text))
    return { excerpts, best, cut: false }
  }
}

function chosenOf(pieces: ContextPieces, segments: Segment[][], maxChars: number): Excerpt[] {
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
