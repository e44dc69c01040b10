import { type BlobText, blobOf } from '@/lib/db/engine/blobs'
import type { BulkRow } from '@/lib/db/testing-bulk'
import { STEP_FORM } from '@/lib/db/turns/steps'
import { summariseExtractively } from '@/lib/heuristics/summarise'
import { buildContext } from '@/lib/memory/context/context'
import { turnSummaryRow } from '@/lib/memory/summaries/summaries'
import { bounded, injectedForm } from '@/lib/memory/summaries/summary-text'
import { countTokens } from '@/lib/model/tokens'
import { limits } from '@/lib/shared/limits'
import { isMemoryTool } from '@/lib/shared/usage/baselines'
import { emptyTree } from '@/lib/shared/workspace'
import { planOf, type SeededTurn } from './steps'
import type { StoryTurn } from './story'

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
/** Columns that are the same in every row. */
const TURN = {
  ...{ status: 'completed', attempt: 1, attachments: [], options: {} },
  plan: {
    ...{ enabled: true, preset: 'standard', ...limits.thinking.presets.standard },
    ...{ maxRecallContexts: 3, maxSteps: 10, by: 'default' },
  },
}
const STEP = {
  ...{ attempt: 1, provider: 'bench', model: 'bench-model', promptVersion: 'turn-1', form: STEP_FORM },
  ...{ finish: 'stop', cachedTokens: 0, reasoningTokens: 0, log: [], firstMs: 400, totalMs: 1_900 },
}
/** What differs between the two steps of a turn. */
const PHASES = {
  think: {
    ...{ index: 0, round: 1, role: 'reflective' },
    decision: { continueThinking: false, reason: 'Enough is known.', stop: 'Enough is known.' },
  },
  act: { index: 1, round: null, role: 'fast', decision: null },
}
const RECALL = {
  index: 0,
  source: 'recall_context',
  engine: 'bm25',
  ms: 4,
  nearMisses: { note: '', hits: [] },
}

/**
 * Turns a story into the rows that a runner would write: turns, contexts, summaries, file versions, steps
 * with their ledger and prompts, recalls.
 */
export class RowMaker {
  rows: Rows = this.#empty()
  #tree = emptyTree()
  #before: SeededTurn[] = []

  constructor(private readonly place: SeededBranch) {}

  turnId = (number: number) => `${this.place.branchId}_${number}`

  add(turn: StoryTurn) {
    const { ownerId, conversationId, branchId, startedAt } = this.place
    const id = this.turnId(turn.number)
    const at = new Date(startedAt.getTime() + turn.number * MINUTE)
    this.#write(id, turn)
    const tools = turn.tools.map(({ name, args, ok, result }) => ({ name, args, ok, result }))
    const built = buildContext({
      turnId: id,
      conversationId,
      number: turn.number,
      userText: turn.userText,
      answer: turn.answer,
      tools,
      tree: this.#tree,
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
      ...{ ...TURN, id, ownerId, conversationId, branchId, number: turn.number, clientMessageId: `cm_${id}` },
      parentId: turn.number > 1 ? this.turnId(turn.number - 1) : null,
      userText: turn.userText,
      answer: turn.answer,
      window: {
        ...{ size: limits.window.size, reason: 'set by default', tokens: 0 },
        turns: this.#before.slice(1 - limits.window.size).map((told) => told.number),
      },
      ...{ userTokens, answerTokens, toolTokens, recalledTokens, contextTokens: built.tokens },
      ...{ createdAt: at, startedAt: at, endedAt: new Date(at.getTime() + 4_000) },
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
    const numbers = { fromNumber: from, toNumber: to }
    this.rows.Summary.push({ ...summary, ownerId, conversationId, ...numbers, stale: false })
    this.rows.Provenance.push({ ownerId, kind: 'summary', refId: summary.id, sourceTurnId: id })
    const told: SeededTurn = { ...turn, at, summary: injectedForm({ ...span, ...said }) }
    this.#steps(id, told)
    this.#before = [...this.#before, told].slice(-24)
  }

  /** The files that the turn wrote. */
  #write(turnId: string, { number, tools }: StoryTurn) {
    const { ownerId } = this.place
    for (const { name, args } of tools) {
      const { path, text } = args
      if (name !== 'write_file' || text === undefined) continue
      const { hash: fromHash = null, version = 0 } = this.#tree.files[path] ?? {}
      const { hash, tokens } = blobOf(text, countTokens(text))
      const file = { hash, bytes: Buffer.byteLength(text), tokens, version: version + 1, turn: number }
      this.#tree = { ...this.#tree, files: { ...this.#tree.files, [path]: file } }
      const op = fromHash ? 'edit' : 'write'
      this.rows.FileTouch.push({ turnId, path, op, fromHash, toHash: hash, ownerId, tokens })
    }
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
        ...{ ownerId: this.place.ownerId, hash, text, tokens, createdAt },
        bytes: Buffer.byteLength(text),
      })
  }

  #steps(turnId: string, told: SeededTurn) {
    const think = this.#step(turnId, told, 'think', `I see what is asked about ${told.subject}.`)
    const act = this.#step(turnId, told, 'act', told.answer)
    for (const [index, tool] of told.tools.entries()) {
      const result = blobOf(tool.result, countTokens(tool.result))
      this.#blobs([result], told.at)
      this.rows.ToolCall.push({
        ...{ id: `${act}.${index}`, stepId: act, index, name: tool.name, args: tool.args },
        ...{ ok: true, resultHash: result.hash, ms: 3 },
      })
    }
    if (told.number % RECALL_EVERY === 0) this.#recall(turnId, told, think, act)
  }

  #step(turnId: string, told: SeededTurn, phase: 'think' | 'act', text: string): string {
    const { ownerId } = this.place
    const id = `step_${turnId}_${PHASES[phase].index}`
    const { blobs, manifest, sections, estInputTokens } = planOf(phase, told, this.#before, countTokens)
    const outputTokens = countTokens(text)
    this.#blobs(blobs, told.at)
    this.rows.Step.push({
      ...{ ...STEP, ...PHASES[phase], id, ownerId, turnId, phase, manifest, text, startedAt: told.at },
      ...{ inputTokens: estInputTokens, outputTokens, costMicros: estInputTokens },
      ...{ estInputTokens, estOutputTokens: outputTokens },
    })
    for (const { section, tokens } of sections)
      this.rows.LedgerSection.push({ stepId: id, section, turnId, ownerId, tokens })
    return id
  }

  #recall(turnId: string, told: SeededTurn, stepId: string, injectedStepId: string) {
    const { ownerId } = this.place
    const id = `rec_${turnId}`
    const request = { keywords: [told.subject] }
    this.rows.Recall.push({ ...RECALL, id, ownerId, turnId, stepId, request, injectedStepId })
    for (const [i, back] of [3, 7, Math.floor(told.number / 2)].entries()) {
      const source = told.number - back
      const known = this.#before.find((one) => one.number === source)
      if (source < 1 || back < 1) continue
      const excerpt = blobOf((known?.userText ?? told.userText).slice(0, 280), 60)
      this.#blobs([excerpt], told.at)
      const [refId, score] = [this.turnId(source), 0.9 - i / 5]
      this.rows.RecallHit.push({
        ...{ recallId: id, rank: i + 1, kind: 'turn', refId, sourceTurnId: refId, score },
        ...{ parts: { [told.subject]: score }, excerptHash: excerpt.hash, tokens: 60 },
      })
    }
  }
}
