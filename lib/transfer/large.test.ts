import { describe, expect, it } from 'vitest'
import { sha256 } from '@/lib/db/blobs'
import { testDb } from '@/lib/db/testing'
import { limits } from '@/lib/shared/limits'
import { exportStream } from './export'
import { importRuntime, importText } from './testing-import'

const AT = '2026-01-01T00:00:00.000Z'
const CHARS = 13_000_000
const [HEAD, PLAIN] = [`{"mneme":{"format":1,"exportedAt":"${AT}"},"conversations":[`, '{"conversations":[']
const texts = ['a', 'b', 'c', 'd', 'e'].map((letter) => letter.repeat(CHARS))
/** A conversation without turns and with more text than the usual limit. */
const large = (id: string, blobs = texts) =>
  JSON.stringify({
    conversation: { id, title: id, origin: 'local', activeLeafId: null, pinnedAt: null, createdAt: AT, updatedAt: AT },
    ...{ branches: [], turns: [], blobs: blobs.map((text) => ({ hash: sha256(text), text, tokens: 1 })) },
  })
const talk = (text: string) => JSON.stringify({ id: 't', title: 'T', messages: [{ role: 'user', content: text }], more: texts })
const reasons = async (file: string, more = {}) => {
  const test = await testDb()
  const report = await importText(test, file, { runtime: importRuntime(), ...more })
  await test.close()
  return report.conversations.map((one) => one.reason ?? one.status)
}
const TOO_LARGE = 'It is larger than 64 MB.'

describe('a conversation over the usual limit', () => {
  it('comes in from an own export on the command line, and only there', async () => {
    expect(texts.length * CHARS).toBeGreaterThan(limits.transfer.conversationBytes)
    expect(await reasons(`${HEAD}${large('conv_a')}]}`, { large: true })).toEqual(['added'])
    expect(await reasons(`${HEAD}${large('conv_a')}]}`)).toEqual([TOO_LARGE])
    expect(await reasons(`${PLAIN}${large('conv_a')}]}`, { large: true })).toEqual([TOO_LARGE])
    // Neither one of another format in such a file, nor the document behind it.
    expect(await reasons(`${HEAD}${talk('Hi')}]}\n${PLAIN}${large('conv_b')}]}`, { large: true })).toEqual([TOO_LARGE, TOO_LARGE])
  }, 120_000)

  it('is told of with its size by an export', async () => {
    const test = await testDb()
    await importText(test, `${HEAD}${large('conv_a', [])}]}`)
    const told: [string, number][] = []
    let text = ''
    for await (const piece of exportStream(test.db, test.ownerId, { onConversation: (title, bytes) => told.push([title, bytes]) })) text += piece
    expect(told).toEqual([['conv_a', expect.any(Number)]])
    expect(told[0]?.[1]).toBeGreaterThan(50)
    expect(told[0]?.[1]).toBeLessThan(text.length)
    await test.close()
  }, 60_000)
})
