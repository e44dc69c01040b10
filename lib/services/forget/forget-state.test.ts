import { describe, expect, it } from 'vitest'
import { allRows, bytesHold, secretWord, type Talk, talker } from '@/lib/agent/testing-forget'
import { sqliteFile } from '@/lib/db/engine/client'
import { purgeTrash } from '@/lib/db/forget/purge/purge'
import { holding } from '@/lib/db/testing-holding'
import { isForgotten } from '@/lib/db/turns/turns'
import { readContext, readTree } from '@/lib/memory/context/context'
import { exported } from '@/lib/transfer/testing-import'
import { inspectTurn } from '../turns/inspector'
import { forgetTurns, listForgotten, previewForget, undoForget } from './forget'

/** After the undo time. */
const purge = async (h: Talk) => {
  h.runtime.advance(31_000)
  return purgeTrash(h.db, h.runtime.now())
}
const forget = (h: Talk, number: number) =>
  forgetTurns(h.caller, { conversationId: 'c', from: number, to: number, files: false })

/** What later turns get and what leaves the app: trees, contexts, prompts, tool results, the export. */
async function seen(h: Talk): Promise<string> {
  const turns = (await h.db.turn.findMany({ orderBy: { number: 'asc' } })).filter(
    (turn) => !isForgotten(turn),
  )
  const each = await Promise.all(
    turns.map(async ({ id }) => [
      await readTree(h.db, h.ownerId, id),
      await readContext(h.db, h.ownerId, { turnId: id }),
      await inspectTurn(h.db, h.ownerId, id),
    ]),
  )
  return JSON.stringify(each) + (await exported(h))
}
const stateNow = async (h: Talk) => {
  const { activeLeafId } = await h.db.conversation.findUniqueOrThrow({ where: { id: 'c' } })
  return (await readTree(h.db, h.ownerId, activeLeafId)).state
}

/** Turn 2 stores a secret value under a secret key; later turns read it and set another. */
async function keeper() {
  const [key, value] = [secretWord(), secretWord()]
  const h = await talker()
  const lines = [
    'Hello there.',
    `keep ${key} The gate opens with ${value}.`,
    'look',
    'keep mood calm',
    'look',
  ]
  for (const line of lines) await h.tell('c', line)
  return { h, key, value }
}

describe('state that a forgotten turn set', () => {
  it('is hidden at once, restored by undo, and in no row, file or export after the purge', async () => {
    const { h, key, value } = await keeper()
    const before = await allRows(h.db)
    const { trashId } = await forget(h, 2)
    expect(await stateNow(h)).toEqual({ mood: 'calm' })
    const hidden = await seen(h)
    expect([hidden.includes(value), hidden.includes(key)]).toEqual([false, false])
    await undoForget(h.caller, trashId)
    expect(await allRows(h.db)).toEqual(before)
    expect(await stateNow(h)).toEqual({ [key]: `The gate opens with ${value}.`, mood: 'calm' })

    await forget(h, 2)
    expect((await h.tell('c', 'look')).status).toBe('completed')
    expect(await purge(h)).toBe(1)
    expect([await holding(h.db, value), await holding(h.db, key)]).toEqual([[], []])
    expect([value, key].filter((word) => bytesHold(sqliteFile(h.url), word))).toEqual([])
    expect(await stateNow(h)).toEqual({ mood: 'calm' })
    const after = await seen(h)
    expect([after.includes(value), after.includes('mood = calm')]).toEqual([false, true])
    expect((await listForgotten(h.db, h.ownerId))[0]?.proof).toMatchObject({
      counts: { turn: 1, 'workspace value': 1 },
      also: [],
      elsewhere: [],
    })
    await h.close()
  })

  it('is named before, and stays where another turn set the same', async () => {
    const h = await talker()
    for (const line of ['keep mood calm', 'keep mood calm', 'keep place home', 'keep place away'])
      await h.tell('c', line)
    const preview = (number: number) =>
      previewForget(h.caller, { conversationId: 'c', from: number, to: number })
    expect([(await preview(1)).values, (await preview(3)).values]).toEqual([[], ['place']])
    await forget(h, 1)
    await forget(h, 3)
    expect(await purge(h)).toBe(2)
    expect(await stateNow(h)).toEqual({ mood: 'calm', place: 'away' })
    const third = await h.db.turn.findFirstOrThrow({ where: { number: 3 } })
    expect((await readTree(h.db, h.ownerId, third.id)).state).toEqual({ mood: 'calm' })
    const [, first] = await listForgotten(h.db, h.ownerId)
    expect(first?.proof?.also.map((turn) => turn.number)).toEqual([2])
    await h.close()
  })

  it('stays when a turn sets the same again while it is in the trash', async () => {
    const h = await talker()
    await h.tell('c', 'keep mood calm')
    await h.tell('c', 'Good evening.')
    await forget(h, 1)
    await h.tell('c', 'keep mood calm')
    expect(await purge(h)).toBe(1)
    expect(await stateNow(h)).toEqual({ mood: 'calm' })
    await h.close()
  })

  it('comes back into the workspace of a turn that ran meanwhile', async () => {
    const h = await talker()
    await h.tell('c', 'keep mood calm')
    await h.tell('c', 'Good evening.')
    const { trashId } = await forget(h, 1)
    await h.tell('c', 'keep place home')
    expect(await stateNow(h)).toEqual({ place: 'home' })
    await undoForget(h.caller, trashId)
    expect(await stateNow(h)).toEqual({ mood: 'calm', place: 'home' })
    await h.close()
  })

  it('is neither brought back nor purged while a turn is answered without it', async () => {
    const h = await talker()
    const { models } = h.deps
    await h.tell('c', 'keep mood calm')
    await h.tell('c', 'Good evening.')
    const { trashId } = await forget(h, 1)
    h.deps.models = h.model
    const turn = await h.send('c', 'What now?', { thinking: false })
    const call = await h.model.next()
    await expect(undoForget(h.caller, trashId)).rejects.toMatchObject({ code: 'conflict' })
    expect(await purge(h)).toBe(0)
    call.say('Nothing.').end()
    await h.runner.settled(turn.id)
    h.deps.models = models
    await undoForget(h.caller, trashId)
    expect(await stateNow(h)).toEqual({ mood: 'calm' })
    await h.close()
  })
})
