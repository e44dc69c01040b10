// @module-tag full
import { afterEach, describe, expect, it } from 'vitest'
import { env, parseEnv, setEnv } from '@/lib/config/env'
import { changeOps } from '@/lib/db/engine/changes'
import { sqliteFile } from '@/lib/db/engine/client'
import { purgeTrash } from '@/lib/db/forget/purge/purge'
import { recalledLinks, recallsOfTurns } from '@/lib/db/memory/recalls'
import { holding } from '@/lib/db/testing-holding'
import { acceptTurn } from '@/lib/db/turns/accept-turn'
import { turnDtos } from '@/lib/db/turns/turn-dto'
import { getTurn } from '@/lib/db/turns/turns'
import { wholeMap } from '@/lib/memory/map/testing-whole-map'
import { forgetFile, forgetTurns, undoForget } from '@/lib/services/forget/forget'
import { modelsFor } from '@/lib/services/models/model-settings'
import { inspectTurn } from '@/lib/services/turns/inspector'
import { storeUploads } from '@/lib/services/turns/uploads'
import { fileId, nodeId } from '@/lib/shared/memory/graph'
import { ReflectiveAgent } from './reflective-agent'
import { type Harness, harness, type ScriptedModels } from './testing'
import { bytesHold, secretWord, type Talk, talker } from './testing-forget'

const real = env()
afterEach(() => setEnv(real))
const purge = async (h: Talk) => {
  h.runtime.advance(31_000)
  return purgeTrash(h.db, h.runtime.now())
}
const hitsOf = async (h: Pick<Talk, 'db' | 'ownerId'>, turnId: string) =>
  (await recallsOfTurns(h.db, h.ownerId, [turnId]))
    .get(turnId)
    ?.flatMap(({ recall }) => (recall.source === 'prompt' ? [] : recall.hits)) ?? []
/** The last turn of `c` as every reader of it is given it. */
const seen = async (h: Talk, turnId: string) =>
  JSON.stringify([
    await turnDtos(h.db, h.ownerId, [await getTurn(h.db, h.ownerId, turnId)]),
    await inspectTurn(h.db, h.ownerId, turnId),
  ])

describe('a fact that stands only in an uploaded file of another conversation', () => {
  it.each(['cabin.md', '<img src=x onerror=alert(1)>.md'])(
    'is recalled by the built-in model and answered from the file, by its name: %s',
    async (name) => {
      const parsed = parseEnv({
        NODE_ENV: 'test',
        MNEME_SECRET: 'a secret for the tests only',
        MNEME_OFFLINE_DELAY_MS: '0',
      })
      if (parsed.ok) setEnv(parsed.env)
      const h: Harness = await harness(() => ({ text: 'I keep it.' }), {
        runTurn: async (run) =>
          new ReflectiveAgent(
            run.turn.conversationId === 'other'
              ? h.deps
              : { ...h.deps, models: await modelsFor(h.db, h.ownerId, h.runtime) },
          ).run(run),
      })
      const [upload] = await storeUploads(
        { ...h } as unknown as Parameters<typeof storeUploads>[0],
        'other',
        [new File(['The cabin wifi password is zanzibar-91.\n'], name)],
      )
      const sent = {
        id: 't_file',
        conversationId: 'other',
        clientMessageId: 'm_file',
        userText: 'Please keep this for later.',
        userTokens: 6,
        options: { thinking: false },
      }
      await acceptTurn(
        h.db,
        h.ownerId,
        {
          ...sent,
          attachments: upload ? [{ uploadId: upload.uploadId, path: upload.path, bytes: upload.bytes }] : [],
          now: h.runtime.now(),
          title: 'Later',
          branchId: 'b_file',
        },
        { behind: 'leaf' },
      )
      await h.runner.kick(h.ownerId, 'other')
      await h.runner.settled('t_file')
      const turn = await h.say('c', 'What is the wifi password of the cabin?')
      expect(turn.answer).toContain(`\`${name}\` says: “The cabin wifi password is zanzibar-91.”`)
      const hits = await hitsOf(h, turn.id)
      expect(hits.length).toBeGreaterThan(0)
      for (const hit of hits)
        expect(hit).toMatchObject({
          kind: 'file',
          refId: `other:${name}`,
          turnId: 't_file',
          conversationId: 'other',
        })
      await h.close()
    },
  )
})

