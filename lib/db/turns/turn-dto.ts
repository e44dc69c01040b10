import { z } from 'zod'
import type { Db } from '@/lib/db/engine/client'
import { columns } from '@/lib/db/engine/rows'
import { trashedOf } from '@/lib/db/forget/trashed'
import { learningOfTurns } from '@/lib/db/learning/uses/turn-uses'
import { historyBefore } from '@/lib/db/ledger/ledger'
import { recallsOfTurns } from '@/lib/db/memory/recalls'
import { summariesOfTurns } from '@/lib/db/memory/summaries'
import type { CallSums, StepDto, TurnDto } from '@/lib/shared/dto'
import { limits, SECTION_ORDER, type SectionName } from '@/lib/shared/limits'
import { pick, present } from '@/lib/shared/pick'
import { attachmentsOf, readOptions, storedRoundEnd } from '@/lib/shared/schemas'
import {
  failureSchema,
  type Recall,
  type Usage,
  type WindowPlan,
  windowPlanSchema,
} from '@/lib/shared/turn/events'
import { answerIn } from '@/lib/shared/turn/live'
import { turnMessageSchema } from '@/lib/shared/turn/messages'
import { isAnswering, isMemorySection } from '@/lib/shared/usage/baselines'
import { citedBy } from './citations'
import { feedbackOf } from './feedback'
import { shownPlan, shownSteps } from './shown-steps'
import { type StepRow, toldBy, wasRead } from './steps'
import { EMPTIED_TURN, isForgotten, siblingIds, type Turn } from './turns'

const storedManifest = z.object({ dropped: z.record(z.string(), z.int()).default({}) })

const usageOf = (row: StepRow): Usage => ({
  inputTokens: row.inputTokens ?? row.estInputTokens,
  cachedTokens: row.cachedTokens ?? 0,
  outputTokens: row.outputTokens ?? row.estOutputTokens,
  reasoningTokens: row.reasoningTokens ?? 0,
  estimated: row.inputTokens === null,
  costMicros: row.costMicros,
})

const orderOf = ({ section }: { section: string }) => SECTION_ORDER.indexOf(section as SectionName)

function stepDto(row: StepRow, recalls: Recall[], results: Map<string, string>): StepDto {
  const { dropped } = storedManifest.parse(row.manifest)
  return {
    ...pick(row, 'index round provider model text reasoning finish firstMs totalMs'),
    phase: row.phase as StepDto['phase'],
    usage: usageOf(row),
    recalls,
    ...(row.decision ? storedRoundEnd.parse(row.decision) : { decision: null, stop: null }),
    tools: row.tools.map((tool) => ({
      ...pick(tool, 'id index name args ok ms'),
      result: results.get(tool.resultHash) ?? '',
    })),
    ...toldBy(row),
    sections: row.sections
      .map(({ section, tokens }) => ({
        section,
        tokens,
        ...(dropped[section] ? { droppedItems: dropped[section] } : {}),
      }))
      .sort((a, b) => orderOf(a) - orderOf(b)),
  }
}

function totalsOf(all: StepRow[], plainHistory: number): TurnDto['totals'] {
  const rows = all.filter(wasRead)
  if (!rows.length) return null
  const own = rows.filter(({ index }) => index < limits.firstJobStep)
  const later = rows.filter((row) => !own.includes(row))
  return {
    ...sumsOf(own),
    later: later.length ? sumsOf(later) : null,
    withMemoryTokens: withMemory(rows),
    plainChatTokens: replayed(own, plainHistory),
  }
}

function sumsOf(rows: StepRow[]): CallSums {
  const usages = rows.map(usageOf)
  const sum = (pick: (usage: Usage) => number) => usages.reduce((total, usage) => total + pick(usage), 0)
  const costs = usages.flatMap((usage) => usage.costMicros ?? [])
  return {
    inputTokens: sum((u) => u.inputTokens),
    cachedTokens: sum((u) => u.cachedTokens),
    outputTokens: sum((u) => u.outputTokens),
    reasoningTokens: sum((u) => u.reasoningTokens),
    estimated: usages.some((u) => u.estimated),
    costMicros: costs.length ? costs.reduce((total, cost) => total + cost, 0) : null,
    unpricedCalls: usages.length - costs.length,
    calls: rows.length,
  }
}

type Estimated = Pick<StepRow, 'phase' | 'sections' | 'estInputTokens' | 'estOutputTokens'>
/** Estimated tokens of calls as they were made. */
const withMemory = (rows: Estimated[]) =>
  rows.reduce((total, row) => total + row.estInputTokens + row.estOutputTokens, 0)

/** The same thinking and answering calls with `historyTokens` in place of memory's part of their prompts. */
export function replayed(rows: Estimated[], historyTokens: number): number {
  const answering = rows.filter((row) => isAnswering(row.phase))
  const others = answering.flatMap((row) => row.sections.filter(({ section }) => !isMemorySection(section)))
  const written = answering.reduce((total, row) => total + row.estOutputTokens, 0)
  const sent = others.reduce((total, { tokens }) => total + tokens, 0)
  return answering.length * historyTokens + written + sent
}

