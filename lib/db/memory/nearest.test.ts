import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bagOfWords, DIMS } from '@/e2e/support/embedding'
import { type Db, openDb } from '@/lib/db/engine/client'
import { migrate } from '@/lib/db/engine/migrate'
import { addVectorColumn, vectorColumn } from '@/lib/db/engine/vector-column'
import { testDb } from '@/lib/db/testing'
import { type Seeded, seedConversation } from '@/lib/db/testing-seed'
import { textsById } from '@/lib/db/turns/turn-texts'
import { piecesOfTurn } from '@/lib/memory/index/tokens'
import { denseIndex } from '@/lib/memory/recall/dense-index'
import type { Embedder } from '@/lib/model/embed/embedder'
import { forgetOnce } from '@/lib/shared/once'
import { vectorOps } from './embeddings'
import { fillNearest, nearest } from './nearest'

/** A start against a database that refuses at one of its answers; what was asked of it. */
async function startWith(refusing: RegExp, available = true): Promise<string[]> {
  const asked: string[] = []
  await addVectorColumn({
    async query(sql) {
      asked.push(sql)
      if (refusing.test(sql)) throw new Error('permission denied')
      return { rows: /pg_available_extensions/.test(sql) && available ? [{}] : [] }
    },
  })
  return asked
}

describe('a start', () => {
  it('makes the column where the extension is there', async () => {
    expect((await startWith(/^$/)).map((sql) => sql.slice(0, 16))).toEqual([
      'SELECT e.extvers',
      'SELECT 1 FROM pg',
      'CREATE EXTENSION',
      'ALTER TABLE "Emb',
    ])
  })
  it('goes on without the extension, and where it may not be made', async () => {
    expect(await startWith(/^$/, false)).toHaveLength(2)
    for (const refused of [/pg_extension/, /pg_available/, /CREATE/, /ALTER/])
      await expect(startWith(refused)).resolves.toBeDefined()
  })
})

it('SQLite compares no vectors', async () => {
  const { db, ownerId, close } = await testDb()
  expect([await vectorColumn(db), await nearest(db, ownerId, 'm', Float32Array.from([1]), 9)]).toEqual([
    null,
    null,
  ])
  await fillNearest(db, ownerId, 'm', 1)
  await close()
})

/** Address of a PostgreSQL that has the extension `vector`, and that may be filled. */
const url = process.env.MNEME_TEST_PGVECTOR ?? ''
describe.skipIf(!url)('PostgreSQL with the extension', () => {
  let db: Db
  let ownerId = ''
  let talk: Seeded
  const unit = (values: number[]) => Float32Array.from(values.map((value) => value / Math.hypot(...values)))
  const meaning = (text: string) => unit((bagOfWords([text]) as number[][])[0] ?? [])
  const said = [
    'The physician handed over the crimson sloop.',
    ...Array.from(
      { length: 60 },
      (_, i) => `Entry ${i} about the harbour and its ${['gulls', 'ropes', 'tides'][i % 3]}.`,
    ),
  ]
  beforeAll(async () => {
    await migrate(url, { backups: null })
    await migrate(url, { backups: null })
    db = await openDb(url)
    ownerId = `user_${crypto.randomUUID().slice(0, 8)}`
    await db.user.create({ data: { id: ownerId, createdAt: new Date() } })
    talk = await seedConversation(
      { db, ownerId },
      said.map((userText) => ({ userText })),
    )
    const turns = await textsById(db, ownerId, talk.turnIds)
    const rows = turns.flatMap((turn) =>
      piecesOfTurn(turn).map((text, unit) => ({
        turnId: turn.id,
        unit,
        textHash: `${turn.number}`,
        vector: meaning(text),
      })),
    )
    const broken = {
      ...rows[1],
      turnId: talk.turnIds[1] ?? '',
      unit: 0,
      textHash: 'x',
      vector: new Float32Array(DIMS).fill(Number.NaN),
    }
    await db.$transaction([
      ...vectorOps(db, ownerId, 'm 1', rows),
      ...vectorOps(db, ownerId, 'm 1', [broken]),
      ...vectorOps(db, ownerId, 'm 2', [{ ...broken, vector: unit([1, 2, 3]) }]),
    ])
  })
  afterAll(async () => {
    await db?.$disconnect()
    forgetOnce('memory-index')
    forgetOnce('memory-vectors')
  })

  it('finds the closest of one model, length and person, counts them, and takes no broken vector', async () => {
    const asked = meaning('crimson sloop')
    expect((await nearest(db, ownerId, 'm 1', asked, 5))?.known).toBe(0)
    for (let i = 0; i < 2; i++) await fillNearest(db, ownerId, 'm 1', DIMS)
    const found = await nearest(db, ownerId, 'm 1', asked, 5)
    expect(found?.pieces[0]?.turnId).toBe(talk.turnIds[0])
    expect([found?.pieces.length, found?.known]).toEqual([5, said.length - 1])
    const cosines = found?.pieces.map(({ cosine }) => cosine) ?? []
    expect(cosines).toEqual([...cosines].sort((a, b) => b - a))
    expect([found?.mean ?? 1, found?.deviation ?? 0]).toEqual([expect.closeTo(0, 0), expect.any(Number)])
    expect((await nearest(db, ownerId, 'm 2', asked, 5))?.known).toBe(0)
    expect((await nearest(db, 'somebody', 'm 1', asked, 5))?.pieces).toEqual([])
    expect((await nearest(db, ownerId, 'm 1', unit([1, 0, 0]), 5))?.pieces).toEqual([])
  })

  it('a search by meaning goes by it where vectors do not fit into memory, as it does in memory', async () => {
    const embedder = {
      provider: 'openai',
      model: 'm-1',
      space: 'm 1',
      embed: async () => ({ vectors: [meaning('which doctor gave away the crimson sloop')], ms: 1 }),
    } as unknown as Embedder
    const ask = async (maxBytes: number) => {
      const index = denseIndex(
        embedder,
        { signal: new AbortController().signal, spent() {}, async missing() {} },
        maxBytes,
      )
      const hits = await index.search(db, ownerId, {
        text: 'doctor boat',
        conversationId: talk.conversationId,
        path: talk.path,
        before: 99,
        scope: 'owner',
        limit: 5,
      })
      return {
        first: hits[0]?.turnId,
        score: hits[0]?.score ?? 0,
        engine: index.engine,
        notice: index.notice?.(),
      }
    }
    await fillNearest(db, ownerId, 'm 1', DIMS)
    const [inMemory, asked] = [await ask(1e9), await ask(0)]
    expect(asked).toEqual({ ...inMemory, score: expect.closeTo(inMemory.score, 1) })
    expect([asked.first, asked.engine, asked.notice]).toEqual([
      talk.turnIds[0],
      'kernel-bm25 + m-1',
      '1 of 61 pieces of memory are not embedded with m-1 yet, so they are ranked by keywords only.',
    ])
  })

  it('what is forgotten or embedded anew is no more found', async () => {
    await db.$transaction(
      vectorOps(db, ownerId, 'm 1', [
        { turnId: talk.turnIds[0] ?? '', unit: 0, textHash: 'new', vector: meaning('gulls') },
      ]),
    )
    expect(
      (await nearest(db, ownerId, 'm 1', meaning('crimson sloop'), 100))?.pieces.map((piece) => piece.turnId),
    ).not.toContain(talk.turnIds[0])
  })
})