describe('a recalled file', () => {
  it('stands in the next prompt and in the graph, and is gone from everything when it is forgotten', async () => {
    const word = secretWord()
    const h = await talker(`notes/${word}`)
    const path = `notes/${word[0]}.md`
    const wrote = await h.tell('other', 'invent once')
    for (let i = 0; i < 9; i++) await h.tell('other', 'Good evening.')
    const [turn, own] = [await h.tell('c', 'find treasure'), await h.tell('other', 'find lies')]
    const found = async (id: string) =>
      (await hitsOf(h, id)).map(({ kind, refId, turnId }) => [kind, refId, turnId])
    for (const { id } of [turn, own]) expect(await found(id)).toEqual([['file', `other:${path}`, wrote.id]])
    const at = `file=${encodeURIComponent(path)}`
    const isShown = (text: string) =>
      text.includes(at) && text.includes(`| The treasure notes/${word} lies here.`)
    for (const asked of ['find treasure', 'find lies']) {
      const requests = (h.deps.models as ScriptedModels).requests.filter(({ user }) => user.endsWith(asked))
      const results = requests.flatMap(({ exchanges }) => exchanges.flatMap((one) => one.results))
      expect([...requests.map(({ user }) => user), ...results.map(({ text }) => text)].some(isShown)).toBe(
        true,
      )
    }
    const links = async () =>
      (await wholeMap(h.db, h.ownerId)).edges
        .filter((edge) => edge.kind === 'recalled' && edge.to === fileId('other', path))
        .map(({ from, to }) => [from, to])
    expect(await links()).toContainEqual([nodeId('turn', turn.id), fileId('other', path)])
    expect(await recalledLinks(h.db, h.ownerId, turn.id, fileId('other', path))).toHaveLength(1)
    expect(await recalledLinks(h.db, h.ownerId, turn.id, wrote.id)).toEqual([])

    const before = await seen(h, turn.id)
    expect(before).toContain(word)
    const { trashId } = await forgetFile(h.caller, { conversationId: 'other', path })
    for (const { id } of [turn, own]) expect(await seen(h, id)).not.toContain(word)
    expect(await links()).toEqual([])
    await undoForget(h.caller, trashId)
    expect(await seen(h, turn.id)).toBe(before)
    await forgetFile(h.caller, { conversationId: 'other', path })
    await purge(h)
    expect(await holding(h.db, word)).toEqual([])
    expect(await holding(h.db, path)).toEqual([])
    expect(bytesHold(sqliteFile(h.url), word)).toBe(false)
    await h.close()
  })
})

describe('a recalled summary', () => {
  it('is gone from everything with any turn it rests on', async () => {
    const word = secretWord()
    const h = await talker()
    const told = await h.tell('other', 'We booked two weeks in Lisbon.')
    const { id } = await h.db.summary.findFirstOrThrow({ where: { level: 0, conversationId: 'other' } })
    await h.db.$transaction([
      h.db.summary.update({
        where: { id },
        data: { text: `Holiday plans of ${word}: two weeks in Lisbon.`, status: 'model' },
      }),
      ...changeOps(h.db, h.ownerId, [{ kind: 'summary', refId: id, op: 'put' }]),
    ])
    const turn = await h.tell('c', 'find holiday')
    expect(
      (await hitsOf(h, turn.id)).map(({ kind, refId, turnId, covers }) => [kind, refId, turnId, covers]),
    ).toEqual([['summary', id, told.id, { from: 1, to: 1 }]])
    const edges = (await wholeMap(h.db, h.ownerId)).edges
      .filter((edge) => edge.kind === 'recalled')
      .map(({ from, to }) => [from, to])
    expect(edges).toContainEqual([nodeId('turn', turn.id), nodeId('summary', id)])
    // As a roll-up would: its last turn is another one.
    const second = await h.tell('other', 'Good evening.')
    await h.db.recallHit.updateMany({ where: { kind: 'summary' }, data: { sourceTurnId: second.id } })
    expect(await seen(h, turn.id)).toContain(word)
    await forgetTurns(h.caller, { conversationId: 'other', from: 1, to: 1, files: false })
    expect(await seen(h, turn.id)).not.toContain(word)
    await purge(h)
    expect(await hitsOf(h, turn.id)).toEqual([])
    expect(await holding(h.db, word)).toEqual([])
    await h.close()
  })
})
