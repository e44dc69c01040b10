import type { Format } from '@/components/ui/words/use-format'
import { limits } from '@/lib/shared/limits'
import type { UsageReport } from '@/lib/shared/usage/usage'
import {
  rowsOf,
  type Saving,
  savedCost,
  savingOf,
  totalsOf,
  withMemory,
} from '@/lib/shared/usage/usage-maths'
import { ranTurns } from '../usage-words'
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
      text: `No turn has been answered here yet. Memory’s own calls took ${upkeep} tokens.`,
      ...nothing,
    }
  return {
    text: sentence(report, savingOf(totals, 'plainChat'), format),
    second: againstContexts(savingOf(totals, 'fullContexts'), format),
    how: calculation(report, format),
  }
}

function sentence(report: UsageReport, { tokens, share }: Saving, format: Format): string {
  if (tokens > 0)
    return `Memory saved ${format.tokens(tokens)} tokens against plain chat (${shareWords(share, format)})${amount(report, format)}.`
  if (tokens === 0) return 'No difference to plain chat yet: a first turn has no history to leave out.'
  // A trend needs the whole conversation.
  if (report.period)
    return `Memory took ${format.tokens(-tokens)} tokens more than plain chat in this period.`
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
  if (tokens === 0) return null
  const words = tokens > 0 ? `tokens saved (${shareWords(share, format)})` : 'tokens more'
  return `Against full contexts: ${format.tokens(Math.abs(tokens))} ${words}.`
}

/** Never 100% if something was sent. */
const shareWords = (share: number, format: Format) =>
  share > 0.99 ? `over ${format.percent(0.99)}` : format.percent(share)

function calculation(report: UsageReport, format: Format): string[] {
  const totals = totalsOf(rowsOf(report))
  const { plainChat, fullContexts, imported, upkeep } = totals
  const taken = format.tokens(withMemory(totals))
  return [
    `With memory (${taken} tokens) is every recorded call, prompt and answer: failed, stopped and retried calls, all attempts, and memory’s own calls. Those are summaries, roll-ups, titles and embeddings; they took ${format.tokens(upkeep)} tokens.`,
    `Plain chat (${format.tokens(plainChat)}) makes the same thinking and answering calls. Whatever memory put into their prompts (window, summaries, recalled text, strategies) is replaced by all earlier messages of the conversation, word for word, and the results of all tools except memory’s. The rest of each prompt and every answer stay the same.${
      imported > 0 ? ` Imported turns are part of it with ${format.tokens(imported)} tokens.` : ''
    }`,
    `Full contexts (${format.tokens(fullContexts)}) sends the whole context of every earlier turn instead: messages, tool calls and results, the list of files, and the files the turn touched. Whatever recall or search returned is never counted as history.`,
    ...(report.period
      ? ['A turn counts on the day it was sent, with all of its calls, even those made later.']
      : []),
    'All three are counted by the same tokenizer. The provider’s own counts are under “Cost and tokens”.',
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
  const unpriced = partly ? ' Calls without a known price are not in these amounts.' : ''
  return [
    `At list prices the saving against plain chat is worth ${format.cost(micros)}; had the provider read all of plain chat’s prompts from its cache, ${other}.${unpriced}`,
  ]
}
