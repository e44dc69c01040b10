import type { Format } from '@/components/ui/words/use-format'
import { limits } from '@/lib/shared/limits'
import type { UsagePoint, UsageReport } from '@/lib/shared/usage/usage'
import {
  rowsOf,
  type Saving,
  savedCost,
  savingOf,
  totalsOf,
  withMemory,
} from '@/lib/shared/usage/usage-maths'
import { branches, ranTurns } from '../usage-words'
import { breakEven, TREND_TURNS } from './break-even'

export type Headline = { text: string; second: string | null; how: string[] }

/** What memory saved against plain chat, then against full contexts, and how it is calculated. */
export function headline(report: UsageReport, format: Format): Headline {
  const totals = totalsOf(rowsOf(report))
  const upkeep = format.tokens(totals.upkeep)
  const nothing = { second: null, how: [] }
  if (totals.calls === 0) return { text: 'No model calls recorded yet.', ...nothing }
  if (ranTurns(report) === 0)
    return {
      text: `No turns answered here yet. Memory’s own calls used ${upkeep} tokens.`,
      ...nothing,
    }
  const all = savingOf(totals, 'plainChat')
  const sample = sampleIn(report)
  const contexts = againstContexts(savingOf(totals, 'fullContexts'), format)
  const how = calculation(report, format)
  if (!sample || sample.isAll) {
    const memory = sample ? 'In the sample, memory' : 'Memory'
    return { text: sentence(report, all, format, memory), second: contexts, how }
  }
  const tokens = all.tokens - sample.saved
  const own = { tokens, share: tokens / Math.max(1, totals.plainChat - sample.plainChat) }
  const together = `With the sample conversation: ${savedWords(all, format)}.`
  return { text: sentence(report, own, format), second: [together, contexts].filter(Boolean).join(' '), how }
}

/** The sample among all conversations. It is nobody's own use, so the headline leaves it out if it can. */
function sampleIn({ savings }: UsageReport) {
  const sample = savings?.conversations.find(({ id }) => id === savings.sampleId)
  return sample && { ...sample, isAll: savings?.conversations.length === 1 }
}

function sentence(report: UsageReport, { tokens, share }: Saving, format: Format, memory = 'Memory'): string {
  if (tokens > 0)
    return `${memory} saved ${format.tokens(tokens)} tokens compared with plain chat (${shareWords(share, format)})${amount(report, format)}.`
  if (tokens === 0) return 'No difference from plain chat yet: the first turn has no history to leave out.'
  // A trend needs the whole conversation.
  if (report.period)
    return `Memory used ${format.tokens(-tokens)} tokens more than plain chat in this period.`
  const more = `Not yet: ${format.tokens(-tokens)} tokens more than plain chat so far`
  const own = report.conversationId ? breakEven(report) : null
  if (own) return `${more}; it pays off from about turn ${format.number(own)}.`
  // Not shown once a trend is visible, since short messages take far longer.
  return report.conversationId && ranTurns(report) >= TREND_TURNS
    ? `${more}.`
    : `${more}; it pays off from about turn ${limits.usage.usualBreakEven} of a conversation with long answers.`
}

/** Shown only if a provider with a cache would also have saved it. */
function amount({ models }: UsageReport, format: Format): string {
  const { micros, cachedMicros } = savedCost(models)
  return micros && cachedMicros && micros > 0 && cachedMicros > 0 ? `, about ${format.cost(micros)}` : ''
}

function againstContexts({ tokens, share }: Saving, format: Format): string | null {
  return tokens === 0
    ? null
    : `Compared with full contexts (every earlier turn whole, with its tool results and files): ${savedWords({ tokens, share }, format)}.`
}
const savedWords = ({ tokens, share }: Saving, format: Format) =>
  tokens < 0
    ? `${format.tokens(-tokens)} tokens more`
    : `${format.tokens(tokens)} tokens saved (${shareWords(share, format)})`

/** Never 100% if something was sent. */
const shareWords = (share: number, format: Format) =>
  share > 0.99 ? `over ${format.percent(0.99)}` : format.percent(share)

function calculation(report: UsageReport, format: Format): string[] {
  const totals = totalsOf(rowsOf(report))
  const { plainChat, fullContexts, imported, upkeep } = totals
  const taken = format.tokens(withMemory(totals))
  return [
    `With memory (${taken} tokens) counts the prompt and answer of every recorded call, including failed, stopped and retried ones. Memory’s own calls (summaries, roll-ups, titles, embeddings) are included too; they used ${format.tokens(upkeep)} tokens.`,
    `Plain chat (${format.tokens(plainChat)}) assumes the same thinking and answering calls. Everything memory added to their prompts (window, summaries, recalled text, strategies) is replaced by all earlier messages of the conversation, word for word, and the results of all tools except memory’s. The rest of each prompt and every answer stay the same.${
      imported > 0 ? ` Imported turns account for ${format.tokens(imported)} of these tokens.` : ''
    }`,
    `Full contexts (${format.tokens(fullContexts)}) sends the whole context of every earlier turn instead: messages, tool calls and results, the list of files, and the files the turn touched. Recall and search results are never counted as history.`,
    ...(report.period ? ['A turn counts on the day it was sent, including calls made later.'] : []),
    'All three use the same tokenizer. The provider’s own counts are under “Cost and tokens”.',
    ...priceNotes(report, format),
  ]
}

function priceNotes({ models }: UsageReport, format: Format): string[] {
  const { micros, cachedMicros, partly } = savedCost(models)
  if (!micros || micros <= 0 || cachedMicros === null) return []
  const other =
    cachedMicros >= 0
      ? `it would have been ${format.cost(cachedMicros)}`
      : `plain chat would have been ${format.cost(-cachedMicros)} cheaper`
  const unpriced = partly ? ' Calls without a known price are not included.' : ''
  return [
    `At list prices, the saving compared with plain chat is worth ${format.cost(micros)}; if the provider had read all of plain chat’s prompts from its cache, ${other}.${unpriced}`,
  ]
}

/** The calls that no cost includes, by model. */
export const unpricedNotes = ({ models }: UsageReport, format: Format): string[] =>
  models.flatMap(({ model, unpricedCalls }) =>
    unpricedCalls > 0
      ? `No price is set for ${model}, so the cost does not include its ${format.plural(unpricedCalls, 'call')}.`
      : [],
  )

/** What is in no figure. */
export function outsideNote({ kind, turns, calls }: UsagePoint, format: Format): string[] {
  if (kind === 'branches')
    return [
      `${format.plural(turns, 'turn')} on ${branches(turns)}, counted in the totals and tables but not in the charts.`,
    ]
  if (kind === 'upkeep')
    return [
      `${format.plural(calls, 'call')} outside any turn, such as naming topics and merging strategies, counted in the totals and tables but not in the charts.`,
    ]
  if (kind !== 'imported') return []
  const summarised = calls > 0 ? ' The calls that summarised them count in the totals and tables.' : ''
  return [`${format.plural(turns, 'imported turn')}, not run here and not in the charts.${summarised}`]
}
