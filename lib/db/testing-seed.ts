import { NO_PROMPT, STEP_FORM } from '@/lib/db/turns/steps'
import { blobOf, sha256 } from './engine/blobs'
import { type ChangeKind, changeOps } from './engine/changes'
import type { Batch, Db } from './engine/client'
import { type BranchPath, forkPath, pathTo } from './turns/path'

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
export type Seeded = {
  conversationId: string
  branchId: string
  turnIds: string[]
  contextIds: string[]
  path: BranchPath
  last: number
}
type At = { db: Db; ownerId: string }

const CHUNK = 400
const START = Date.parse('2026-03-01T08:00:00.000Z')
let made = 0
const unique = (prefix: string) => `${prefix}_${++made}_${Math.random().toString(36).slice(2, 10)}`

/**
 * A new conversation with these turns on one branch, every turn with a context (and a summary where given);
 * it is the active path.
 */
export async function seedConversation(
  at: At,
  turns: SeedTurn[],
  conversationId = unique('conv'),
): Promise<Seeded> {
  await at.db.conversation.create({
    data: {
      id: conversationId,
      ownerId: at.ownerId,
      title: `Talk ${conversationId}`,
      createdAt: new Date(START),
      updatedAt: new Date(START + turns.length * 60_000),
    },
  })
  return seedBranch(at, { conversationId, path: [], parentId: null }, turns)
}

/** More turns on a new branch that leaves `from` behind its turn `number`; it becomes the active path. */
export const seedFork = (at: At, from: Seeded, number: number, turns: SeedTurn[]): Promise<Seeded> =>
  seedBranch(
    at,
    {
      conversationId: from.conversationId,
      path: pathTo(from.path, number),
      parentId: from.turnIds[number - 1] ?? null,
    },
    turns,
  )

async function seedBranch(
  { db, ownerId }: At,
  from: { conversationId: string; path: BranchPath; parentId: string | null },
  turns: SeedTurn[],
): Promise<Seeded> {
  const { conversationId } = from
  const branchId = unique('branch')
  const fork = from.path.at(-1)?.[1] ?? 0
  await db.branch.create({
    data: {
      id: branchId,
      ownerId,
      conversationId,
      forkTurnId: from.parentId,
      path: forkPath(from.path, fork, branchId),
    },
  })
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
      ...(turns[i]?.tools ?? []).map((tool) => {
        put(tool.result)
        const hash = put(`${JSON.stringify(tool.args)}\n${tool.result}`)
        return { who: 'tool', title: `Tool call: ${tool.name}`, hash }
      }),
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
  for (let i = 0; i < contexts.length; i += CHUNK)
    await db.context.createMany({ data: contexts.slice(i, i + CHUNK) })
  const texts = [...blobs].map(([hash, text]) => ({
    ownerId,
    hash,
    text,
    bytes: Buffer.byteLength(text),
    tokens: 0,
    createdAt: new Date(START),
  }))
  const known = new Set(
    (await db.blob.findMany({ where: { ownerId }, select: { hash: true } })).map((blob) => blob.hash),
  )
  const fresh = texts.filter((text) => !known.has(text.hash))
  for (let i = 0; i < fresh.length; i += CHUNK) await db.blob.createMany({ data: fresh.slice(i, i + CHUNK) })

  const summaries = rows.flatMap((row, i) => {
    const summary = turns[i]?.summary
    const place = {
      branchId,
      level: 0,
      fromNumber: row.number,
      toNumber: row.number,
      contextId: contextIds[i] ?? '',
    }
    return summary
      ? [
          {
            id: `sum_${contextIds[i]}`,
            ownerId,
            conversationId,
            ...place,
            text: summary.text,
            insights: summary.insights ?? [],
            tokens: 10,
            status: 'extractive',
          },
        ]
      : []
  })
  for (let i = 0; i < summaries.length; i += CHUNK)
    await db.summary.createMany({ data: summaries.slice(i, i + CHUNK) })
  const provenance = summaries.map((summary) => ({
    ownerId,
    kind: 'summary',
    refId: summary.id,
    sourceTurnId: turnIds[summary.fromNumber - fork - 1] ?? '',
  }))
  for (let i = 0; i < provenance.length; i += CHUNK)
    await db.provenance.createMany({ data: provenance.slice(i, i + CHUNK) })

  const steps: Batch = turns.flatMap((turn, i) =>
    turn.tools?.length ? [seedStep(db, ownerId, turnIds[i] ?? '', turn.tools)] : [],
  )
  const writes = [
    ...steps,
    db.conversation.update({
      where: { id: conversationId },
      data: { activeLeafId: turnIds.at(-1) ?? from.parentId },
    }),
  ]
  await db.$transaction([
    ...writes,
    ...changeOps(db, ownerId, [{ kind: 'conversation', refId: conversationId, op: 'put' }]),
  ])
  const last = fork + turns.length
  return {
    conversationId,
    branchId,
    turnIds: turnIds,
    contextIds,
    path: [...from.path, [branchId, last]],
    last,
  }
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
      manifest: NO_PROMPT,
      form: STEP_FORM,
      text: '',
      finish: 'stop',
      estInputTokens: 0,
      estOutputTokens: 0,
      log: [],
      startedAt: new Date(START),
      totalMs: 1,
      tools: {
        create: tools.map((tool, index) => ({
          id: unique('call'),
          index,
          name: tool.name,
          args: tool.args,
          ok: tool.ok,
          resultHash: sha256(tool.result),
          ms: 1,
        })),
      },
    },
    select: { id: true },
  })

