import { type BlobText, blobOf, sha256 } from '@/lib/db/engine/blobs'
import type { BulkRow } from '@/lib/db/testing-bulk'
import { STEP_FORM } from '@/lib/db/turns/steps'
import { summariseExtractively } from '@/lib/heuristics/summarise'
import { buildContext } from '@/lib/memory/context/context'
import { turnSummaryRow } from '@/lib/memory/summaries/summaries'
import { bounded, injectedForm } from '@/lib/memory/summaries/summary-text'
import { countTokens } from '@/lib/model/tokens'
import { limits } from '@/lib/shared/limits'
import { isMemoryTool } from '@/lib/shared/usage/baselines'
import { planOf, type SeededTurn } from './steps'
import { type StoryTurn, StoryWorkspace } from './story'

type SeededBranch = { ownerId: string; conversationId: string; branchId: string; startedAt: Date }
/** Rows by table, in an order that satisfies foreign keys. */
export const TABLES = [
  'Turn',
  'Step',
  'LedgerSection',
  'ToolCall',
  'Blob',
  'Context',
  'FileTouch',
  'Summary',
  'Provenance',
  'Recall',
  'RecallHit',
] as const
export type Rows = Record<(typeof TABLES)[number], BulkRow[]>

const MINUTE = 60_000
const RECALL_EVERY = 10
const thinking = {
  enabled: true,
  preset: 'standard',
  ...limits.thinking.presets.standard,
  maxRecallContexts: 3,
  maxSteps: 10,
  by: 'default',
}

/**
 * Turns a story into the rows that a runner would write: turns, contexts, summaries, file versions, steps
 * with their ledger and prompts, recalls.
 */
export class RowMaker {
  rows: Rows = this.#empty()
  readonly #workspace = new StoryWorkspace(sha256, countTokens)
  #before: SeededTurn[] = []

  constructor(private readonly place: SeededBranch) {}

  turnId = (number: number) => `${this.place.branchId}_${number}`

  add(turn: StoryTurn) {
    const { ownerId, conversationId, branchId, startedAt } = this.place
    const id = this.turnId(turn.number)
    const at = new Date(startedAt.getTime() + turn.number * MINUTE)
    const changes = this.#workspace.after(turn)
    const tools = turn.tools.map(({ name, args, ok, result }) => ({ name, args, ok, result }))
    const built = buildContext({
      turnId: id,
      conversationId,
      number: turn.number,
      userText: turn.userText,
      answer: turn.answer,
      tools,
      tree: this.#workspace.tree,
      touched: turn.touched,
      countTokens,
    })
    const span = { from: turn.number, to: turn.number }
    const said = bounded(
      {
        ...summariseExtractively({ userText: turn.userText, answer: turn.answer, thoughts: [], tools }),
        ...span,
      },
      countTokens,
    )
    const { from, to, ...summary } = turnSummaryRow(
      { branchId, number: turn.number },
      built.id,
      said,
      'extractive',
      countTokens,
    )
    const [userTokens, answerTokens] = [countTokens(turn.userText), countTokens(turn.answer)]
    const tokensOf = (used: typeof tools) => used.reduce((sum, { result }) => sum + countTokens(result), 0)
    const toolTokens = tokensOf(tools)
    const recalledTokens = tokensOf(tools.filter(({ name }) => isMemoryTool(name)))

    this.rows.Turn.push({
      id,
      ownerId,
      conversationId,
      branchId,
      number: turn.number,
      parentId: turn.number > 1 ? this.turnId(turn.number - 1) : null,
      clientMessageId: `cm_${id}`,
      status: 'completed',
      attempt: 1,
      userText: turn.userText,
      answer: turn.answer,
      attachments: [],
      options: {},
      plan: thinking,
      window: {
        size: limits.window.size,
        reason: 'set by default',
        turns: this.#before.slice(1 - limits.window.size).map((told) => told.number),
        tokens: 0,
      },
      userTokens,
      answerTokens,
      toolTokens,
      recalledTokens,
      contextTokens: built.tokens,
      createdAt: at,
      startedAt: at,
      endedAt: new Date(at.getTime() + 4_000),
    })
    this.rows.Context.push({
      id: built.id,
      ownerId,
      turnId: id,
      textHash: built.textHash,
      treeHash: built.treeHash,
      tokens: built.tokens,
      toolCalls: { parts: built.parts, calls: built.calls },
    })
    this.#blobs(built.blobs, at)
    for (const change of changes)
      this.rows.FileTouch.push({
        turnId: id,
        path: change.path,
        op: change.from ? 'edit' : 'write',
        fromHash: change.from,
        toHash: change.to,
        ownerId,
        tokens: change.tokens,
      })
    this.rows.Summary.push({
      ...summary,
      ownerId,
      conversationId,
      fromNumber: from,
      toNumber: to,
      stale: false,
    })
    this.rows.Provenance.push({ ownerId, kind: 'summary', refId: summary.id, sourceTurnId: id })
    const told: SeededTurn = { ...turn, at, summary: injectedForm({ ...span, ...said }) }
    this.#steps(id, told)
    this.#before = [...this.#before, told].slice(-24)
  }

