import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { allRows, talker } from '@/lib/agent/testing-forget'
import { setEnv } from '@/lib/config/env'
import { testingEnv } from '@/lib/config/testing-env'
import { purgeTrash } from '@/lib/db/forget/purge/purge'
import { dropTrashed, listTrashed } from '@/lib/db/forget/trash-list'
import { listConversations, renameConversation } from '@/lib/db/turns/conversations'
import { searchMemory } from '@/lib/memory/search/search'
import { DAY_MS } from '@/lib/shared/day'
import { toFailure } from '@/lib/shared/errors'
import { deleteConversation, forgetTurns, listForgotten, previewForget, undoForget } from './forget'

beforeAll(() => testingEnv())
afterAll(() => setEnv(undefined))

/** Two conversations of one turn each. */
async function story() {
  const h = await talker()
  await h.tell('c', 'My barn is called Quorrin.')
  await h.tell('d', 'My mill is called Zellby.')
  const trashed = () => listTrashed(h.db, h.ownerId, h.runtime.now())
  const later = (days: number) => {
    h.runtime.advance(days * DAY_MS)
    return purgeTrash(h.db, h.runtime.now())
  }
  return { ...h, trashed, later }
}

describe('a deleted conversation', () => {
  it('is not found, and no fault, for a new name that comes at the same moment', async () => {
    const h = await story()
    const write = h.db.$transaction.bind(h.db) as (...args: unknown[]) => unknown
    const between = vi.spyOn(h.db, '$transaction').mockImplementationOnce(async (...args: unknown[]) => {
      await deleteConversation(h.caller, 'c')
      return write(...args)
    })
    const ended = await renameConversation(h.db, h.ownerId, 'c', 'Barns').catch(toFailure)
    expect(ended).toMatchObject({ code: 'not_found' })
    between.mockRestore()
    await h.close()
  })

  it('stays in the trash for 30 days, found by nothing, and is purged after that', async () => {
    const h = await story()
    const { undoMs } = await deleteConversation(h.caller, 'c')
    expect(undoMs).toBe(30_000)
    expect(await h.later(29)).toBe(0)
    const [kept] = await h.trashed()
    expect(kept).toMatchObject({ turns: 1 })
    const trashedAs = (id: string) => listTrashed(h.db, h.ownerId, h.runtime.now(), id)
    expect(await trashedAs('c')).toMatchObject([{ trashId: kept?.trashId }])
    expect(await trashedAs('d')).toEqual([])
    expect(Math.ceil((kept?.leftMs ?? 0) / DAY_MS)).toBe(1)
    expect(
      (await searchMemory(h.db, h.ownerId, { text: 'Quorrin', kinds: ['message'], limit: 10 })).hits,
    ).toEqual([])
    expect(await h.later(1)).toBe(1)
    expect(await h.trashed()).toEqual([])
    expect(await h.db.conversation.count({ where: { id: 'c' } })).toBe(0)
    await h.close()
  })

  it('returns whole on its last day', async () => {
    const h = await story()
    const { trashId } = await deleteConversation(h.caller, 'c')
    await h.later(29)
    await undoForget(h.caller, trashId)
    expect(await h.later(5)).toBe(0)
    expect((await listConversations(h.db, h.ownerId, {})).map(({ id }) => id).sort()).toEqual(['c', 'd'])
    await h.close()
  })

  it('is purged at once when it is deleted for good: one, or all, and only the owner’s', async () => {
    const h = await story()
    const { trashId } = await deleteConversation(h.caller, 'c')
    await deleteConversation(h.caller, 'd')
    expect(await dropTrashed(h.db, 'somebody-else', null, h.runtime.now())).toBe(0)
    expect(await dropTrashed(h.db, h.ownerId, trashId, h.runtime.now())).toBe(1)
    expect(await h.later(0)).toBe(1)
    expect(await h.trashed()).toHaveLength(1)
    expect(await dropTrashed(h.db, h.ownerId, null, h.runtime.now())).toBe(1)
    expect(await h.later(0)).toBe(1)
    expect(await h.db.conversation.count()).toBe(0)
    await h.close()
  })
})

it('a forgotten turn is never kept in the trash of conversations, and goes after the undo time', async () => {
  const h = await story()
  await h.tell('c', 'My byre is called Wexley.')
  await forgetTurns(h.caller, { conversationId: 'c', from: 1, to: 1, files: false })
  expect(await h.trashed()).toEqual([])
  expect(await dropTrashed(h.db, h.ownerId, null, h.runtime.now())).toBe(0)
  h.runtime.advance(31_000)
  expect(await purgeTrash(h.db, h.runtime.now())).toBe(1)
  await h.close()
})

describe('a conversation that forgetting empties', () => {
  const all = { conversationId: 'c', from: 1, to: 1, files: false }
  const listed = async ({ db, ownerId }: Awaited<ReturnType<typeof story>>) =>
    (await listConversations(db, ownerId, {})).map(({ id }) => id)

  it('goes with its last turn, comes back by undo as it was, and is purged after the undo time', async () => {
    const h = await story()
    const before = await allRows(h.db)
    expect((await previewForget(h.caller, all)).emptied).toBe(1)
    const { trashId, emptied } = await forgetTurns(h.caller, all)
    expect([emptied, await listed(h), await h.trashed()]).toEqual([['c'], ['d'], []])
    await undoForget(h.caller, trashId)
    expect(await allRows(h.db)).toEqual(before)

    await forgetTurns(h.caller, all)
    h.runtime.advance(31_000)
    expect(await purgeTrash(h.db, h.runtime.now())).toBe(1)
    expect(await h.db.conversation.count({ where: { id: 'c' } })).toBe(0)
    expect((await listForgotten(h.db, h.ownerId))[0]?.proof).toMatchObject({
      ...{ kind: 'conversation', also: [], elsewhere: [] },
      counts: { turn: 1 },
    })
    await h.close()
  })

  it('stays with another turn, or with a file that the person keeps', async () => {
    const h = await story()
    await h.tell('c', 'file notes.md The walrus sleeps.')
    const one = await forgetTurns(h.caller, all)
    expect((await previewForget(h.caller, { ...all, from: 2, to: 2 })).emptied).toBe(1)
    const both = await forgetTurns(h.caller, { ...all, from: 2, to: 2 })
    expect([one.emptied, both.emptied, await listed(h)]).toEqual([undefined, undefined, ['c', 'd']])
    await h.close()
  })

  it('is not taken from a turn that begins at that moment', async () => {
    const h = await story()
    const run = h.db.$transaction.bind(h.db) as (...args: unknown[]) => unknown
    const between = vi.spyOn(h.db, '$transaction').mockImplementationOnce(async (...args: unknown[]) => {
      await h.tell('c', 'My byre is called Wexley.')
      return run(...args)
    })
    await expect(forgetTurns(h.caller, all)).rejects.toMatchObject({ code: 'conflict' })
    between.mockRestore()
    expect([await listed(h), await h.db.trash.count()]).toEqual([['c', 'd'], 0])
    await h.close()
  })
})
