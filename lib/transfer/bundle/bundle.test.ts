import { describe, expect, it } from 'vitest'
import { testDb } from '@/lib/db/testing'
import { seedConversation } from '@/lib/db/testing-seed'
import { BUNDLE_NAMES } from '@/lib/db/transfer/bundle-rows'
import { archiveConversation, listConversations } from '@/lib/db/turns/conversations'
import { addTag, listTags } from '@/lib/db/turns/tags'
import { ImportTexts } from '@/lib/transfer/archive/import-texts'
import { exported, importJson, importText } from '@/lib/transfer/testing-import'
import { type ExportBundle, mapBundle, readBundle } from './bundle'
import { namedIds } from './write-bundle'

const AT = new Date('2026-03-02T08:00:00.123Z')
type Exported = { conversations: { conversation: { tags?: unknown; archivedAt?: unknown } }[] }

async function organised() {
  const from = await testDb()
  const { conversationId: id } = await seedConversation(from, [{ userText: 'Boats?', answer: 'Boats.' }])
  const before = await exported(from)
  await addTag(from.db, from.ownerId, [id], 'Sea')
  await archiveConversation(from.db, from.ownerId, id, AT)
  return { from, before, text: await exported(from) }
}

describe('an export of an archived conversation with tags', () => {
  it('brings both, written as the person here writes the tag', async () => {
    const { from, text } = await organised()
    const to = await testDb()
    const { conversationId } = await seedConversation(to, [{ userText: 'Mine.', answer: 'Yours.' }])
    await addTag(to.db, to.ownerId, [conversationId], 'SEA')
    expect(await importText(to, text)).toMatchObject({ added: 1, refused: 0 })
    expect(await listConversations(to.db, to.ownerId, { archived: true })).toMatchObject([
      { archivedAt: AT.toISOString(), tags: ['SEA'] },
    ])
    expect(await listTags(to.db, to.ownerId)).toEqual([{ name: 'SEA', listed: 1, all: 2 }])
    await Promise.all([from.close(), to.close()])
  })

  it('is nothing new where it was organised after an earlier export, and changes nothing there', async () => {
    const { from, before, text } = await organised()
    expect(await importText(from, before)).toMatchObject({ added: 0, unchanged: 1 })
    expect(await exported(from)).toBe(text)
    await from.close()
  })

  it('comes in without either, as earlier versions wrote it; with impossible tags it is refused', async () => {
    const { from, text } = await organised()
    const to = await testDb()
    const file = JSON.parse(text) as Exported
    for (const { conversation } of file.conversations) conversation.tags = ['x'.repeat(33)]
    expect(await importJson(to, file)).toMatchObject({ added: 0, refused: 1 })
    for (const { conversation } of file.conversations) {
      delete conversation.tags
      delete conversation.archivedAt
    }
    expect(await importJson(to, file)).toMatchObject({ added: 1, refused: 0 })
    expect(await listConversations(to.db, to.ownerId, {})).toMatchObject([{ archivedAt: null, tags: [] }])
    await Promise.all([from.close(), to.close()])
  })
})

const NONE = Object.fromEntries(BUNDLE_NAMES.map((name) => [name, []]))
const rowsWith = (some: Partial<ExportBundle['rows']>) => ({ ...NONE, ...some }) as ExportBundle['rows']
const turn = (id: string) => ({ kind: 'turn', id })
/** A conversation with so many sources that reading all of them at once would block for long. */
const large = rowsWith({
  steps: Array.from({ length: 2_000 }, (_, step) => ({
    id: `step_${step}`,
    manifest: [{ sources: Array.from({ length: 25 }, (_, i) => turn(`turn_${step}_${i}`)) }],
  })),
})
/** Whether other work got its turn before the promise resolved. */
async function yields(work: () => Promise<unknown>): Promise<boolean> {
  let turned = false
  setImmediate(() => {
    turned = true
  })
  await work()
  return turned
}

it('finds the ids that recalls, citations and sources name, each once', async () => {
  const rows = rowsWith({
    hits: [{ sourceTurnId: 'turn_a', refId: 'sum_a' }],
    recalls: [{ nearMisses: [{ id: 'turn_b' }] }],
    citations: [{ refId: 'turn_a' }],
    steps: [{ manifest: [{ part: 'x', sources: [turn('turn_c'), { kind: 'nothing' }, turn('no id')] }] }],
    toolCalls: [{ result: 'turn_x', sources: [{ kind: 'file', conversationId: 'conv_d', path: 'a.md' }] }],
  })
  expect([...(await namedIds(rows))]).toEqual(['turn_a', 'sum_a', 'turn_b', 'turn_c', 'conv_d'])
})

it('yields to other work while it reads and maps a large conversation', async () => {
  expect(await yields(() => namedIds(large))).toBe(true)
  const bundle = { conversation: { id: 'conv' }, rows: large, texts: [], hash: '' } as unknown as ExportBundle
  expect(await yields(async () => mapBundle(bundle, new Map([['turn_1_1', 'turn_new']])))).toBe(true)
})

it('has the hash that an earlier version stored for its export, whose fields had other names', async () => {
  const none = { messages: null, window: null, error: null, parentId: null }
  const counts = { attempt: 0, userTokens: 1, answerTokens: 1, toolTokens: 0, contextTokens: 0 }
  const turn = {
    ...{ ...none, ...counts, id: 't', branchId: 'b', number: 1, clientMessageId: 'm', status: 'completed' },
    ...{ userText: 'Boats?', answer: 'Boats.', attachments: [], options: {}, tainted: false },
    ...{ createdAt: AT.toISOString(), startedAt: null, endedAt: null },
  }
  const step = {
    ...{ id: 's', turnId: 't', attempt: 0, index: 0, phase: 'act', round: null, role: 'fast' },
    ...{ provider: 'p', model: 'm', promptVersion: '1', manifest: {}, text: '', reasoning: '' },
    ...{ decision: null, finish: 'stop', error: null, inputTokens: null, cachedTokens: null },
    ...{ outputTokens: null, reasoningTokens: null, estInputTokens: 1, estOutputTokens: 1, costMicros: null },
    ...{ startedAt: AT.toISOString(), firstMs: null, totalMs: 1 },
  }
  const times = { createdAt: AT.toISOString(), updatedAt: AT.toISOString() }
  const hashOf = async (ofTurn: object, ofStep: object) => {
    const conversation = { ...times, id: 'c', title: 'Boats', origin: '', activeLeafId: 't', pinnedAt: null }
    const branches = [{ id: 'b', forkTurnId: null, path: [['b', 1]] }]
    const rows = { branches, turns: [{ ...turn, ...ofTurn }], steps: [{ ...step, ...ofStep }] }
    return (await readBundle({ conversation, ...rows }, new ImportTexts(null))).hash
  }
  const [plan, log] = [{ enabled: true }, [{ notice: 'Slow.' }]]
  const stored = 'b84feaa5a057a9ef0d0d1717d04ff52de640f49cb3466f00bdcebc8a90ffc3a4'
  expect(await hashOf({ complexity: plan }, { tries: log })).toBe(stored)
  expect(await hashOf({ plan }, { log })).toBe(stored)
})