  /** Rows made since the last call. */
  take(): Rows {
    const made = this.rows
    this.rows = this.#empty()
    return made
  }

  #empty(): Rows {
    return Object.fromEntries(TABLES.map((table) => [table, [] as BulkRow[]])) as Rows
  }

  #blobs(blobs: BlobText[], createdAt: Date) {
    for (const { hash, text, tokens } of blobs)
      this.rows.Blob.push({
        ownerId: this.place.ownerId,
        hash,
        text,
        bytes: Buffer.byteLength(text),
        tokens,
        createdAt,
      })
  }

  #steps(turnId: string, told: SeededTurn) {
    const think = this.#step(turnId, told, 0, 'think', `I see what is asked about ${told.subject}.`)
    const act = this.#step(turnId, told, 1, 'act', told.answer)
    for (const [index, tool] of told.tools.entries()) {
      const result = blobOf(tool.result, countTokens(tool.result))
      this.#blobs([result], told.at)
      this.rows.ToolCall.push({
        id: `${act}.${index}`,
        stepId: act,
        index,
        name: tool.name,
        args: tool.args,
        ok: true,
        resultHash: result.hash,
        ms: 3,
      })
    }
    if (told.number % RECALL_EVERY === 0) this.#recall(turnId, told, think, act)
  }

  #step(turnId: string, told: SeededTurn, index: number, phase: 'think' | 'act', text: string): string {
    const { ownerId } = this.place
    const id = `step_${turnId}_${index}`
    const plan = planOf(phase, told, this.#before, countTokens)
    const outputTokens = countTokens(text)
    this.#blobs(plan.blobs, told.at)
    this.rows.Step.push({
      id,
      ownerId,
      turnId,
      attempt: 1,
      index,
      phase,
      round: phase === 'think' ? 1 : null,
      role: phase === 'think' ? 'reflective' : 'fast',
      provider: 'bench',
      model: 'bench-model',
      promptVersion: 'turn-1',
      manifest: plan.manifest,
      form: STEP_FORM,
      text,
      decision:
        phase === 'think'
          ? { continueThinking: false, reason: 'Enough is known.', stop: 'Enough is known.' }
          : null,
      finish: 'stop',
      inputTokens: plan.estInputTokens,
      cachedTokens: 0,
      outputTokens,
      reasoningTokens: 0,
      estInputTokens: plan.estInputTokens,
      estOutputTokens: outputTokens,
      costMicros: plan.estInputTokens,
      log: [],
      startedAt: told.at,
      firstMs: 400,
      totalMs: 1_900,
    })
    for (const { section, tokens } of plan.sections)
      this.rows.LedgerSection.push({ stepId: id, section, turnId, ownerId, tokens })
    return id
  }

  #recall(turnId: string, told: SeededTurn, stepId: string, injectedStepId: string) {
    const { ownerId } = this.place
    const id = `rec_${turnId}`
    const request = { keywords: [told.subject] }
    this.rows.Recall.push({
      id,
      ownerId,
      turnId,
      stepId,
      index: 0,
      source: 'recall_context',
      request,
      engine: 'bm25',
      ms: 4,
      injectedStepId,
      nearMisses: { note: '', hits: [] },
    })
    for (const [i, back] of [3, 7, Math.floor(told.number / 2)].entries()) {
      const source = told.number - back
      const known = this.#before.find((one) => one.number === source)
      if (source < 1 || back < 1) continue
      const excerpt = blobOf((known?.userText ?? told.userText).slice(0, 280), 60)
      this.#blobs([excerpt], told.at)
      const hit = { rank: i + 1, kind: 'turn', refId: this.turnId(source), sourceTurnId: this.turnId(source) }
      this.rows.RecallHit.push({
        recallId: id,
        ...hit,
        score: 0.9 - i / 5,
        parts: { [told.subject]: 0.9 - i / 5 },
        excerptHash: excerpt.hash,
        tokens: 60,
      })
    }
  }
}
