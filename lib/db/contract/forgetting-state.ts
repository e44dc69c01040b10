import { describe, expect, it } from 'vitest'
import { blobOf, putBlobs } from '@/lib/db/engine/blobs'
import { touchOps } from '@/lib/db/files/workspace'
import { stateOf } from '@/lib/db/forget/forget-plan'
import { listForgotten } from '@/lib/db/forget/forgotten-list'
import { purgeTrash } from '@/lib/db/forget/purge/purge'
import { restoreTrash, trashParts } from '@/lib/db/forget/trash'
import { trashedWhole } from '@/lib/db/forget/trashed'
import { treeOnPath } from '@/lib/db/memory/contexts'
import { loadPositions, savePositions } from '@/lib/db/memory/graph-positions'
import { fileId } from '@/lib/shared/memory/graph'
import { holding } from '../testing-holding'
import { seedConversation } from '../testing-seed'
import { type Contract, newOwner, unique } from './fixture'

const START = new Date('2026-05-01T10:00:00.000Z')
const later = (ms: number) => new Date(START.getTime() + ms)
const BARE_STEP = {
  attempt: 1,
  phase: 'act',
  role: 'fast',
  provider: 'p',
  model: 'm',
  promptVersion: '1',
  text: '',
  finish: 'stop',
  estInputTokens: 0,
  estOutputTokens: 0,
  tries: [],
  startedAt: START,
  totalMs: 1,
}

