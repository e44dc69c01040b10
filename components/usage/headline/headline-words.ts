import { branches } from '@/components/ui/words/branch-words'
import type { Format } from '@/components/ui/words/use-format'
import { capitalised } from '@/lib/shared/capitalised'
import { isAnswering } from '@/lib/shared/usage/baselines'
import type { CallSums, UsagePoint, UsageReport } from '@/lib/shared/usage/usage'
import {
  rowsOf,
  type Saving,
  savedCost,
  savingOf,
  totalsOf,
  withMemory,
} from '@/lib/shared/usage/usage-maths'
import { phaseName } from '../charts/series'
import { ranTurns } from '../usage-words'
import { aheadSince } from './ahead-since'

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
  const since = aheadSince(report, format)
  if (!sample || sample.isAll) {
    const scope = sample ? 'In the sample' : ''
    const text = sentence(report, all, format, scope, { since, amount: amount(report, format) })
    return { text, second: contexts, how }
  }
  const tokens = all.tokens - sample.saved
  const own = { tokens, share: tokens / Math.max(1, totals.plainChat - sample.plainChat) }
  // No amount, since models are not split by conversation.
  const text = sentence(report, own, format, 'Without the sample')
  const together = `Everything below includes the sample: ${savedWords(all, format)}${all.tokens > 0 && since ? `, ${since}` : ''}.`
  return { text, second: [together, contexts].filter(Boolean).join(' '), how }
}

/** The sample among all conversations. It is nobody's own use, so the headline leaves it out if it can. */
function sampleIn({ savings }: UsageReport) {
  const sample = savings?.conversations.find(({ id }) => id === savings.sampleId)
  return sample && { ...sample, isAll: savings?.conversations.length === 1 }
}

type Ending = { since: string | null; amount: string }
function sentence(
  report: UsageReport,
  { tokens, share }: Saving,
  format: Format,
  scope: string,
  { since, amount }: Ending = { since: null, amount: '' },
) {
  const begin = (words: string) => (scope ? `${scope}, ${words}` : capitalised(words))
  const size = format.tokens(Math.abs(tokens))
  if (tokens > 0)
    return begin(
      `memory saved ${size} tokens compared with plain chat (${shareWords(share, format)})${amount}${since ? `, ${since}` : ''}.`,
    )
  if (tokens === 0)
    return begin('no difference from plain chat yet: the first turn has no history to leave out.')
  if (report.period) return begin(`memory used ${size} tokens more than plain chat in this period.`)
  const when = since
    ? `counting only the turns in the chart, memory has been ${since}`
    : 'memory pays off in longer conversations, and sooner with long answers'
  return scope
    ? begin(`memory has used ${size} tokens more than plain chat so far; ${when}.`)
    : `Not yet: ${size} tokens more than plain chat so far; ${when}.`
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
    `With memory (${taken} tokens) counts the prompt and answer of every recorded call, including failed, stopped and retried ones. Memory’s own calls are included too; they used ${format.tokens(upkeep)} tokens${upkeepKinds(report, format)}.`,
    `Plain chat (${format.tokens(plainChat)}) assumes the same thinking and answering calls. Everything memory added to their prompts (window, summaries, recalled text, strategies) is replaced by all earlier messages of the conversation, word for word, and the results of all tools except memory’s. The rest of each prompt and every answer stay the same.${
      imported > 0 ? ` Imported turns account for ${format.tokens(imported)} of these tokens.` : ''
    }`,
    `Full contexts (${format.tokens(fullContexts)}) sends the whole context of every earlier turn instead: messages, tool calls and results, the list of files, and the files the turn touched. Recall and search results are never counted as history.`,
    ...(report.period ? ['A turn counts on the day it was sent, including calls made later.'] : []),
    `All three are counted by Mneme’s tokenizer. ${reportedWords(totals, format)}`,
    ...priceNotes(report, format),
  ]
}

/** What memory's own calls were for, the largest first. */
function upkeepKinds({ phases }: UsageReport, format: Format): string {
  const kinds = phases
    .filter(({ phase }) => !isAnswering(phase))
    .map((sums) => ({ name: phaseName(sums.phase), tokens: sums.estInputTokens + sums.estOutputTokens }))
    .filter(({ tokens }) => tokens > 0)
    .sort((a, b) => b.tokens - a.tokens)
    .map(({ name, tokens }) => `${name} ${format.tokens(tokens)}`)
  return kinds.length ? ` (${kinds.join(', ')})` : ''
}

/** The provider's own counts, which differ from ours. */
function reportedWords({ inputTokens, outputTokens, estimatedTokens }: CallSums, format: Format): string {
  const reported = inputTokens + outputTokens - estimatedTokens
  if (reported === 0) return 'No provider reported its own counts.'
  const whole = estimatedTokens === 0 ? 'the same calls' : 'some of the calls'
  return `Providers reported ${format.tokens(reported)} tokens for ${whole}, counted by their own tokenizers. These counts are under “Cost and tokens” and determine the cost.`
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
