import type { QuotingExchange } from '@/lib/agent/turn-state'
import { sectionBudget } from '@/lib/base/section-budget'
import { type BlobText, blobOf } from '@/lib/db/engine/blobs'
import type { Manifest, PromptPart } from '@/lib/db/turns/steps'
import type { Exchange, ToolSpec } from '@/lib/model/types'
import { buildHead, type PromptSection } from '@/lib/prompts/fence'
import { limits, SECTION_ORDER, type SectionName } from '@/lib/shared/limits'
import type { Source } from '@/lib/shared/memory/source'
import type { SectionTokens } from '@/lib/shared/turn/events'
import { isMemoryTool } from '@/lib/shared/usage/baselines'
import { type Candidate, fitItems, type PromptImage, type Sized, sizeOf, tokensOf } from './fit'
import { shortenExchanges } from './shorten-exchanges'
import { toolText } from './tool-text'

export type PlanInput = {
  role: PromptSection
  /** Trusted notes of the sections that have one. */
  notes: Partial<Record<SectionName, string>>
  sections: Partial<Record<SectionName, Candidate[]>>
  tools: ToolSpec[]
  exchanges: QuotingExchange[]
  totalTokens: number
  /** The room of a full window; else it has its section's budget. */
  windowTokens?: number | undefined
  /** The room of the facts if it is more than their section's budget: a list of all of them was asked for. */
  factTokens?: number | undefined
  countTokens(text: string): number
}
export type Plan = {
  system: string
  user: string
  exchanges: Exchange[]
  sections: SectionTokens[]
  manifest: Manifest
  blobs: BlobText[]
  estInputTokens: number
  /** The images that go with the user message, in order. */
  images: PromptImage[]
  /** The recalls that found some of its material. */
  recallIds: string[]
  /** Some of its text is from an import, an attached file, or a turn that read such text. */
  outside: boolean
}

/** The order in which items are dropped if the whole prompt is too long. */
export const DROP = {
  recalled: 1,
  windowResults: 3,
  summaries: 5,
  windowTurns: 6,
  workspace: 8,
  never: 9,
} as const

/** Drops `excess` tokens by stage, lowest `keep` first and groups as a whole. */
function shed(sections: Map<SectionName, Sized[]>, excess: number) {
  for (let stage = 1, left = excess; stage <= 8 && left > 0; stage++)
    for (const [name, items] of sections) {
      for (const entry of items
        .filter((candidate) => candidate.dropStage === stage)
        .sort((a, b) => a.keep - b.keep || b.order - a.order)) {
        if (left <= 0) break
        const stay = (sections.get(name) ?? []).filter(
          (other) => other !== entry && (entry.group === undefined || other.group !== entry.group),
        )
        left -= tokensOf(sections.get(name) ?? []) - tokensOf(stay)
        sections.set(name, stay)
      }
    }
}

