import { type BlobText, blobOf } from '@/lib/db/engine/blobs'
import { type Manifest, NO_PROMPT } from '@/lib/db/turns/steps'
import { parametersOf } from '@/lib/model/call/tool-calls'
import type { Exchange, SaidMessage, ToolSpec } from '@/lib/model/types'
import { buildHead, type PromptSection, SAID } from '@/lib/prompts/fence'
import { limits, SECTION_ORDER, type SectionName } from '@/lib/shared/limits'
import type { Source } from '@/lib/shared/memory/source'
import { sectionBudget } from '@/lib/shared/section-budget'
import type { SectionTokens } from '@/lib/shared/turn/events'
import { isMemoryTool } from '@/lib/shared/usage/baselines'
import {
  type Candidate,
  type Count,
  fitItems,
  type PromptImage,
  type Sized,
  sizedItem,
  sumTokens,
} from './fit'
import { Messages } from './messages'
import { shortenExchanges } from './shorten-exchanges'

/** A step's calls and results, with what each result quotes. Providers do not get that. */
export type QuotingExchange = Omit<Exchange, 'results'> & {
  results: (Exchange['results'][number] & { sources?: Source[] })[]
}

type BaseInput = {
  role: PromptSection
  /** Trusted notes of the sections that have one. */
  notes: Partial<Record<SectionName, string>>
  sections: Partial<Record<SectionName, Candidate[]>>
  tools: ToolSpec[]
  totalTokens: number
  /** The room of a full window; else it has its section's budget. */
  windowTokens?: number | undefined
  /** The room of the facts if it is more than their section's budget: a list of all of them was asked for. */
  factTokens?: number | undefined
  countTokens(text: string): number
}
type PlanInput = BaseInput & { exchanges: QuotingExchange[] }
/**
 * A turn's prompt before its steps. It stays as it is while there is room, so that a service can cache it.
 */
export type BasePlan = {
  system: string
  history: SaidMessage[]
  user: string
  sections: SectionTokens[]
  manifest: Manifest
  blobs: BlobText[]
  estInputTokens: number
  /** The images that go with the user message, in order. */
  images: PromptImage[]
  recallIds: string[]
  /** Some of its text is from an import, an attached file, or a turn that read such text. */
  outside: boolean
}
export type Plan = BasePlan & { exchanges: Exchange[] }

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
        left -= sumTokens(sections.get(name) ?? []) - sumTokens(stay)
        sections.set(name, stay)
      }
    }
}

/** An item whose marks name only what the prompt shows. */
function withoutDangling(entry: Sized, ids: ReadonlySet<string | undefined>, countTokens: Count) {
  const { later, changes, ...rest } = entry.item.attributes
  const named = Object.entries({ later, changes }).filter(([, label]) => label !== undefined)
  const shown = named.filter(([, label]) => ids.has(label))
  if (shown.length === named.length) return entry
  const attributes = { ...rest, ...Object.fromEntries(shown) } as Record<string, string>
  return { ...sizedItem({ ...entry, item: { ...entry.item, attributes } }, countTokens), cut: entry.cut }
}

/** The prompt from ordered, budgeted sections, its tokens by section, and the manifest to show it again. */
export const planPrompt = (input: PlanInput): Plan => planTurn(input).plan

/** The same, with the part that later calls of the turn keep. */
export function planTurn(input: PlanInput): { base: BasePlan; plan: Plan } {
  const { exchanges, countTokens } = input
  const steps = planSteps(exchanges, exchanges.length ? stepRoom(input) : 0, countTokens)
  const base = planBase(input, steps.tokens)
  return { base, plan: withSteps(base, steps) }
}

/** The same prompt with further steps; null = there is no room for them. */
export function planNext(
  base: BasePlan,
  { exchanges, totalTokens, countTokens }: Pick<PlanInput, 'exchanges' | 'totalTokens' | 'countTokens'>,
): Plan | null {
  const steps = planSteps(exchanges, Number.POSITIVE_INFINITY, countTokens)
  return base.estInputTokens + steps.tokens <= totalTokens ? withSteps(base, steps) : null
}

/** Half of the prompt, or what role, tools and message leave if that is less. */
function stepRoom({ role, tools, sections, totalTokens, countTokens }: BaseInput): number {
  const steady = countTokens(buildHead(role)) + (tools.length ? countTokens(toolText(tools)) : 0)
  const task = sumTokens((sections.task ?? []).map((candidate) => sizedItem(candidate, countTokens)))
  return Math.min(totalTokens * limits.prompt.stepsShare, totalTokens - steady - task)
}

