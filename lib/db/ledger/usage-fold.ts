import type { Sql } from '@prisma/client/runtime/client'
import { each } from '@/lib/shared/pick'
import { DEPTHS } from '@/lib/shared/turn/depth'
import { isAnswering, isMemorySection, OWN_PROMPTS } from '@/lib/shared/usage/baselines'
import type {
  DepthUsage,
  MemorySums,
  PhaseUsage,
  Sections,
  UsagePoint,
  UsageReport,
  UsageSums,
  WindowUsage,
} from '@/lib/shared/usage/usage'
import { CALL_SUMS } from '@/lib/shared/usage/usage'
import { addCalls, addSums, addTo, noCalls, noSums } from '@/lib/shared/usage/usage-maths'
import type { PlacedTurn } from './usage-places'
import { callsQuery, num, type placeTable, sectionsQuery, type UsageRow, type UsageScope } from './usage-sql'

type UnpricedModel = Omit<UsageReport['models'][number], 'price'>
export type ConversationSums = UsageSums & MemorySums & { id: string }
/**
 * Grouped rows put together. Every row is added once to its point, once to its model and once to its
 * conversation, so that all sum up to the same. Calls without a turn share the conversation ''.
 */
export type Folded = Pick<UsageReport, 'points' | 'sections' | 'phases'> & {
  models: UnpricedModel[]
  conversations: ConversationSums[]
}

type PlaceRows = { calls: UsageRow[]; sections: UsageRow[] }
/** The calls of the turns in a `placeTable`. */
export async function readPlace(
  { table, groups }: ReturnType<typeof placeTable>,
  scope: UsageScope,
  read: (query: Sql) => Promise<UsageRow[]>,
): Promise<PlaceRows> {
  const rowsOf = async (query: Sql) =>
    (await read(query)).map((row): UsageRow => ({ ...row, ...groups[num(row.group)] }))
  return {
    calls: await rowsOf(callsQuery(table, scope)),
    sections: await rowsOf(sectionsQuery(table, scope)),
  }
}

/** Adds grouped rows up, a part at a time. */
export class UsageFold {
  private readonly points: Map<number, UsagePoint>
  private readonly sections: Sections = {}
  private readonly phases = new Map<string, PhaseUsage>()
  private readonly models = new Map<string, UnpricedModel>()
  private readonly conversations = new Map<string, ConversationSums>()
  private readonly depths = new Map<string, UsageSums>()

  constructor(points: readonly UsageRow[], size: number) {
    this.points = new Map(points.map((row) => [num(row.bucket), pointOf(row, size)]))
  }

  addPlace({ calls, sections }: PlaceRows) {
    this.addCalls(calls)
    this.addSections(sections)
  }

  addCalls(rows: readonly UsageRow[]) {
    for (const row of rows) {
      const name = String(row.phase)
      const sums = callsIn(row)
      addCalls(
        entryIn(this.phases, name, () => ({ ...noCalls(), phase: name })),
        sums,
      )
      if (row.depth) addCalls(entryIn(this.depths, String(row.depth), noCalls), sums)
      for (const target of this.targets(row)) {
        addCalls(target, sums)
        addSums(target, sumsOf(name, sums, row))
      }
      if (!isAnswering(name)) this.addSection(row, OWN_PROMPTS, sums.estInputTokens)
      else if (isPassedOn(row)) this.addSection(row, 'task', sums.estInputTokens)
      const model = this.models.get(String(row.model))
      if (model && !isAnswering(name)) model.upkeepCostMicros += sums.costMicros
    }
  }

  private addSections(rows: readonly UsageRow[]) {
    for (const row of rows) {
      const [section, tokens] = [String(row.section), num(row.tokens)]
      this.addSection(row, section, tokens)
      for (const target of this.targets(row)) addSums(target, replayed(section, tokens))
    }
  }

  private addSection(row: UsageRow, section: string, tokens: number) {
    if (tokens === 0) return
    addTo(this.sections, section, tokens)
    const point = this.points.get(num(row.bucket))
    if (point) addTo(point.sections, section, tokens)
  }

  /** The calls of each depth and how many turns made them, the shallowest depth first. */
  depthsOf(turns: readonly PlacedTurn[]): DepthUsage[] {
    const own = new Map<string | null, { turns: number; capped: number }>()
    for (const { depth, called, capped } of turns) {
      if (!called) continue
      const counted = own.get(depth) ?? { turns: 0, capped: 0 }
      own.set(depth, { turns: counted.turns + called, capped: counted.capped + capped })
    }
    return DEPTHS.flatMap((depth) => {
      const [calls, counted] = [this.depths.get(depth), own.get(depth)]
      return calls && counted ? [{ ...calls, depth, ...counted }] : []
    })
  }

