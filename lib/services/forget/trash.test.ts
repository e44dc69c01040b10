import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { talker } from '@/lib/agent/testing-forget'
import { DAY_MS } from '@/lib/base/day'
import { setEnv } from '@/lib/config/env'
import { testingEnv } from '@/lib/config/testing-env'
import { purgeTrash } from '@/lib/db/forget/purge/purge'
import { dropTrashed, listTrashed } from '@/lib/db/forget/trashed'
import { listConversations, renameConversation } from '@/lib/db/turns/conversations'
import { searchMemory } from '@/lib/memory/search/search'
import { toFailure } from '@/lib/shared/errors'
import { deleteConversation, forgetTurns, undoForget } from './forget'

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
  await forgetTurns(h.caller, { conversationId: 'c', from: 1, to: 1, files: false })
  expect(await h.trashed()).toEqual([])
  expect(await dropTrashed(h.db, h.ownerId, null, h.runtime.now())).toBe(0)
  h.runtime.advance(31_000)
  expect(await purgeTrash(h.db, h.runtime.now())).toBe(1)
  await h.close()
})