/** The sections of a prompt that has `taken` tokens of steps. */
function planBase(input: BaseInput, taken: number): BasePlan {
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
    const items = (input.sections[name] ?? []).map((candidate) => sizedItem(candidate, countTokens))
    given.set(name, items.length)
    const own = name === 'window' ? input.windowTokens : undefined
    const least = name === 'facts' ? (input.factTokens ?? 0) : 0
    const budget =
      name === 'task' || name === 'steps'
        ? null
        : (own ?? Math.max(least, sectionBudget(name, input.totalTokens)))
    sized.set(name, budget === null ? items : fitItems(items, budget, countTokens))
  }
  const fixed = role.tokens + (toolJson?.tokens ?? 0) + taken
  shed(sized, fixed + sumTokens([...sized.values()].flat()) - input.totalTokens)
  const ids = new Set([...sized.values()].flat().map(({ item }) => item.attributes.id))
  for (const [name, items] of sized) {
    const marked = items.map((entry) => withoutDangling(entry, ids, countTokens))
    sized.set(name, marked)
  }

  const sections: SectionTokens[] = [{ section: 'role', tokens: role.tokens }]
  if (toolJson) sections.push({ section: 'tools', tokens: toolJson.tokens })
  const manifest: Manifest = {
    ...NO_PROMPT,
    system: [{ section: 'role', hash: role.hash }],
    tools: toolJson?.hash ?? null,
    dropped: {},
  }
  const messages = new Messages()
  for (const [name, items] of sized) {
    const droppedItems = (given.get(name) ?? 0) - items.length
    if (droppedItems) manifest.dropped[name] = droppedItems
    if (items.length === 0) {
      if (droppedItems) sections.push({ section: name, tokens: 0, droppedItems })
      continue
    }
    let tokens = 0
    const add = (text: string, entry?: Sized) => {
      const blob = keep(text)
      tokens += blob.tokens + (entry?.image?.tokens ?? 0)
      messages.add(blob, partOf(name, entry))
    }
    const heading = buildHead({ name, note: input.notes[name] ?? '' })
    let isOpen = false
    for (const entry of items.sort((a, b) => a.order - b.order)) {
      const isSaid = name === 'window' && entry.item.toEnd
      if (isSaid) add(SAID_HEAD)
      else if (!isOpen && !entry.isAnswer) add(heading)
      if (entry.isAnswer) messages.next('assistant')
      add(entry.text, entry)
      if (entry.isAnswer) messages.next('user')
      isOpen = !isSaid && !entry.isAnswer
    }
    sections.push({ section: name, tokens, ...(droppedItems ? { droppedItems } : {}) })
  }
  manifest.user = messages.parts
  const kept = [...sized.values()].flat()
  return {
    system: role.text,
    ...messages.end(),
    sections,
    manifest,
    blobs,
    recallIds: kept.flatMap((entry) => entry.recallIds ?? []),
    images: kept.flatMap(({ image }) => image ?? []).sort((a, b) => a.number - b.number),
    outside: kept.some((entry) => entry.outside),
    estInputTokens: sections.reduce((sum, section) => sum + section.tokens, 0),
  }
}

/** This turn's calls and results as a prompt holds them. `recalled` = their tokens from memory. */
function planSteps(given: readonly QuotingExchange[], room: number, countTokens: Count) {
  const exchanges = shortenExchanges(given.map(withoutSources), room, countTokens)
  // `carried` is the service's own opaque data, in which nothing could be forgotten, so it is not stored.
  const stored = exchanges.map(({ carried: _, ...exchange }) => exchange)
  const text = stored.length ? JSON.stringify(stored) : ''
  const json = text ? blobOf(text, countTokens(text)) : null
  const tokens = json?.tokens ?? 0
  return {
    exchanges,
    json,
    tokens,
    recalled: recalledTokens(exchanges, tokens, countTokens),
    results: given.flatMap(({ results }, exchange) =>
      results.flatMap(({ sources = [] }, result) => (sources.length ? [{ exchange, result, sources }] : [])),
    ),
  }
}

const ORDER: readonly string[] = SECTION_ORDER
const placeOf = ({ section }: SectionTokens) => ORDER.indexOf(section)

function withSteps(
  base: BasePlan,
  { exchanges, json, tokens, recalled, results }: ReturnType<typeof planSteps>,
): Plan {
  if (!json) return { ...base, exchanges }
  const inBase = base.sections.some(({ section }) => section === 'recalled')
  const more = (one: SectionTokens) =>
    one.section === 'recalled' ? { ...one, tokens: one.tokens + recalled } : one
  return {
    ...base,
    exchanges,
    sections: [
      ...base.sections.map(more),
      ...(recalled && !inBase ? [{ section: 'recalled', tokens: recalled }] : []),
      { section: 'steps', tokens: tokens - recalled },
    ].sort((a, b) => placeOf(a) - placeOf(b)),
    manifest: { ...base.manifest, exchanges: json.hash, results },
    blobs: [...base.blobs, json],
    estInputTokens: base.estInputTokens + tokens,
  }
}

const withoutSources = ({ results, ...exchange }: QuotingExchange): Exchange => ({
  ...exchange,
  results: results.map(({ sources: _, ...result }) => result),
})

const SAID_HEAD = buildHead({ name: SAID, note: '' })

const partOf = (section: string, { sources, image }: Partial<Sized> = {}) => ({
  section,
  ...(sources?.length ? { sources } : {}),
  ...(image ? { image: image.uploadId } : {}),
})

/** Everything that a planned prompt quotes. */
export const quotedSources = ({ manifest }: Pick<Plan, 'manifest'>): Source[] =>
  [...manifest.user, ...manifest.results].flatMap(({ sources = [] }) => sources)

/** Tokens of this turn's tool results that are from memory: the ledger counts them as recalled. */
function recalledTokens(exchanges: Exchange[], whole: number, countTokens: Count): number {
  if (!exchanges.some(({ results }) => results.some(({ name }) => isMemoryTool(name)))) return 0
  const others = exchanges.map((exchange) => ({
    ...exchange,
    results: exchange.results.map((result) => (isMemoryTool(result.name) ? { ...result, text: '' } : result)),
  }))
  return Math.max(0, whole - countTokens(JSON.stringify(others)))
}

/** Tools as the provider receives them, one per line: counted, and stored for the inspector. */
export const toolText = (tools: ToolSpec[]) =>
  tools
    .map(({ name, description, inputSchema }) =>
      JSON.stringify({ name, description, parameters: parametersOf(inputSchema) }),
    )
    .join('\n')
