import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { testDb } from '@/lib/db/testing'
import { seedConversation, seedFork } from '@/lib/db/testing-seed'
import { chooseWindow, cutResult, windowMessages } from './window'

type Message = { role: 'user' | 'assistant' | 'tool'; id?: string }
const tenOfThree: Message[] = Array.from({ length: 10 }, (_, i): Message[] => [{ role: 'user' }, { role: 'assistant', id: `call-${i}` }, { role: 'tool', id: `call-${i}` }]).flat()

/** The reference code's window: counts back from the end by messages, and keeps an assistant message whose user message fell out. */
const orphaning = (messages: Message[], w: number) => messages.slice(-Math.max(0, w * 3 + 2))

const startsOnUser = (messages: Message[]) => messages.length === 0 || messages[0]?.role === 'user'
const noOrphans = (messages: Message[]) =>
  messages.every((message, i) => message.role !== 'tool' || messages.slice(0, i).some((other) => other.role === 'assistant' && other.id === message.id))

describe('windowMessages', () => {
  it.each([
    [0, 0],
    [-1, 0],
    [1, 3],
    [3, 9],
    [5, 15],
    [10, 30],
    [99, 30],
  ])('w = %i keeps %i of 10 interactions of 3 messages', (w, kept) => expect(windowMessages(tenOfThree, w)).toHaveLength(kept))

  it('negative control: a window that counts messages is caught', () => {
    expect(orphaning(tenOfThree, 5)).toHaveLength(17)
    expect(startsOnUser(orphaning(tenOfThree, 5))).toBe(false)
  })

  it('starts on a user message and never parts a tool result from its call', () => {
    const interaction = fc.nat(4).map((calls): Message[] => [
      { role: 'user' },
      ...Array.from({ length: calls }, (): Message[] => {
        const id = crypto.randomUUID()
        return [
          { role: 'assistant', id },
          { role: 'tool', id },
        ]
      }).flat(),
      { role: 'assistant' },
    ])
    fc.assert(
      fc.property(fc.array(interaction), fc.integer({ min: -2, max: 30 }), fc.boolean(), (list, w, stray) => {
        const messages: Message[] = [...(stray ? [{ role: 'assistant' as const }] : []), ...list.flat()]
        const kept = windowMessages(messages, w)
        expect(startsOnUser(kept)).toBe(true)
        expect(noOrphans(kept)).toBe(true)
        expect(kept.filter((message) => message.role === 'user')).toHaveLength(Math.max(0, Math.min(w, list.length)))
        expect(messages.slice(messages.length - kept.length)).toEqual(kept)
      }),
    )
  })
})

describe('chooseWindow', () => {
  it('gives the last turns of the path with their tools, counting the current turn as one', async () => {
    const at = await testDb()
    const long = 'x'.repeat(5_000)
    const main = await seedConversation(at, [
      ...Array.from({ length: 6 }, (_, i) => ({ userText: `question ${i + 1}`, answer: `answer ${i + 1}` })),
      { userText: 'question 7', answer: 'answer 7', tools: [{ name: 'read_file', args: { path: 'a.txt' }, ok: true, result: long }] },
    ])
    const window = await chooseWindow(at.db, at.ownerId, main.path, { before: 8, size: 5 })
    expect(window.map((turn) => turn.number)).toEqual([4, 5, 6, 7])
    expect(window.at(-1)?.tools).toEqual([{ name: 'read_file', args: { path: 'a.txt' }, ok: true, result: `${'x'.repeat(2_000)}... (truncated)` }])
    expect(await chooseWindow(at.db, at.ownerId, main.path, { before: 8, size: 0 })).toEqual([])
    expect(await chooseWindow(at.db, at.ownerId, main.path, { before: 8, size: 50 })).toHaveLength(7)
    await at.close()
  })

  it('follows the branch, and leaves out turns that never ran', async () => {
    const at = await testDb()
    const main = await seedConversation(at, [{ userText: 'one' }, { userText: 'two' }, { userText: 'three' }])
    const fork = await seedFork(at, main, 1, [{ userText: 'two again' }, { userText: 'waiting', status: 'queued' }])
    const window = await chooseWindow(at.db, at.ownerId, fork.path, { before: 4, size: 5 })
    expect(window.map((turn) => turn.userText)).toEqual(['one', 'two again'])
    await at.close()
  })
})

describe('cutResult', () => {
  it('keeps short results and says when one was cut', () => {
    expect(cutResult('short')).toBe('short')
    expect(cutResult('y'.repeat(2_001))).toBe(`${'y'.repeat(2_000)}... (truncated)`)
  })
})
