import type { Format } from '@/components/ui/words/use-format'
import { capitalised } from '@/lib/shared/capitalised'
import { isAnswering } from '@/lib/shared/usage/baselines'
import type { Proof, UsageReport, UsageSums } from '@/lib/shared/usage/usage'
import { costsOf, savingOf, totalsOf, turnsIn, withMemory } from '@/lib/shared/usage/usage-maths'
import { aheadWords, phaseName } from '../usage-words'

export function headline(report: UsageReport, format: Format): string {
  const totals = totalsOf(report.models)
  const begin = report.isSample ? 'in the sample, ' : report.period ? 'in this period, ' : ''
  if (turnsIn(report.points) === 0)
    return `No message was answered by a model ${report.period ? 'in this period' : 'yet'}.${totals.upkeep > 0 ? ` Memory’s own calls used ${format.tokens(totals.upkeep)} tokens.` : ''}`
  const { tokens, share } = savingOf(totals, 'plainChat')
  const size = format.tokens(Math.abs(tokens))
  if (tokens === 0) return capitalised(`${begin}memory saved no tokens.`)
  if (tokens < 0)
    return capitalised(
      `${begin}memory used ${size} tokens more than it saved: ${format.percent(-share)} more than without it.`,
    )
  const ahead = aheadWords(report, format)
  return capitalised(
    `${begin}memory saved ${size} tokens (${shareWords(share, format)})${ahead && `, ${ahead}`}.`,
  )
}
/** Never 100% if something was sent. */
const shareWords = (share: number, format: Format) =>
  share > 0.99 ? `over ${format.percent(0.99)}` : format.percent(share)

/** Why the sample's figures stand there although the person has messages of their own. */
export const builtInWords = ({ isSample, builtIn }: UsageReport): string | null =>
  isSample && builtIn > 0
    ? 'Your own messages do not count yet: the built-in engine answered them, and it uses no tokens.'
    : null

/** What it cost, and what plain chat would have cost, also from a cache where the provider has one. */
export function costLine({ models }: UsageReport, format: Format): string | null {
  const costs = costsOf(models)
  if (!costs) return null
  const { paid, plainChat, cached, partly } = costs
  // Cents would round small sums to nothing, and nothing that has a price is free.
  const money = (micros: number) => (micros === 0 ? format.money(0) : format.cost(micros))
  const cache = cached === null ? '' : `, or about ${money(cached)} with all earlier messages cached`
  const plain =
    plainChat === null ? '' : `; without memory it would have been about ${money(plainChat)}${cache}`
  return `You paid ${money(paid)}${plain}.${partly ? ' Calls without a known price are not included.' : ''}`
}

/** One real turn, which anyone can look up. */
export const savingWords = ({ withMemory, plainChat }: Proof, format: Format) =>
  `used ${format.number(withMemory)} tokens; without memory, ${format.number(plainChat)}.`

/** Calls that are missing from the figures or the costs. */
const notCounted = ({ models, builtIn }: UsageReport, format: Format): string[] => [
  ...(builtIn > 0 ? [`Not counted: ${format.plural(builtIn, 'message')} of the built-in engine.`] : []),
  ...models.flatMap(({ model, unpricedCalls }) =>
    unpricedCalls > 0
      ? `The cost does not include ${format.plural(unpricedCalls, 'call')} of ${model}, whose price is not known.`
      : [],
  ),
]

export function calculation(report: UsageReport, format: Format): string[] {
  const totals = totalsOf(report.models)
  const imported =
    totals.imported > 0
      ? ` Imported messages account for ${format.tokens(totals.imported)} of these tokens.`
      : ''
  return [
    `With memory (${format.tokens(withMemory(totals))} tokens) counts the prompt and answer of every recorded call, including failed, stopped and retried ones. Memory’s own calls are included too; they used ${format.tokens(totals.upkeep)} tokens${upkeepKinds(report, format)}. In the chart, those outside a message count with the message before them.`,
    `Without memory means plain chat (${format.tokens(totals.plainChat)}): it assumes the same thinking and answering calls. Everything memory added to their prompts (window, summaries, recalled text, lessons) is replaced by all earlier messages of the conversation, word for word, and the results of all tools except memory’s. The rest of each prompt and every answer stay the same.${imported}`,
    `Full contexts (${format.tokens(totals.fullContexts)}) sends the whole context of every earlier message instead: messages, tool calls and results, the list of files, and the files the message touched. Recall and search results are never counted as history.`,
    ...(report.isSample
      ? ['The sample’s own messages count only until a model has answered you in a conversation of your own.']
      : []),
    ...(report.period ? ['A message counts on the day it was sent, including calls made later.'] : []),
    `All are counted by Mneme’s tokenizer. ${reportedWords(totals, format)}`,
    ...notCounted(report, format),
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
function reportedWords({ inputTokens, outputTokens, estimatedTokens }: UsageSums, format: Format): string {
  const reported = inputTokens + outputTokens - estimatedTokens
  if (reported === 0) return 'No provider reported its own counts.'
  const whole = estimatedTokens === 0 ? 'the same calls' : 'some of the calls'
  return `Providers reported ${format.tokens(reported)} tokens for ${whole}, counted by their own tokenizers. These counts are under “Cost and tokens” and determine the cost.`
}
