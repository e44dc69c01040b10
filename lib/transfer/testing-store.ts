import fc from 'fast-check'
import { blobOf, putBlobs, sha256 } from '@/lib/db/engine/blobs'
import type { Db } from '@/lib/db/engine/client'
import { statementOps } from '@/lib/db/facts/save'
import { touchOps } from '@/lib/db/files/workspace'
import { recallOps } from '@/lib/db/memory/recalls'
import { rollUpRowOps } from '@/lib/db/memory/summaries'
import { writeSetting } from '@/lib/db/settings'
import { type Seeded, type SeedTurn, seedConversation, seedFork } from '@/lib/db/testing-seed'
import { citationOps } from '@/lib/db/turns/citations'
import type { Source } from '@/lib/shared/memory/source'
import { storableText } from '@/lib/shared/storable'
import { tagKey } from '@/lib/shared/tags'
import type { RecallHit } from '@/lib/shared/turn/events'
import { canonicalJson } from './bundle/bundle'

/** As every boundary lets it in. */
const said = fc
  .oneof(
    fc.string({ unit: 'grapheme', maxLength: 60 }),
    fc.constantFrom('My boat is red.', '{"a":1}', '[]', '"', 'ctx_1', 'null'),
  )
  .map(storableText)
const json = fc.dictionary(
  fc
    .string({ unit: 'grapheme', maxLength: 8 })
    .map(storableText)
    .filter((key) => key !== '__proto__'),
  fc.oneof(said, fc.integer(), fc.boolean(), fc.constant(null)),
  { maxKeys: 3 },
)
const turn = fc.record({
  userText: said,
  answer: said,
  status: fc.constantFrom('completed' as const, 'failed' as const, 'stopped' as const),
  tools: fc.array(
    fc.record({
      name: fc.constantFrom('read_file', 'recall_context'),
      args: json,
      ok: fc.boolean(),
      result: said,
    }),
    { maxLength: 2 },
  ),
  summary: fc.option(fc.record({ text: said, insights: fc.array(said, { maxLength: 2 }) }), {
    nil: undefined,
  }),
})
const conversation = fc.record({
  turns: fc.array(turn, { minLength: 1, maxLength: 7 }),
  forks: fc.array(
    fc.record({ at: fc.nat({ max: 5 }), turns: fc.array(turn, { minLength: 1, maxLength: 3 }) }),
    { maxLength: 2 },
  ),
  ...{
    title: said,
    pinned: fc.boolean(),
    archived: fc.boolean(),
    tags: fc.uniqueArray(fc.constantFrom('Boats', 'Ärger', 'x y', 'turn_1'), { maxLength: 3 }),
    extra: json,
    score: fc.double({ min: 0, max: 1, noNaN: true }),
    file: said,
    colour: fc.constantFrom('red', 'not red', 'the "Ré" green', '42'),
  },
})
/**
 * What a random store may contain: branches, tools, recalls across conversations, files, citations, roll-ups
 * and settings.
 */
export const drawnStore = fc.record({
  conversations: fc.array(conversation, { minLength: 1, maxLength: 3 }),
  tokens: fc.integer({ min: 4_000, max: 50_000 }),
})
export type Drawn = typeof drawnStore extends fc.Arbitrary<infer T> ? T : never
type StoreOwner = { db: Db; ownerId: string }

const AT = new Date('2026-03-02T08:00:00.123Z')
let made = 0
const unique = (prefix: string) => `${prefix}_${++made}_${Math.random().toString(36).slice(2, 10)}`
const seedTurns = (turns: Drawn['conversations'][number]['turns']): SeedTurn[] =>
  turns.map(({ summary, ...one }) => ({ ...one, ...(summary ? { summary } : {}) }))

