import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { blobOf, getBlobs, putBlobs } from '@/lib/db/engine/blobs'
import { type TestDb, testDb } from '@/lib/db/testing'
import { type Seeded, seedConversation } from '@/lib/db/testing-seed'
import { manifestSchema, STEP_FORM } from '@/lib/db/turns/steps'
import type { Source } from '@/lib/shared/memory/source'
import { byKind } from '../derived'
import { FORGOTTEN } from '../forgotten'
import { forgottenMatcher } from '../forgotten-sources'
import { scrub } from './scrub'

const NOW = new Date('2026-05-01T10:00:00Z')
let at: TestDb
let talk: Seeded
beforeAll(async () => {
  at = await testDb()
  talk = await seedConversation(at, [{ userText: 'One.' }, { userText: 'Two.' }, { userText: 'Three.' }])
})
afterAll(() => at.close())

const FILE: Source = { kind: 'file', conversationId: 'c', path: 'notes.md' }
const SUMMARY: Source = { kind: 'summary', id: 'sum_1' }
const MOOD: Source = { kind: 'state', conversationId: 'c', key: 'mood', value: 'calm' }
const turn = (id: string): Source => ({ kind: 'turn', id })

/**
 * A step with one prompt part per source and one without, and a tool call whose result quotes the first
 * source.
 */
async function stepQuoting(turnId: string, sources: Source[]) {
  const texts = [...sources.map((source) => `about ${JSON.stringify(source)}`), 'my own words']
  const exchanges = blobOf(
    JSON.stringify([
      {
        text: 'I look.',
        calls: [{ id: 'a', name: 'read_file', args: { path: 'notes.md' } }],
        results: [{ id: 'a', name: 'read_file', text: 'what it gave' }],
      },
    ]),
    1,
  )
  const result = blobOf('what it gave', 1)
  const blobs = texts.map((text) => blobOf(text, 1))
  await at.db.$transaction(putBlobs(at.db, at.ownerId, [...blobs, exchanges, result], NOW))
  const { id } = await at.db.step.create({
    data: {
      ...{
        id: `step_${turnId}`,
        ownerId: at.ownerId,
        turnId,
        attempt: 1,
        index: 7,
        phase: 'act',
        role: 'fast',
      },
      ...{ provider: 'p', model: 'm', promptVersion: '1', text: '', finish: 'stop', log: [] },
      ...{ estInputTokens: 0, estOutputTokens: 0, startedAt: NOW, totalMs: 1, form: STEP_FORM },
      manifest: {
        system: [],
        user: blobs.map(({ hash }, i) => ({
          section: 'window',
          hash,
          ...(sources[i] ? { sources: [sources[i]] } : {}),
        })),
        exchanges: exchanges.hash,
        results: [{ exchange: 0, result: 0, sources: sources.slice(0, 1) }],
        tools: null,
        dropped: {},
      },
      tools: {
        create: {
          ...{
            id: `call_${turnId}`,
            index: 0,
            name: 'read_file',
            args: { path: 'notes.md' },
            ok: true,
            ms: 1,
          },
          ...{ resultHash: result.hash, sources: sources.slice(0, 1) },
        },
      },
    },
  })
  return async () => {
    const step = await at.db.step.findUniqueOrThrow({ where: { id }, include: { tools: true } })
    const manifest = manifestSchema.parse(step.manifest)
    const hashes = [
      ...manifest.user.map((part) => part.hash),
      manifest.exchanges ?? '',
      ...step.tools.map((tool) => tool.resultHash),
    ]
    const shown = await getBlobs(at.db, at.ownerId, hashes)
    const [exchange] = JSON.parse(shown.get(manifest.exchanges ?? '') ?? '[]')
    return {
      parts: manifest.user.map((part) => shown.get(part.hash)),
      exchange: [exchange.calls[0].args, exchange.results[0].text],
      call: step.tools.map((tool) => [tool.args, shown.get(tool.resultHash)]),
      named: JSON.stringify([step.manifest, step.tools]),
    }
  }
}

const NOTHING = { turns: new Set<string>(), derived: byKind([]), workspaces: [] }

describe('a quotation of something forgotten', () => {
  it('is found by its source ids and replaced by a placeholder; everything else stays', async () => {
    const [one = '', two = '', three = ''] = talk.turnIds
    const ofFile = await stepQuoting(two, [FILE, turn(one), SUMMARY, MOOD])
    const ofTurn = await stepQuoting(three, [turn(one), turn(two)])
    const before = [await ofFile(), await ofTurn()]

    const calm = { key: 'mood', value: 'calm' }
    const cases: [Parameters<typeof forgottenMatcher>[0], number[][]][] = [
      [
        {
          ...NOTHING,
          workspaces: [{ conversationId: 'other', files: [{ path: 'notes.md', hashes: [] }], state: [calm] }],
        },
        [[], []],
      ],
      [
        { ...NOTHING, workspaces: [{ conversationId: 'c', files: [], state: [{ ...calm, value: 'wild' }] }] },
        [[], []],
      ],
      [{ ...NOTHING, derived: byKind([{ kind: 'summary', refId: 'sum_1' }]) }, [[2], []]],
      [{ ...NOTHING, turns: new Set([one]) }, [[1, 2], [0]]],
      [{ ...NOTHING, conversations: ['c'] }, [[0, 1, 2, 3], [0]]],
    ]
    for (const [forgotten, [file = [], later = []]] of cases) {
      const isForgotten = forgottenMatcher(forgotten)
      await scrub({ ...at, now: NOW, promptFolder: null }, isForgotten, new Set(), new Set())
      for (const [i, [now, blank]] of [
        [await ofFile(), file] as const,
        [await ofTurn(), later] as const,
      ].entries())
        expect(now.parts).toEqual(
          before[i]?.parts.map((text, part) => (blank.includes(part) ? FORGOTTEN : text)),
        )
    }
    // A file's call loses its arguments too; a turn's call keeps them.
    expect([(await ofFile()).exchange, (await ofFile()).call]).toEqual([[{}, FORGOTTEN], [[{}, FORGOTTEN]]])
    const args = { path: 'notes.md' }
    expect([(await ofTurn()).exchange, (await ofTurn()).call]).toEqual([
      [args, FORGOTTEN],
      [[args, FORGOTTEN]],
    ])
    expect((await ofFile()).named).not.toMatch(/notes\.md|mood|sum_1/)
  })

  it('is left alone in excluded turns and for another owner', async () => {
    const [one = '', two = ''] = talk.turnIds
    const isForgotten = forgottenMatcher({ ...NOTHING, turns: new Set([two]) })
    const read = async () => JSON.stringify(await at.db.step.findMany({ orderBy: { id: 'asc' } }))
    const before = await read()
    await scrub(
      { ...at, ownerId: 'somebody', now: NOW, promptFolder: null },
      isForgotten,
      new Set([one]),
      new Set(),
    )
    await scrub({ ...at, now: NOW, promptFolder: null }, isForgotten, new Set(talk.turnIds), new Set())
    expect(await read()).toBe(before)
    await scrub({ ...at, now: NOW, promptFolder: null }, isForgotten, new Set(), new Set())
    expect(await read()).not.toBe(before)
  })
})