export function forgettingState(open: Contract) {
  /**
   * Three turns: the first sets a secret value (and `mood` when `both`), the second `mood`, the third looks
   * at both.
   */
  async function keeping(both: boolean) {
    const { db } = open()
    const ownerId = await newOwner(db)
    const [key, secret] = [unique('key'), unique('zebra')]
    const state = { [key]: `The safe opens with ${secret}.`, mood: 'calm' }
    const lines = Object.entries(state).map(([name, value]) => `${name} = ${value}`)
    const list = blobOf(lines.join('\n'), 1)
    const call = blobOf(`{}\n${list.text}`, 1)
    const items = Object.entries(state).map(([name, value]) => blobOf(`--- state=${name}\n| ${value}`, 1))
    const exchanges = blobOf(
      JSON.stringify([
        { calls: [{ id: 'a', name: 'get_state', args: {} }], results: [{ id: 'a', text: list.text }] },
      ]),
      1,
    )
    const tree = blobOf(JSON.stringify({ files: {}, state }), 1)
    const talk = await seedConversation(
      { db, ownerId },
      ['Keep it.', 'Keep the mood.', 'What is kept?'].map((userText) => ({ userText })),
    )
    const [first = '', second = '', third = ''] = talk.turnIds
    const source = (name: string) => ({
      ...{ kind: 'state', conversationId: talk.conversationId, key: name },
      value: state[name as 'mood'],
    })
    const all = Object.keys(state).map(source)
    const step = (turnId: string, index: number, manifest: object, calls: [string, object, string][]) =>
      db.step.create({
        data: {
          ...BARE_STEP,
          id: unique('step'),
          ownerId,
          turnId,
          index,
          manifest,
          tools: {
            create: calls.map(([name, args, resultHash], i) => ({
              ...{ id: unique('call'), index: i, name, args, ok: true, resultHash, ms: 1, sources: all },
            })),
          },
        },
      })
    const none = { system: [], user: [], exchanges: null, tools: null, dropped: {} }
    await db.$transaction([
      ...putBlobs(db, ownerId, [list, call, exchanges, tree, ...items], START),
      step(first, 0, none, [
        ['set_state', { key: ` ${key} `, value: state[key] ?? '' }, list.hash],
        ...(both
          ? [['set_state', { key: 'mood', value: 'calm' }, list.hash] as [string, object, string]]
          : []),
      ]),
      step(second, 0, none, [['set_state', { key: 'mood', value: 'calm' }, list.hash]]),
      step(
        third,
        0,
        {
          ...none,
          user: items.map(({ hash }, i) => ({ section: 'workspace', hash, sources: [all[i]] })),
          results: [{ exchange: 0, result: 0, sources: all }],
          exchanges: exchanges.hash,
        },
        [['get_state', {}, list.hash]],
      ),
      db.context.updateMany({ where: { ownerId }, data: { treeHash: tree.hash } }),
      db.context.update({
        where: { turnId: third },
        data: {
          toolCalls: {
            parts: [
              { who: 'tool', title: 'Tool call 1: get_state', hash: call.hash, sources: all },
              { who: 'file', title: 'State', hash: list.hash, sources: all },
            ],
            calls: ['get_state'],
          },
        },
      }),
    ])
    const trash = async () => {
      const trashId = unique('trash')
      const trashed = {
        ...trashedWhole(talk.conversationId),
        kind: 'turns' as const,
        numbers: [1],
        state: await stateOf(db, ownerId, talk.conversationId, [first]),
      }
      await trashParts(db, ownerId, trashId, [first], trashed, START, 30_000)
      return trashId
    }
    const kept = async () => (await treeOnPath(db, ownerId, talk.path))?.state
    return { db, ownerId, key, secret, state, trash, kept }
  }

  describe('state that a forgotten turn set', () => {
    it('is hidden, comes back, and leaves trees, contexts, prompts and tool results; what another turn set too stays', async () => {
      const { db, ownerId, key, secret, state, trash, kept } = await keeping(true)
      expect(await kept()).toEqual(state)
      const trashId = await trash()
      expect(await kept()).toEqual({ mood: 'calm' })
      await restoreTrash(db, ownerId, trashId)
      expect(await kept()).toEqual(state)
      await trash()
      expect(await purgeTrash(db, later(30_000))).toBe(1)
      expect([await holding(db, secret), await holding(db, key)]).toEqual([[], []])
      expect(await kept()).toEqual({ mood: 'calm' })
      expect((await db.blob.findMany({ where: { ownerId } })).map((blob) => blob.text)).toEqual(
        expect.arrayContaining(['mood = calm', '--- state=mood\n| calm']),
      )
      expect((await listForgotten(db, ownerId, 9))[0]?.proof).toMatchObject({
        counts: { turn: 1, 'workspace value': 1 },
        elsewhere: ['the notes of the workspace'],
      })
    })

    it('is named by the proof where it stays, and only there', async () => {
      const clean = await keeping(false)
      await clean.trash()
      const { db, ownerId, secret, state, trash } = await keeping(false)
      await trash()
      const stray = blobOf(JSON.stringify({ files: {}, state: { other: Object.values(state)[0] } }), 1)
      await seedConversation({ db, ownerId }, [{ userText: 'Elsewhere.' }]).then(({ turnIds }) =>
        db.$transaction([
          ...putBlobs(db, ownerId, [stray], START),
          db.context.update({ where: { turnId: turnIds[0] ?? '' }, data: { treeHash: stray.hash } }),
        ]),
      )
      expect(await purgeTrash(db, later(30_000))).toBe(2)
      expect((await listForgotten(db, clean.ownerId, 9))[0]?.proof).toMatchObject({ also: [], elsewhere: [] })
      expect(await holding(db, secret)).toEqual(['Blob'])
      expect((await listForgotten(db, ownerId, 9))[0]?.proof?.elsewhere).toEqual([
        'the notes of the workspace',
      ])
    })
  })

  describe('the place of a file in the graph', () => {
    it('is kept while the conversation has the file, and not taken from a page that still shows a forgotten one', async () => {
      const { db } = open()
      const ownerId = await newOwner(db)
      const { conversationId, turnIds } = await seedConversation({ db, ownerId }, [{ userText: 'Write it.' }])
      const text = blobOf('The plan.', 1)
      const path = 'notes/plan: a.md'
      await db.$transaction([
        ...putBlobs(db, ownerId, [text], START),
        ...touchOps(db, ownerId, turnIds[0] ?? '', [
          { path, op: 'write', fromHash: null, toHash: text.hash, tokens: 1 },
        ]),
      ])
      const node = fileId(conversationId, path)
      await savePositions(db, ownerId, 'tree:all', [
        { node, x: 1, y: 2 },
        { node: 'turn:t1', x: 3, y: 4 },
      ])
      const placed = async () => (await loadPositions(db, ownerId, 'tree:all')).map((one) => one.node)
      expect(await placed()).toEqual([node, 'turn:t1'])
      const trashed = {
        ...trashedWhole(conversationId),
        kind: 'file' as const,
        files: [{ path, hashes: [text.hash] }],
      }
      await trashParts(db, ownerId, unique('trash'), [], trashed, START, 30_000)
      expect(await purgeTrash(db, later(30_000))).toBe(1)
      expect(await placed()).toEqual([])
    })
  })
}
