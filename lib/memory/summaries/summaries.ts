import type { Batch, Db } from '@/lib/db/engine/client'
import { derivedOps } from '@/lib/db/forget/derived'
import { findContext } from '@/lib/db/memory/contexts'
import {
  rollUpsOnPath,
  type SummaryRow,
  type SummaryStatus,
  staleOps,
  summariesById,
  summariesOfTurns,
  turnSummaries,
  turnSummaryOps,
} from '@/lib/db/memory/summaries'
import type { BranchPath } from '@/lib/db/turns/path'
import { hiddenNumbers } from '@/lib/db/turns/turn-texts'
import { limits } from '@/lib/shared/limits'
import { pick } from '@/lib/shared/pick'
import {
  bounded,
  type Count,
  cutToFit,
  gaps,
  injectedForm,
  type Range,
  rangesOverlap,
  type Summarised,
  type SummaryText,
  shorten,
  summaryRow,
} from './summary-text'

/** `text` = the form in prompts, with its `tokens`; `id` = of all summaries in it, separated by blanks. */
export type SummaryItem = Pick<Piece, 'from' | 'to' | 'level' | 'id'> & { text: string; tokens: number }
const summaryId = (contextId: string) => `sum_${contextId}`

type SummarisedTurn = { id: string; conversationId: string; branchId: string; number: number }

/** The row of a turn's own summary, with the text unchanged. */
export function turnSummaryRow(
  turn: Pick<SummarisedTurn, 'branchId' | 'number'>,
  contextId: string,
  text: SummaryText,
  status: SummaryStatus,
  countTokens: Count,
): SummaryRow {
  const { branchId, number } = turn
  const place = { id: summaryId(contextId), branchId, level: 0, from: number, to: number, contextId }
  return summaryRow({ ...place, status }, text, countTokens)
}

const HEAD_CHARS = limits.recall.chipExcerptChars
const head = (text: string) =>
  cutToFit(text.trim().slice(0, HEAD_CHARS + 1), (cut) => cut.length <= HEAD_CHARS)
/** The simplest summary: the beginnings of message and answer. */
const beginnings = ({ userText, answer }: { userText: string; answer: string }): SummaryText => ({
  summary: [head(userText), head(answer)].filter(Boolean).join(' - '),
  insights: [],
})

type FirstSummary = {
  turn: SummarisedTurn & { userText: string; answer: string }
  contextId: string
  summarise(): SummaryText
  countTokens: Count
}
/**
 * A turn's first summary. `summarise` is deterministic (status `extractive`, or the given one). If it throws
 * or returns nothing, the beginnings of message and answer are used (`fallback`).
 */
export function firstSummary({ turn, ...input }: FirstSummary): SummaryRow {
  const { contextId, countTokens } = input
  const span = { from: turn.number, to: turn.number }
  const rowOf = (text: SummaryText, status: SummaryStatus) =>
    turnSummaryRow(turn, contextId, bounded({ ...text, ...span }, countTokens), status, countTokens)
  try {
    const text = input.summarise()
    if (text.summary.trim()) return rowOf(text, 'extractive')
  } catch {
    // The beginnings serve as well.
  }
  return rowOf(beginnings(turn), 'fallback')
}

export function summaryOps(db: Db, ownerId: string, input: FirstSummary): Batch {
  const { turn } = input
  // A turn that runs again may be in a roll-up already.
  return [
    ...turnSummaryOps(db, ownerId, turn.conversationId, turn.id, firstSummary(input)),
    ...staleOps(db, ownerId, 1, [turn.id]),
  ]
}

/**
 * Writes for a transaction: a better summary of a turn, with words of `others` too. Roll-ups based on the old
 * one become stale. Empty if the turn has no context.
 */
export async function modelSummaryOps(
  db: Db,
  ownerId: string,
  turnId: string,
  text: SummaryText,
  countTokens: Count,
  status: SummaryStatus = 'model',
  others: readonly string[] = [],
): Promise<Batch> {
  const found = await findContext(db, ownerId, { turnId })
  if (!found || !text.summary.trim()) return []
  const { number } = found.turn
  const short = bounded({ ...text, from: number, to: number }, countTokens)
  const row = turnSummaryRow(found.turn, found.row.id, short, status, countTokens)
  const now = (await summariesOfTurns(db, ownerId, [turnId])).get(turnId)
  const changed = now && (now.text !== row.text || now.insights.join('\n') !== row.insights.join('\n'))
  return [
    ...turnSummaryOps(db, ownerId, found.turn.conversationId, turnId, row),
    ...derivedOps(db, ownerId, 'summary', row.id, others),
    ...(changed ? staleOps(db, ownerId, 1, [turnId]) : []),
  ]
}

const toPiece = ({ text: summary, ...row }: SummaryRow): Piece => ({ ...row, summary })

/**
 * The prompt's summary of turns before number `before`, oldest first, within `budgetTokens`: recent turns by
 * their own summaries, older ones by roll-ups. Bounded for any length of conversation.
 */