/** Writes the drawn store. @returns the conversation ids. */
export async function seedStore(at: StoreOwner, drawn: Drawn): Promise<string[]> {
  const { db, ownerId } = at
  const lines: Seeded[] = []
  for (const one of drawn.conversations) {
    const line = await seedConversation(at, seedTurns(one.turns))
    for (const fork of one.forks)
      await seedFork(at, line, Math.min(fork.at, line.last), seedTurns(fork.turns))
    await db.conversation.update({
      where: { id: line.conversationId },
      data: {
        title: one.title,
        pinnedAt: one.pinned ? AT : null,
        archivedAt: one.archived ? AT : null,
        tags: { create: one.tags.map((name) => ({ ownerId, key: tagKey(name), name })) },
      },
    })
    lines.push(line)
  }
  for (const [i, line] of lines.entries())
    await decorate(
      at,
      line,
      lines[(i + 1) % lines.length] ?? line,
      drawn.conversations[i] as Drawn['conversations'][number],
    )
  await writeSetting(db, ownerId, 'user', 'prompt.totalTokens', drawn.tokens)
  await writeSetting(db, ownerId, 'user', 'provider', {
    baseUrl: 'http://127.0.0.1:1/secret-service',
    offline: false,
  })
  return lines.map((line) => line.conversationId)
}

async function decorate(
  { db, ownerId }: StoreOwner,
  line: Seeded,
  other: Seeded,
  drawn: Drawn['conversations'][number],
): Promise<void> {
  const turnId = line.turnIds.at(-1) ?? ''
  const step = await db.step.findFirst({
    where: { turnId: { in: line.turnIds } },
    select: { id: true, turnId: true },
  })
  const hit = (rank: number, about: string | null, excerpt: string): RecallHit => ({
    ...{
      rank,
      kind: 'turn',
      refId: about ?? 'gone',
      turnId: about,
      turnNumber: 1,
      conversationId: other.conversationId,
      contextId: null,
      at: AT.toISOString(),
    },
    ...{
      score: drawn.score,
      parts: { bm25: drawn.score, date: 0.5 },
      excerpt,
      tokens: 3,
      place: { part: 'user', start: 0, end: 2, speaker: 'user' },
    },
  })
  const recall = {
    ...{
      id: unique('rec'),
      index: 0,
      source: 'think',
      request: { keywords: ['boat'] },
      engine: 'bm25',
      ms: 2,
      note: 'said',
    },
    ...{
      hits: [hit(1, other.turnIds[0] ?? null, drawn.file), hit(2, null, 'two')],
      nearMisses: [hit(3, line.turnIds[0] ?? null, 'near')],
    },
  }
  const rollUpId = unique('rol')
  const summary = await db.summary.findFirst({
    where: { conversationId: other.conversationId },
    select: { id: true },
  })
  const sources: Source[] = [
    { kind: 'turn', id: other.turnIds.at(-1) ?? '' },
    { kind: 'summary', id: summary?.id ?? 'gone' },
    { kind: 'file', conversationId: other.conversationId, path: 'notes/a.md' },
  ]
  const file = blobOf(`${drawn.file}!`, 4)
  const tree = JSON.stringify({
    files: { 'notes/a.md': { hash: file.hash, bytes: 4, tokens: 4, version: 1, turn: line.last } },
    state: { mood: drawn.title },
  })
  await db.$transaction([
    ...recallOps(db, ownerId, { turnId, stepId: null, recall, countTokens: () => 3, now: AT }),
    ...putBlobs(db, ownerId, [file, blobOf(tree, 9)], AT),
    ...touchOps(db, ownerId, turnId, [
      { path: 'notes/a.md', op: 'write', fromHash: null, toHash: file.hash, tokens: 4 },
    ]),
    ...citationOps(db, turnId, [{ kind: 'turn', refId: other.turnIds[0] ?? '', start: 0, end: 1 }]),
    db.context.update({ where: { turnId }, data: { treeHash: sha256(tree) } }),
    db.upload.create({
      data: {
        id: unique('up'),
        ownerId,
        conversationId: line.conversationId,
        path: 'in/b.txt',
        hash: file.hash,
        bytes: 4,
        usedByTurnId: turnId,
      },
    }),
    db.turn.update({
      where: { id: turnId },
      data: {
        window: drawn.extra,
        plan: { enabled: true },
        depth: 'complex',
        error: { code: 'internal', message: drawn.title },
        messages: [{ id: 'm', speaker: 'Bo', at: AT.toISOString(), part: 'user', start: 0, end: 0 }],
      },
    }),
    ...(step
      ? [
          db.toolCall.create({
            data: {
              id: unique('call'),
              ...{ stepId: step.id, index: 9, name: 'recall_context', args: {}, ok: true },
              ...{ resultHash: file.hash, ms: 1, sources },
            },
          }),
          db.ledgerSection.create({
            data: { stepId: step.id, section: 'task', turnId: step.turnId, ownerId, tokens: 7 },
          }),
        ]
      : []),
    ...rollUpRowOps(
      db,
      ownerId,
      line.conversationId,
      {
        ...{ id: rollUpId, branchId: line.branchId, level: 1, from: 1, to: line.last },
        ...{ contextId: null, text: drawn.title, insights: ['a'], tokens: 3, status: 'model' },
      },
      [],
    ),
    db.depthCorrection.create({ data: { turnId, ownerId, depth: 'deep', at: AT } }),
    db.feedback.create({ data: { turnId, ownerId, value: -1, reason: 'Out of date', at: AT } }),
    db.provenance.create({ data: { ownerId, kind: 'summary', refId: rollUpId, sourceTurnId: turnId } }),
    ...(await statementOps(
      db,
      ownerId,
      [turnId, null].map((source) => ({
        ...{ id: unique('fact'), subject: 'Boat', predicate: 'colour', object: drawn.colour },
        ...{ confidence: drawn.score, from: new Date(AT.getTime() + ++made), quote: null, turnId: source },
        ...{ origin: source ? 'model' : 'person', status: 'active' },
      })),
    )),
  ])
  await writeSetting(db, ownerId, line.conversationId, 'window.size', 7)
}

