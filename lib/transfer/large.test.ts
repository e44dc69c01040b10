/** @module-tag full */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { sha256 } from '@/lib/db/engine/blobs'
import { testDb } from '@/lib/db/testing'
import { limits } from '@/lib/shared/limits'
import { importRuntime, importText } from './testing-import'

const AT = '2026-01-01T00:00:00.000Z'
const CHARS = 13_000_000
const [HEAD, PLAIN] = [`{"mneme":{"format":1,"exportedAt":"${AT}"},"conversations":[`, '{"conversations":[']
const texts = ['a', 'b', 'c', 'd', 'e'].map((letter) => letter.repeat(CHARS))
/** A conversation without turns, with more text than the usual limit. */
const large = (id: string, blobs = texts) =>
  JSON.stringify({
    conversation: {
      id,
      title: id,
      origin: 'local',
      activeLeafId: null,
      pinnedAt: null,
      createdAt: AT,
      updatedAt: AT,
    },
    ...{ branches: [], turns: [], blobs: blobs.map((text) => ({ hash: sha256(text), text, tokens: 1 })) },
  })
const talk = (text: string) =>
  JSON.stringify({ id: 't', title: 'T', messages: [{ role: 'user', content: text }], more: texts })
const reasons = async (file: string, more = {}) => {
  const test = await testDb()
  const report = await importText(test, file, { runtime: importRuntime(), ...more })
  await test.close()
  return report.conversations.map((one) => one.reason ?? one.status)
}
const TOO_LARGE = 'It is larger than 64 MB.'

/** The same with a field that is not a text, so it counts as memory. */
const heavy = (id: string) =>
  large(id, []).replace('"turns":[]', `"turns":[],"more":${JSON.stringify(texts)}`)

describe('a conversation over the usual limit', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'mneme-large-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it('comes in from a Mneme export when it is its texts that are large: they wait on disk', async () => {
    expect(texts.length * CHARS).toBeGreaterThan(limits.transfer.conversationBytes)
    const test = await testDb()
    const file = `${HEAD}${large('conv_a')},${large('conv_b', ['b', 'c'])}]}`
    expect(
      (await importText(test, file, { runtime: importRuntime(), folder })).conversations.map(
        (one) => one.status,
      ),
    ).toEqual(['added', 'added'])
    const rows = await test.db.blob.findMany({ select: { hash: true, text: true } })
    expect(rows.map((row) => [row.text.slice(0, 1), row.text.length, row.hash]).sort()).toEqual(
      [...texts, 'b', 'c'].map((text) => [text.slice(0, 1), text.length, sha256(text)]).sort(),
    )
    expect((await importText(test, file, { runtime: importRuntime(), folder })).unchanged).toBe(2)
    expect(readdirSync(folder)).toEqual([])
    await test.close()
  })

  it('comes in with more rows on the command line, and only there', async () => {
    expect(await reasons(`${HEAD}${heavy('conv_a')}]}`, { large: true })).toEqual(['added'])
    expect(await reasons(`${HEAD}${heavy('conv_a')}]}`)).toEqual([TOO_LARGE])
    expect(await reasons(`${PLAIN}${heavy('conv_a')}]}`, { large: true })).toEqual([TOO_LARGE])
    // Neither a conversation of another format in such a file nor a second document gets the larger limit.
    expect(await reasons(`${HEAD}${talk('Hi')}]}\n${PLAIN}${large('conv_b')}]}`, { large: true })).toEqual([
      TOO_LARGE,
      TOO_LARGE,
    ])
  })
})