/** The prompt from ordered, budgeted sections, its tokens by section, and the manifest to show it again. */
export function planPrompt(input: PlanInput): Plan {
  const { countTokens } = input
  const blobs: BlobText[] = []
  const keep = (text: string) => {
    const blob = blobOf(text, countTokens(text))
    blobs.push(blob)
    return blob
  }
  const role = keep(buildHead(input.role))
  const toolJson = input.tools.length ? keep(toolText(input.tools)) : null
  const sized = new Map<SectionName, Sized[]>()
  const given = new Map<SectionName, number>()
  for (const name of SECTION_ORDER) {
    const items = (input.sections[name] ?? []).map((candidate) => sizeOf(candidate, countTokens))
    given.set(name, items.length)
    const own = name === 'window' ? input.windowTokens : undefined
    const least = name === 'facts' ? (input.factTokens ?? 0) : 0
    const budget =
      name === 'task' || name === 'steps'
        ? null
        : (own ?? Math.max(least, sectionBudget(name, input.totalTokens)))
    sized.set(name, budget === null ? items : fitItems(items, budget, countTokens))
  }
  const steady = role.tokens + (toolJson?.tokens ?? 0)
  const taskTokens = tokensOf(sized.get('task') ?? [])
  // Half of the prompt, or what the message leaves if that is less.
  const room = Math.min(input.totalTokens * limits.prompt.stepsShare, input.totalTokens - steady - taskTokens)
  const exchanges = shortenExchanges(input.exchanges.map(withoutSources), room, countTokens)
  // What goes back to the service is its own and opaque; nothing could be forgotten in it.
  const stored = exchanges.map(({ carried: _, ...exchange }) => exchange)
  const exchangeJson = stored.length ? keep(JSON.stringify(stored)) : null
  const recalledInSteps = recalledTokens(exchanges, exchangeJson?.tokens ?? 0, countTokens)
  const fixed = steady + (exchangeJson?.tokens ?? 0)
  shed(sized, fixed + tokensOf([...sized.values()].flat()) - input.totalTokens)

  const sections: SectionTokens[] = [{ section: 'role', tokens: role.tokens }]
  if (toolJson) sections.push({ section: 'tools', tokens: toolJson.tokens })
  const manifest: Manifest = {
    system: [{ section: 'role', hash: role.hash }],
    user: [],
    exchanges: exchangeJson?.hash ?? null,
    results: input.exchanges.flatMap(({ results }, exchange) =>
      results.flatMap(({ sources = [] }, result) => (sources.length ? [{ exchange, result, sources }] : [])),
    ),
    tools: toolJson?.hash ?? null,
    dropped: {},
  }
  const texts: string[] = []
  for (const [name, items] of sized) {
    const droppedItems = (given.get(name) ?? 0) - items.length
    if (droppedItems) manifest.dropped[name] = droppedItems
    if (items.length === 0) {
      if (droppedItems) sections.push({ section: name, tokens: 0, droppedItems })
      continue
    }
    const head = keep(buildHead({ name, note: input.notes[name] ?? '' }))
    const sorted = items.sort((a, b) => a.order - b.order)
    const parts = [head, ...sorted.map((entry) => keep(entry.text))]
    manifest.user.push(
      { section: name, hash: head.hash },
      ...parts.slice(1).map(({ hash }, i) => partOf(name, hash, sorted[i])),
    )
    texts.push(parts.map((blob) => blob.text).join('\n'))
    sections.push({
      section: name,
      tokens: [...parts, ...sorted.flatMap(({ image }) => image ?? [])].reduce(
        (sum, one) => sum + one.tokens,
        0,
      ),
      ...(droppedItems ? { droppedItems } : {}),
    })
  }
  if (exchangeJson) sections.push({ section: 'steps', tokens: exchangeJson.tokens - recalledInSteps })
  const recalled = sections.find(({ section }) => section === 'recalled')
  if (recalled) recalled.tokens += recalledInSteps
  else if (recalledInSteps) sections.push({ section: 'recalled', tokens: recalledInSteps })
  const kept = [...sized.values()].flat()
  return {
    system: role.text,
    user: texts.join('\n\n'),
    exchanges,
    sections,
    manifest,
    blobs,
    recallIds: kept.flatMap((entry) => entry.recallIds ?? []),
    images: kept.flatMap(({ image }) => image ?? []).sort((a, b) => a.number - b.number),
    outside: kept.some((entry) => entry.outside),
    estInputTokens: sections.reduce((sum, section) => sum + section.tokens, 0),
  }
}

const withoutSources = ({ results, ...exchange }: QuotingExchange): Exchange => ({
  ...exchange,
  results: results.map(({ sources: _, ...result }) => result),
})

const partOf = (section: string, hash: string, { sources, image }: Partial<Sized> = {}): PromptPart => ({
  section,
  hash,
  ...(sources?.length ? { sources } : {}),
  ...(image ? { image: image.uploadId } : {}),
})

/** Everything that a planned prompt quotes. */
export const sourcesOf = ({ manifest }: Pick<Plan, 'manifest'>): Source[] =>
  [...manifest.user, ...manifest.results].flatMap(({ sources = [] }) => sources)

/** Tokens of this turn's tool results that are from memory: the ledger counts them as recalled. */
function recalledTokens(exchanges: Exchange[], whole: number, countTokens: (text: string) => number): number {
  if (!exchanges.some(({ results }) => results.some(({ name }) => isMemoryTool(name)))) return 0
  const others = exchanges.map((exchange) => ({
    ...exchange,
    results: exchange.results.map((result) => (isMemoryTool(result.name) ? { ...result, text: '' } : result)),
  }))
  return Math.max(0, whole - countTokens(JSON.stringify(others)))
}
