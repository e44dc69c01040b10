import type { UsagePoint, UsageReport } from '@/lib/shared/usage'
import { rowsOf, savingOf, totalsOf } from '@/lib/shared/usage-maths'
import type { Format } from '../ui/use-format'

/** What memory saved, in a sentence, and what has to be said with it. */
export function headline(report: UsageReport, format: Format): { text: string; notes: string[] } {
  const totals = totalsOf(rowsOf(report))
  const ran = ranTurns(report)
  if (totals.calls === 0) return { text: 'No model call has been recorded yet.', notes: [] }
  if (ran === 0)
    return {
      text: `No turn has been answered here yet. Memory’s own calls took ${format.tokens(totals.upkeep)} tokens of prompts.`,
      notes: [],
    }
  const saving = savingOf(report.models)
  const price =
    saving.costMicros && saving.tokens > 0 && saving.costMicros > 0
      ? `, about ${format.cost(saving.costMicros)}`
      : ''
  const tokens = format.tokens(Math.abs(saving.tokens))
  const text =
    saving.tokens > 0
      ? `Memory kept ${tokens} tokens out of your prompts (${shareWords(saving.share, format)})${price}.`
      : saving.tokens < 0
        ? `So far memory has cost ${tokens} tokens more than sending everything would have (${format.percent(-saving.share)}).`
        : 'Memory has saved nothing yet: a first turn has no history to leave out.'
  return { text, notes: notesOf(report, saving, format) }
}

/** Never 100% while something was sent. */
const shareWords = (share: number, format: Format) =>
  share > 0.99 ? `over ${format.percent(0.99)}` : format.percent(share)

function notesOf(report: UsageReport, saving: ReturnType<typeof savingOf>, format: Format): string[] {
  const { upkeep } = totalsOf(rowsOf(report))
  const { messageTokens, costMicros, cachedCostMicros } = saving
  const messages =
    messageTokens >= 0
      ? `Measured against messages and answers alone it kept out ${format.tokens(messageTokens)}.`
      : `Messages and answers alone, without workspace and tool results, would have been ${format.tokens(-messageTokens)} tokens shorter.`
  return [
    compared(report, saving.imported, format),
    ...(saving.tokens < 0 ? ['Short conversations are cheaper whole; the curves part as they grow.'] : []),
    ...(saving.tokens === 0 ? [] : [messages]),
    ...(upkeep
      ? [`Its own summaries and roll-ups took ${format.tokens(upkeep)} tokens of prompts, taken off already.`]
      : []),
    ...(costMicros && costMicros > 0 && cachedCostMicros !== null
      ? [cacheNote(cachedCostMicros, format)]
      : []),
    ...(costMicros && saving.partlyPriced
      ? ['Calls to models without a known price are not in the amount.']
      : []),
  ]
}

/** Exactly what stands on the two sides. Imported turns asked no model here: they count as earlier text alone. */
function compared(report: UsageReport, importedTokens: number, format: Format): string {
  const ran = ranTurns(report)
  const sides = `Compared are the prompts of ${ran === 1 ? 'the one turn' : `the ${format.number(ran)} turns`} answered here with what they would have been with every earlier turn of their conversation in full`
  return importedTokens > 0
    ? `${sides}; ${format.tokens(importedTokens)} tokens of that would have been imported turns, which never ran here themselves.`
    : `${sides}.`
}

/** Turns that asked a model, or were to: all but imported ones. */
export const ranTurns = (report: Pick<UsageReport, 'points' | 'outside'>): number =>
  rowsOf(report).reduce((sum, { kind, turns }) => sum + (kind === 'imported' ? 0 : turns), 0)

const cacheNote = (micros: number, format: Format) =>
  micros >= 0
    ? `Priced at list prices; had the provider read the whole history from its cache, it would have been ${format.cost(micros)}.`
    : `Priced at list prices; had the provider read the whole history from its cache, sending it would have been ${format.cost(-micros)} cheaper.`

/** "Turn 12", "Turns 41–60", "Other branches (3 turns)", "Imported (500 turns)". Over all conversations places are not turn numbers. */
export function pointName(
  point: Pick<UsagePoint, 'kind' | 'from' | 'to' | 'turns'>,
  all: boolean,
  format: Format,
): string {
  if (point.kind === 'branches') return `Other branches (${format.plural(point.turns, 'turn')})`
  if (point.kind === 'imported') return `Imported (${format.plural(point.turns, 'turn')})`
  const range =
    point.from === point.to
      ? `Turn ${format.number(point.from)}`
      : `Turns ${format.number(point.from)}–${format.number(point.to)}`
  const named = all && point.from === point.to ? `Turn no. ${format.number(point.from)}` : range
  return point.kind === 'before'
    ? `Before: ${named.toLowerCase()}`
    : point.kind === 'after'
      ? `After: ${named.toLowerCase()}`
      : named
}