/** One deletion or edit as another part of Mneme would commit it. */
export const seedChange = (at: At, writes: Batch, kind: ChangeKind, refId: string) =>
  at.db.$transaction([...writes, ...changeOps(at.db, at.ownerId, [{ kind, refId, op: 'put' }])])

/**
 * A long conversation in a few statements (SQLite only): `count` turns with context and summary, a roll-up of
 * every ten, hundred and so on, three recalls a turn of turns before it, and one of `files` files touched by
 * each turn. @returns its ids; turn n is `turn_NAME_n`.
 */
export async function seedLong(
  { db, ownerId }: At,
  count: number,
  files = 50,
): Promise<{ conversationId: string; branchId: string; path: BranchPath; turnId(n: number): string }> {
  const name = unique('long')
  const conversationId = `conv_${name}`
  const branchId = `branch_${name}`
  const at = new Date(START)
  const turnId = (n: number) => `turn_${name}_${n}`
  const text =
    'This is what was said in that turn, and it goes on for a while so that rows have a size that real ones have. '
  await db.conversation.create({
    data: { id: conversationId, ownerId, title: name, createdAt: at, updatedAt: at },
  })
  await db.branch.create({ data: { id: branchId, ownerId, conversationId, path: forkPath([], 0, branchId) } })
  await db.$executeRaw`INSERT INTO "Blob" ("ownerId", "hash", "text", "bytes", "tokens", "createdAt") VALUES (${ownerId}, ${name}, ${text}, 100, 25, ${at})`
  await db.$executeRaw`
    WITH RECURSIVE seq(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM seq WHERE n < ${count})
    INSERT INTO "Turn" ("id", "ownerId", "conversationId", "branchId", "number", "parentId", "clientMessageId", "status", "attempt", "userText", "answer", "attachments", "options", "contextTokens", "createdAt")
    SELECT 'turn_' || ${name} || '_' || n, ${ownerId}, ${conversationId}, ${branchId}, n, CASE WHEN n = 1 THEN NULL ELSE 'turn_' || ${name} || '_' || (n - 1) END, ${name} || n, 'completed', 1,
      'Question ' || n || '. ' || ${text}, 'Answer ' || n || '. ' || ${text} || ${text} || ${text} || ${text}, '[]', '{}', 300, ${at} FROM seq`
  await db.$executeRaw`
    INSERT INTO "Context" ("id", "ownerId", "turnId", "textHash", "treeHash", "tokens", "toolCalls")
    SELECT 'ctx_' || "id", ${ownerId}, "id", ${name}, ${name}, 300, ${`{"parts":[{"who":"user","title":"","hash":"${name}"}],"calls":[]}`} FROM "Turn" WHERE "branchId" = ${branchId}`
  for (let level = 0, size = 1; size <= count; level++, size *= 10)
    await db.$executeRaw`
      INSERT INTO "Summary" ("id", "ownerId", "conversationId", "branchId", "level", "fromNumber", "toNumber", "contextId", "text", "insights", "tokens", "status", "stale")
      SELECT CASE WHEN ${level} = 0 THEN 'sum_ctx_' || "id" ELSE 'rol_' || ${String(level)} || '_' || "id" END, ${ownerId}, ${conversationId}, ${branchId}, ${level}, "number" - CAST(${size} AS INTEGER) + 1, "number",
        CASE WHEN ${level} = 0 THEN 'ctx_' || "id" ELSE NULL END, 'Summary of ' || "number" || '. ' || ${text}, '[]', 40, 'extractive', false
      FROM "Turn" WHERE "branchId" = ${branchId} AND "number" % CAST(${size} AS INTEGER) = 0`
  await db.$executeRaw`
    INSERT INTO "Recall" ("id", "ownerId", "turnId", "stepId", "index", "source", "request", "engine", "ms", "injectedStepId", "nearMisses")
    SELECT 'rec_' || "id", ${ownerId}, "id", NULL, 0, 'think', '{}', 'bm25', 1, 'step', '{}' FROM "Turn" WHERE "branchId" = ${branchId} AND "number" > 3`
  for (const rank of [1, 2, 3])
    await db.$executeRaw`
      INSERT INTO "RecallHit" ("recallId", "rank", "kind", "refId", "sourceTurnId", "score", "parts", "tokens")
      SELECT 'rec_' || "id", ${rank}, 'turn', "id", 'turn_' || ${name} || '_' || (1 + ("number" * 7919 * CAST(${rank} AS INTEGER)) % ("number" - 1)), 0.9 / ${rank}, '{}', 20 FROM "Turn" WHERE "branchId" = ${branchId} AND "number" > 3`
  await db.$executeRaw`
    INSERT INTO "FileTouch" ("turnId", "path", "op", "ownerId", "tokens", "toHash")
    SELECT "id", 'notes/' || ("number" % CAST(${files} AS INTEGER)) || '.md', 'write', ${ownerId}, 10, ${name} FROM "Turn" WHERE "branchId" = ${branchId}`
  await db.conversation.update({ where: { id: conversationId }, data: { activeLeafId: turnId(count) } })
  return { conversationId, branchId, path: [[branchId, count]], turnId }
}