  result(): Folded {
    const ordered = [...this.points.entries()].sort(([a], [b]) => a - b).map(([, point]) => point)
    const most = <T extends UsageSums>(all: Iterable<T>) => [...all].sort((a, b) => b.calls - a.calls)
    return {
      points: ordered,
      sections: this.sections,
      phases: most(this.phases.values()),
      models: most(this.models.values()),
      conversations: [...this.conversations.values()],
    }
  }

  private targets(row: UsageRow): (UsageSums & MemorySums)[] {
    const [model, id] = [String(row.model), String(row.conversationId ?? '')]
    return [
      entryIn(this.models, model, () => ({ ...noCalls(), ...noSums(), model, upkeepCostMicros: 0 })),
      this.points.get(num(row.bucket)) ?? [],
      entryIn(this.conversations, id, () => ({ ...noCalls(), ...noSums(), id })),
    ].flat()
  }
}

/** The entry of a key, made where there is none. */
function entryIn<T>(entries: Map<string, T>, key: string, make: () => T): T {
  const entry = entries.get(key) ?? make()
  entries.set(key, entry)
  return entry
}

function callsIn(row: UsageRow): UsageSums {
  const sums = noCalls()
  for (const key of CALL_SUMS) sums[key] = num(row[key])
  return sums
}

/**
 * Turns by the size of their windows, the smallest first; a full one is the largest. A turn that the person
 * stopped counts neither as a success nor as a failure; one that they rated down is a failure. In `untimed`
 * conversations turns were prepared, so their times are left out.
 */
export function windowsOf(turns: readonly PlacedTurn[], untimed: readonly string[]): WindowUsage[] {
  const windows = new Map<string, WindowUsage>()
  for (const { conversationId, called, size, tokens, earlier, status, rating, ms } of turns) {
    if (size === null || !called) continue
    const window = entryIn(windows, size, () => ({
      size: size === 'full' ? 'full' : Number(size),
      ...each('turns tokens earlier counted judged succeeded timed ms', 0),
    }))
    const isDone = status === 'completed'
    window.turns += 1
    window.tokens += tokens ?? 0
    window.earlier += earlier ?? 0
    window.counted += earlier === null ? 0 : 1
    window.judged += status === 'stopped' ? 0 : 1
    window.succeeded += isDone && rating >= 0 ? 1 : 0
    const isTimed = isDone && !untimed.includes(conversationId)
    window.timed += isTimed ? 1 : 0
    window.ms += isTimed ? ms : 0
  }
  return [...windows.values()]
    .map((window) => ({ ...window, ms: Math.round(window.ms) }))
    .sort((a, b) => sizeOf(a) - sizeOf(b))
}
const sizeOf = ({ size }: WindowUsage) => (size === 'full' ? Number.POSITIVE_INFINITY : size)

const pointOf = (row: UsageRow, size: number): UsagePoint => {
  const turn = { id: String(row.id), conversationId: String(row.conversationId), number: num(row.number) }
  return {
    ...noCalls(),
    ...noSums(),
    from: num(row.from),
    to: num(row.to),
    turns: num(row.turns),
    numbers: { from: num(row.least), to: num(row.most) },
    again: size === 1 && num(row.again) === 1,
    turn: size === 1 ? turn : null,
    at: new Date(row.at as string | Date).toISOString(),
    sections: {},
  }
}

/** Whether a program called the provider through Mneme: no turn has the call, and memory no part in it. */
const isPassedOn = ({ plain }: UsageRow) => plain === undefined

/** What a group of calls adds; every thinking or answering call includes the history once. */
function sumsOf(phase: string, calls: UsageSums, row: UsageRow): MemorySums {
  const written = calls.estOutputTokens
  const all = calls.estInputTokens + written
  if (!isAnswering(phase)) return { ...noSums(), upkeep: all }
  const before = isPassedOn(row) ? { plain: calls.estInputTokens, full: calls.estInputTokens } : row
  return {
    prompts: calls.estInputTokens,
    answers: written,
    upkeep: 0,
    plainChat: written + num(before.plain),
    fullContexts: written + num(before.full),
    imported: num(row.imported),
  }
}

/** A prompt section of those calls in both baselines: without memory's own sections. */
function replayed(section: string, tokens: number): MemorySums {
  const other = isMemorySection(section) ? 0 : tokens
  return { ...noSums(), plainChat: other, fullContexts: other }
}