export async function summariesForPrompt(
  db: Db,
  ownerId: string,
  path: BranchPath,
  { before, budgetTokens, countTokens }: { before: number; budgetTokens: number; countTokens: Count },
): Promise<SummaryItem[]> {
  if (before <= 1 || budgetTokens <= 0) return []
  const [rollUps, hidden] = await Promise.all([
    rollUpsOnPath(db, ownerId, path, before - limits.summary.recentInFull),
    hiddenNumbers(db, ownerId, path, before - 1),
  ])
  const written = rollUps.filter((rollUp) => rollUp.tokens > 0)
  const cover = coverOf(written, hidden)
  const coverIds = cover.map((rollUp) => rollUp.id)
  const [texts, turns] = await Promise.all([
    summariesById(db, ownerId, coverIds),
    turnSummaries(db, ownerId, path, gaps(cover, { from: 1, to: before - 1 }), {
      last: limits.summary.maxRecentRead,
    }),
  ])
  const lastCovered = cover.at(-1)?.to ?? 0
  // Stored summaries may have any length; those in prompts may not.
  const own = turns
    .filter((row) => !hidden.includes(row.from))
    .map((row) => shortenPiece(toPiece(row), limits.summary.maxTokens, countTokens))
  const older = [
    ...cover.flatMap(({ id }) => texts.get(id) ?? []).map(toPiece),
    ...own.filter((piece) => piece.to < lastCovered),
  ].sort((a, b) => a.from - b.from)
  const recent = own.filter((piece) => piece.from > lastCovered)
  return fitPieces(older, recent, budgetTokens, countTokens).map((piece) => {
    const text = injectedForm(piece)
    return { ...pick(piece, 'from to level id'), text, tokens: countTokens(text) }
  })
}

/** A summary or roll-up that may be in the prompt. */
type Piece = Summarised & { id: string; level: number }

/** The fewest roll-ups that cover the most: higher levels first, without overlaps or hidden turns. */
export function coverOf<RollUp extends Range & { level: number }>(
  rollUps: readonly RollUp[],
  hidden: readonly number[],
): RollUp[] {
  const chosen: RollUp[] = []
  for (const rollUp of [...rollUps].sort((a, b) => b.level - a.level || a.from - b.from)) {
    if (hidden.some((number) => number >= rollUp.from && number <= rollUp.to)) continue
    if (!chosen.some((other) => rangesOverlap(other, rollUp))) chosen.push(rollUp)
  }
  return chosen.sort((a, b) => a.from - b.from)
}

const tokensOf = (piece: Piece, count: Count) => count(injectedForm(piece))
const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)

function joined(pieces: Piece[], maxTokens: number, count: Count): Piece {
  const share = maxTokens / pieces.length
  const texts = pieces.map((piece) => cutToFit(piece.summary, (text) => count(text) <= share)).filter(Boolean)
  const [first, last] = [pieces[0], pieces.at(-1)]
  const level = Math.max(...pieces.map((piece) => piece.level))
  const id = pieces.map((piece) => piece.id).join(' ')
  const span = { from: first?.from ?? 0, to: last?.to ?? 0 }
  return shortenPiece({ ...span, level, id, summary: texts.join(' '), insights: [] }, maxTokens, count)
}
const shortenPiece = (piece: Piece, maxTokens: number, count: Count): Piece => ({
  ...piece,
  ...shorten(piece, maxTokens, count),
})

/**
 * At most `limits.summary.olderItems` pieces for any length of history: older ones are merged in even groups.
 */
function squeeze(pieces: Piece[], count: Count): Piece[] {
  const { olderItems } = limits.summary
  if (pieces.length <= olderItems) return pieces
  const kept = pieces.slice(-Math.ceil(olderItems / 2))
  const rest = pieces.slice(0, -kept.length)
  const groups = olderItems - kept.length
  const size = sum(kept.map((piece) => tokensOf(piece, count))) / kept.length
  const bounds = Array.from({ length: groups + 1 }, (_, i) => Math.round((i * rest.length) / groups))
  return [...bounds.slice(1).map((end, i) => joined(rest.slice(bounds[i], end), size, count)), ...kept]
}

/** As many of the newest as fit in full, the last of them cut if something remains of it; the order stays. */
function newestWithin(pieces: Piece[], budget: number, count: Count): Piece[] {
  const kept: Piece[] = []
  let left = budget
  for (const piece of [...pieces].reverse()) {
    const fits = tokensOf(piece, count) <= left
    if (!fits && left < limits.summary.minItemTokens) break
    const fitting = fits ? piece : shortenPiece(piece, left, count)
    if (!fitting.summary) break
    kept.unshift(fitting)
    left -= tokensOf(fitting, count)
  }
  return kept
}

/** Every piece, cut to equal shares if they do not fit. The oldest are dropped if shares would be useless. */
function allWithin(pieces: Piece[], budget: number, count: Count): Piece[] {
  if (sum(pieces.map((piece) => tokensOf(piece, count))) <= budget) return pieces
  const most = Math.floor(budget / limits.summary.minItemTokens)
  const kept = most > 0 ? pieces.slice(-most) : []
  return kept
    .map((piece) => shortenPiece(piece, budget / kept.length, count))
    .filter((piece) => piece.summary)
}

/** Summaries and roll-ups within the budget, oldest first; recent ones first, but never with all of it. */
function fitPieces(older: Piece[], recent: Piece[], budget: number, count: Count): Piece[] {
  const total = (pieces: Piece[]) => sum(pieces.map((piece) => tokensOf(piece, count)))
  const squeezed = squeeze(older, count)
  const reserved = Math.min(total(squeezed), budget * limits.summary.olderShare)
  const fresh = newestWithin(recent, budget - reserved, count)
  return [...allWithin(squeezed, budget - total(fresh), count), ...fresh]
}
