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
export type PlanInput = BaseInput & { exchanges: QuotingExchange[] }
/** A turn's prompt before its steps. It stays as it is while there is room, so that a service can cache it. */
export type BasePlan = {
  system: string
  user: string
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
        left -= tokensOf(sections.get(name) ?? []) - tokensOf(stay)
        sections.set(name, stay)
      }
    }
}

/** The prompt from ordered, budgeted sections, its tokens by section, and the manifest to show it again. */
export function planPrompt(input: PlanInput): Plan {
  const steps = planSteps(input.exchanges, stepRoom(input), input.countTokens)
  return withSteps(planBase(input, steps.tokens), steps)
}

/** Half of the prompt, or what role, tools and message leave if that is less. */
export function stepRoom({ role, tools, sections, totalTokens, countTokens }: BaseInput): number {
  const steady = countTokens(buildHead(role)) + (tools.length ? countTokens(toolText(tools)) : 0)
  const task = tokensOf((sections.task ?? []).map((candidate) => sizeOf(candidate, countTokens)))
  return Math.min(totalTokens * limits.prompt.stepsShare, totalTokens - steady - task)
}

/** The sections of a prompt that has `taken` tokens of steps. */
export function planBase(input: BaseInput, taken: number): BasePlan {
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
  const fixed = role.tokens + (toolJson?.tokens ?? 0) + taken
  shed(sized, fixed + tokensOf([...sized.values()].flat()) - input.totalTokens)

  const sections: SectionTokens[] = [{ section: 'role', tokens: role.tokens }]
  if (toolJson) sections.push({ section: 'tools', tokens: toolJson.tokens })
  const manifest: Manifest = {
    system: [{ section: 'role', hash: role.hash }],
    user: [],
    exchanges: null,
    results: [],
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
  const kept = [...sized.values()].flat()
  return {
    system: role.text,
    user: texts.join('\n\n'),
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
type Steps = {
  exchanges: Exchange[]
  json: BlobText | null
  tokens: number
  recalled: number
  results: Manifest['results']
}

export function planSteps(
  given: readonly QuotingExchange[],
  room: number,
  countTokens: (text: string) => number,
): Steps {
  const exchanges = shortenExchanges(given.map(withoutSources), room, countTokens)
  // What goes back to the service is its own and opaque; nothing could be forgotten in it.
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

/** The same prompt with the turn's steps after it. */
export function withSteps(base: BasePlan, { exchanges, json, tokens, recalled, results }: Steps): Plan {
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
