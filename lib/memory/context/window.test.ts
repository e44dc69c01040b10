import { describe, expect, it } from 'vitest'
import { testDb } from '@/lib/db/testing'
import { seedConversation, seedFork } from '@/lib/db/testing-seed'
import { chooseWindow } from './window'

describe('chooseWindow', () => {
  it('names who said it where a conversation was imported with names, and nobody where the names are roles', async () => {
    const at = await testDb()
    const main = await seedConversation(at, [
      { userText: 'Hello.', answer: 'Hi!' },
      { userText: 'Hello.', answer: 'Hi!' },
    ])
    const message = (part: 'user' | 'assistant', speaker: string) => ({
      id: part,
      speaker,
      at: '2023-05-08T00:00:00.000Z',
      part,
      start: 0,
      end: 3,
    })
    const named = (turn: number, user: string, assistant: string) =>
      at.db.turn.update({
        where: { id: main.turnIds[turn] ?? '' },
        data: { messages: [message('user', user), message('assistant', assistant)] },
      })
    await named(0, 'Caroline', 'Melanie')
    await named(1, 'User', 'assistant')
    const window = await chooseWindow(at.db, at.ownerId, main.path, { before: 3, size: 5 })
    expect(window.map((turn) => turn.speakers)).toEqual([{ user: 'Caroline', assistant: 'Melanie' }, {}])
    await at.close()
  })

  it('follows the branch, and leaves out turns that never ran', async () => {
    const at = await testDb()
    const main = await seedConversation(at, [{ userText: 'one' }, { userText: 'two' }, { userText: 'three' }])
    const fork = await seedFork(at, main, 1, [
      { userText: 'two again' },
      { userText: 'waiting', status: 'queued' },
    ])
    const window = await chooseWindow(at.db, at.ownerId, fork.path, { before: 4, size: 5 })
    expect(window.map((turn) => turn.userText)).toEqual(['one', 'two again'])
    await at.close()
  })
})
