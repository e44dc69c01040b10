import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testDb } from '@/lib/db/testing'
import { acceptTurn } from '@/lib/db/turns/accept-turn'
import { listSettings, loadSettings, saveSetting } from '@/lib/settings/layers'
import { THINKING, type Thinking } from './choice-controls'
import { depthOf, settingsFor } from './own-choices'

describe('the depth of a conversation', () => {
  let at: Awaited<ReturnType<typeof testDb>>
  const pick = async (depth: Thinking | null) => {
    for (const { key, value } of settingsFor(depth)) await saveSetting(at.db, at.ownerId, 'c', key, value)
  }
  beforeAll(async () => {
    at = await testDb()
    const now = new Date()
    const turn = {
      id: 't',
      conversationId: 'c',
      clientMessageId: 'm',
      userText: 'Hi',
      userTokens: 1,
      options: {},
      attachments: [],
      now,
      title: 'Hi',
      branchId: 'b',
    }
    await acceptTurn(at.db, at.ownerId, turn, { behind: 'leaf' })
  })
  afterAll(() => at.close())

  it('is stored as its own setting, and read again as it was picked', async () => {
    expect(depthOf(await listSettings(at.db, at.ownerId, 'c'))).toBeNull()
    for (const { value } of THINKING) {
      await pick(value)
      expect(depthOf(await listSettings(at.db, at.ownerId, 'c'))).toBe(value)
      expect((await loadSettings(at.db, at.ownerId, 'c')).get('thinking.enabled')).toEqual({
        value: value !== 'off',
        layer: 'conversation',
      })
    }
  })

  it('gives way to what Settings say once it is taken back, and is nobody else’s', async () => {
    await pick('research')
    await saveSetting(at.db, at.ownerId, 'user', 'thinking.preset', 'quick')
    expect(depthOf(await listSettings(at.db, at.ownerId, null))).toBeNull()
    await pick(null)
    expect(depthOf(await listSettings(at.db, at.ownerId, 'c'))).toBeNull()
    expect((await loadSettings(at.db, at.ownerId, 'c')).get('thinking.preset')).toEqual({
      value: 'quick',
      layer: 'user',
    })
  })
})