const json = <T>(schema: z.ZodType<T>, value: unknown): T | null => schema.safeParse(value).data ?? null

export const importedMessages = (turn: Turn) =>
  turn.messages === null ? null : json(z.array(turnMessageSchema), turn.messages)

type Around = Pick<
  TurnDto,
  'siblings' | 'steps' | 'totals' | 'summary' | 'feedback' | 'learning' | 'noted' | 'cited'
> &
  Partial<Pick<TurnDto, 'thinking'>>
const dtoOf = (turn: Turn, around: Around, messages = importedMessages(turn)): TurnDto => ({
  ...pick(turn, 'id conversationId branchId number parentId status attempt userText'),
  attachments: attachmentsOf(turn),
  options: readOptions(turn.options),
  answer: turn.status === 'running' ? answerIn(around.steps) : turn.answer,
  ...(messages?.length ? { messages } : {}),
  thinking: shownPlan(turn.plan, []),
  window: json<WindowPlan>(windowPlanSchema, turn.window),
  error: turn.error ? json(failureSchema, turn.error) : null,
  createdAt: turn.createdAt.toISOString(),
  startedAt: turn.startedAt?.toISOString() ?? null,
  endedAt: turn.endedAt?.toISOString() ?? null,
  ...around,
})

/** A turn accepted just now: all it will have besides its message comes with its stream. */
export async function newTurnDto(db: Db, ownerId: string, turn: Turn, alone: boolean): Promise<TurnDto> {
  const siblings = (!alone && (await siblingIds(db, ownerId, [turn])).get(turn.id)) || [turn.id]
  return dtoOf(turn, { siblings, steps: [], totals: null, summary: null })
}

/** Turns as the chat shows them, from rows; recalls, tools and ledger included. */
export async function turnDtos(db: Db, ownerId: string, turns: Turn[], now = new Date()): Promise<TurnDto[]> {
  const kept = turns.filter((turn) => !isForgotten(turn))
  const dtos = new Map(
    [
      ...(await keptDtos(db, ownerId, kept)),
      ...(await tombstones(db, ownerId, turns.filter(isForgotten), now)),
    ].map((dto) => [dto.id, dto]),
  )
  return turns.flatMap((turn) => dtos.get(turn.id) ?? [])
}

/** What is shown of forgotten turns: their places, and the undo while there is one. */
async function tombstones(db: Db, ownerId: string, turns: Turn[], now: Date): Promise<TurnDto[]> {
  if (turns.length === 0) return []
  const trashIds = [...new Set(turns.flatMap((turn) => turn.trashId ?? []))]
  const where = { ownerId, id: { in: trashIds }, final: false, purgeAt: { gt: now } }
  const [siblings, trash] = await Promise.all([
    siblingIds(db, ownerId, turns),
    db.trash.findMany({ where, select: columns('id purgeAt what held') }),
  ])
  const ways = new Map(
    trash.map((row) => {
      const trashed = trashedOf(row)
      const all = (trashed?.numbers.length ?? 0) > 1 || Boolean(trashed?.together?.length)
      return [row.id, { trashId: row.id, undoMs: row.purgeAt.getTime() - now.getTime(), all }]
    }),
  )
  return turns.map((turn) => {
    const undo = ways.get(turn.trashId ?? '')
    const around = { siblings: siblings.get(turn.id) ?? [turn.id], steps: [], totals: null, summary: null }
    return { ...dtoOf({ ...turn, ...EMPTIED_TURN }, around), ...(undo ? { undo } : {}) }
  })
}

async function keptDtos(db: Db, ownerId: string, turns: Turn[]): Promise<TurnDto[]> {
  if (turns.length === 0) return []
  const ids = turns.map((turn) => turn.id)
  const [{ steps, results }, recalls, summaries, siblings, history, feedback, learning, cited] =
    await Promise.all([
      shownSteps(db, ownerId, ids),
      recallsOfTurns(db, ownerId, ids),
      summariesOfTurns(db, ownerId, ids),
      siblingIds(db, ownerId, turns),
      historyBefore(db, ownerId, turns),
      feedbackOf(db, ownerId, ids),
      learningOfTurns(db, ownerId, ids),
      citedBy(db, ownerId, turns),
    ])
  return turns.map((turn) => {
    const all = steps.filter((step) => step.turnId === turn.id)
    const own = all.filter((step) => step.attempt === turn.attempt && isAnswering(step.phase))
    const recallsOf = (step: StepRow) =>
      (recalls.get(turn.id) ?? []).flatMap((entry) => (entry.stepId === step.id ? entry.recall : []))
    const { id } = turn
    return dtoOf(turn, {
      ...present({ feedback: feedback.get(id), cited: cited.get(id), learning: learning.get(id) }),
      siblings: siblings.get(turn.id) ?? [turn.id],
      thinking: shownPlan(turn.plan, all),
      steps: own.map((step) => stepDto(step, recallsOf(step), results)),
      totals: totalsOf(all, history.get(turn.id)?.plain ?? 0),
      summary: summaries.get(turn.id) ?? null,
    })
  })
}
