import { blobOf, sha256 } from './blobs'
import { changeOps } from './changes'
import type { Batch, Db } from './client'
import { type BranchPath, forkPath, pathTo } from './path'

/** Rows for tests: turns of a conversation as a runner would have left them, written in bulk. */
export type SeedTurn = {
  userText: string
  answer?: string
  status?: 'completed' | 'failed' | 'stopped' | 'running' | 'queued'
  tools?: { name: string; args: object; ok: boolean; result: string }[]
  /** Default: a minute after the turn before. */
  at?: Date
  summary?: { text: string; insights?: string[] }
}
export type Seeded = { conversationId: string; branchId: string; turnIds: string[]; contextIds: string[]; path: BranchPath; last: number }
type At = { db: Db; ownerId: string }

const CHUNK = 400
const START = Date.parse('2026-03-01T08:00:00.000Z')
let made = 0
const unique = (prefix: string) => `${prefix}_${++made}_${Math.random().toString(36).slice(2, 10)}`

/** A new conversation with these turns on one branch, every turn with a context (and a summary where given); it is the active path. */
export async function seedConversation(at: At, turns: SeedTurn[], conversationId = unique('conv')): Promise<Seeded> {
  await at.db.conversation.create({
    data: { id: conversationId, ownerId: at.ownerId, title: `Talk ${conversationId}`, createdAt: new Date(START), updatedAt: new Date(START + turns.length * 60_000) },
  })
  return seedBranch(at, { conversationId, path: [], parentId: null }, turns)
}

/** More turns on a new branch that leaves `from` behind its turn `number`; it becomes the active path. */
export const seedFork = (at: At, from: Seeded, number: number, turns: SeedTurn[]): Promise<Seeded> =>
  seedBranch(at, { conversationId: from.conversationId, path: pathTo(from.path, number), parentId: from.turnIds[number - 1] ?? null }, turns)

async function seedBranch({ db, ownerId }: At, from: { conversationId: string; path: BranchPath; parentId: string | null }, turns: SeedTurn[]): Promise<Seeded> {
  const { conversationId } = from
  const branchId = unique('branch')
  const fork = from.path.at(-1)?.[1] ?? 0
  await db.branch.create({ data: { id: branchId, ownerId, conversationId, forkTurnId: from.parentId, path: forkPath(from.path, fork, branchId) } })
  const turnIds = turns.map(() => unique('turn'))
  const rows = turns.map((turn, i) => ({
    id: turnIds[i] ?? '',
    ownerId,
    conversationId,
    branchId,
    number: fork + i + 1,
    parentId: turnIds[i - 1] ?? from.parentId,
    clientMessageId: unique('cm'),
    status: turn.status ?? ('completed' as const),
    attempt: 1,
    userText: turn.userText,
    answer: turn.answer ?? '',
    attachments: [],
    options: {},
    contextTokens: 10,
    createdAt: turn.at ?? new Date(START + (fork + i) * 60_000),
  }))
  for (let i = 0; i < rows.length; i += CHUNK) await db.turn.createMany({ data: rows.slice(i, i + CHUNK) })

  const blobs = new Map<string, string>()
  const put = (text: string) => {
    const { hash } = blobOf(text, 0)
    blobs.set(hash, text)
    return hash
  }
  const treeHash = put('{"files":{},"state":{}}')
  const contextIds = turnIds.map((id, i) => `ctx_${fork + i + 1}_${id}`)
  const contexts = rows.map((row, i) => {
    const parts = [
      { who: 'user', title: 'User message', hash: put(row.userText) },
      { who: 'assistant', title: 'Answer', hash: put(row.answer) },
      ...(turns[i]?.tools ?? []).map((tool) => ({ who: 'tool', title: `Tool call: ${tool.name}`, hash: put(tool.result) })),
    ]
    return {
      id: contextIds[i] ?? '',
      ownerId,
      turnId: row.id,
      textHash: sha256(row.id),
      treeHash,
      tokens: 10,
      toolCalls: { parts, calls: (turns[i]?.tools ?? []).map((tool) => tool.name) },
    }
  })
  for (let i = 0; i < contexts.length; i += CHUNK) await db.context.createMany({ data: contexts.slice(i, i + CHUNK) })
  const texts = [...blobs].map(([hash, text]) => ({ ownerId, hash, text, bytes: Buffer.byteLength(text), tokens: 0, createdAt: new Date(START) }))
  const known = new Set((await db.blob.findMany({ where: { ownerId }, select: { hash: true } })).map((blob) => blob.hash))
  const fresh = texts.filter((text) => !known.has(text.hash))
  for (let i = 0; i < fresh.length; i += CHUNK) await db.blob.createMany({ data: fresh.slice(i, i + CHUNK) })

  const summaries = rows.flatMap((row, i) => {
    const summary = turns[i]?.summary
    const place = { branchId, level: 0, fromNumber: row.number, toNumber: row.number, contextId: contextIds[i] ?? '' }
    return summary
      ? [{ id: `sum_${contextIds[i]}`, ownerId, conversationId, ...place, text: summary.text, insights: summary.insights ?? [], tokens: 10, status: 'extractive' }]
      : []
  })
  for (let i = 0; i < summaries.length; i += CHUNK) await db.summary.createMany({ data: summaries.slice(i, i + CHUNK) })
  const provenance = summaries.map((summary) => ({ ownerId, kind: 'summary', refId: summary.id, sourceTurnId: turnIds[summary.fromNumber - fork - 1] ?? '' }))
  for (let i = 0; i < provenance.length; i += CHUNK) await db.provenance.createMany({ data: provenance.slice(i, i + CHUNK) })

  const steps: Batch = turns.flatMap((turn, i) => (turn.tools?.length ? [seedStep(db, ownerId, turnIds[i] ?? '', turn.tools)] : []))
  const writes = [...steps, db.conversation.update({ where: { id: conversationId }, data: { activeLeafId: turnIds.at(-1) ?? from.parentId } })]
  await db.$transaction([...writes, ...changeOps(db, ownerId, [{ kind: 'conversation', refId: conversationId, op: 'put' }])])
  const last = fork + turns.length
  return { conversationId, branchId, turnIds: turnIds, contextIds, path: [...from.path, [branchId, last]], last }
}

const seedStep = (db: Db, ownerId: string, turnId: string, tools: NonNullable<SeedTurn['tools']>) =>
  db.step.create({
    data: {
      id: unique('step'),
      ownerId,
      turnId,
      attempt: 1,
      index: 0,
      phase: 'act',
      role: 'fast',
      provider: 'seed',
      model: 'seed',
      promptVersion: '1',
      manifest: { system: [], user: [], exchanges: null, tools: null, dropped: {} },
      text: '',
      finish: 'stop',
      estInputTokens: 0,
      estOutputTokens: 0,
      tries: [],
      startedAt: new Date(START),
      totalMs: 1,
      tools: { create: tools.map((tool, index) => ({ id: unique('call'), index, name: tool.name, args: tool.args, ok: tool.ok, resultHash: sha256(tool.result), ms: 1 })) },
    },
    select: { id: true },
  })

/** One deletion or edit as another part of Mneme would commit it. */
export const seedChange = (at: At, writes: Batch, kind: 'turn' | 'conversation', refId: string) =>
  at.db.$transaction([...writes, ...changeOps(at.db, at.ownerId, [{ kind, refId, op: 'put' }])])