/** Facts without their ids and status: an import makes new ones that wait for approval. */
async function factsOf({ db, ownerId }: StoreOwner): Promise<object[]> {
  const rows = await db.fact.findMany({ where: { ownerId }, include: { subject: true } })
  return rows.map(({ id: _, subjectId: _of, status: _is, subject: { norm, name, kind }, ...fact }) => ({
    ...fact,
    subject: { norm, name, kind },
  }))
}

const LEFT_OUT = new Set(['ownerId', 'importKey', 'origin', 'importedAt', 'importedFile'])
const plain = (row: object) => Object.fromEntries(Object.entries(row).filter(([key]) => !LEFT_OUT.has(key)))
const listed = (rows: object[]) => rows.map((row) => canonicalJson(plain(row))).sort()

/**
 * Every row of an owner except what an import may change: the owner, a conversation's origin, when a text was
 * written, secrets.
 */
export async function dump({ db, ownerId }: StoreOwner): Promise<Record<string, string[]>> {
  const where = { ownerId }
  const blobs = await db.blob.findMany({
    where,
    select: { hash: true, text: true, bytes: true, tokens: true },
  })
  const turns = (await db.turn.findMany({ where, select: { id: true } })).map((row) => row.id)
  const rows = {
    conversations: listed(await db.conversation.findMany({ where })),
    tags: listed(await db.conversationTag.findMany({ where })),
    branches: listed(await db.branch.findMany({ where })),
    turns: listed(await db.turn.findMany({ where })),
    steps: listed(await db.step.findMany({ where })),
    tools: listed(await db.toolCall.findMany({ where: { step: where } })),
    sections: listed(await db.ledgerSection.findMany({ where })),
    contexts: listed(await db.context.findMany({ where })),
    touches: listed(await db.fileTouch.findMany({ where })),
    uploads: listed(await db.upload.findMany({ where })),
    summaries: listed(await db.summary.findMany({ where })),
    provenance: listed(await db.provenance.findMany({ where: { ...where, kind: { not: 'verdict' } } })),
    recalls: listed(await db.recall.findMany({ where })),
    hits: listed(await db.recallHit.findMany({ where: { recall: where } })),
    citations: listed(await db.citation.findMany({ where: { turnId: { in: turns } } })),
    depthCorrections: listed(await db.depthCorrection.findMany({ where })),
    feedback: listed(await db.feedback.findMany({ where })),
    facts: listed(await factsOf({ db, ownerId })),
    settings: listed((await db.setting.findMany({ where })).filter((row) => row.key !== 'provider')),
  }
  // An unreferenced text waits for the next purge.
  const named = JSON.stringify(rows) + blobs.map((blob) => blob.text).join()
  return { ...rows, blobs: listed(blobs.filter((blob) => named.includes(blob.hash))) }
}
