import { afterEach, beforeEach, expect, it } from 'vitest'
import { type TestDb, testDb } from '@/lib/db/testing'
import { seedFact } from '@/lib/db/testing-facts'
import { seedConversation } from '@/lib/db/testing-seed'
import { nodeId } from '@/lib/shared/memory/graph'
import { findTurns } from './find-turns'
import { mapPlaceOf } from './load-map'

let at: TestDb
beforeEach(async () => {
  at = await testDb()
})
afterEach(() => at.close())
const talk = (...said: string[]) =>
  seedConversation(
    at,
    said.map((userText) => ({ userText })),
  )

it('a search of the map lists first what says all of its words in one sentence', async () => {
  await talk('The only key is with Ana. I keep a spare tyre in the shed.', 'Good evening.')
  await talk('Where is the spare key of the shed?')
  await talk('My only key broke. Spare me the details.')
  const { turns, titles } = await findTurns(at.db, at.ownerId, 'spare key')
  expect(turns.map(({ label }) => label)[0]).toBe('Where is the spare key of the shed?')
  expect(turns).toHaveLength(3)
  expect(titles).toHaveLength(3)
  expect((await findTurns(at.db, 'stranger', 'spare key')).turns).toEqual([])
})

it('what was found is in the line shown, also where nothing separates the words', async () => {
  await talk(`${'今日は天気がとても良いです、'.repeat(30)}庭で紫陽花が咲きました。`)
  const { turns } = await findTurns(at.db, at.ownerId, '紫陽花')
  expect(turns.map(({ label }) => label)).toEqual([expect.stringMatching(/^… .+紫陽花が咲きました。$/)])
})

it('a link to a fact alone leads to the turn that states it', async () => {
  const { conversationId, turnIds } = await talk('My cat is called Miso.', 'Hello.')
  const id = nodeId(
    'fact',
    await seedFact(at, { conversationId, turnIds } as never, 1, ['cat', 'name', 'Miso']),
  )
  expect(await mapPlaceOf(at.db, at.ownerId, id)).toEqual({ conversation: conversationId, turn: turnIds[0] })
  expect(await mapPlaceOf(at.db, 'stranger', id)).toBeNull()
  const place = { conversation: conversationId, turn: null }
  expect(await mapPlaceOf(at.db, at.ownerId, nodeId('turn', turnIds[0] ?? ''))).toEqual(place)
  expect(await mapPlaceOf(at.db, at.ownerId, nodeId('topic', 'x'))).toBeNull()
})
