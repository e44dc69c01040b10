import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { testingEnv } from '@/lib/config/testing-env'
import type { Service } from '@/lib/services/caller'
import { service } from '@/lib/services/service'
import { importLineSchema } from '@/lib/shared/transfer/transfer'
import { zipOf } from '@/lib/transfer/archive/testing-zip'
import { POST } from './route'

const folder = mkdtempSync(path.join(os.tmpdir(), 'mneme-import-route-'))
let running: Service
beforeAll(async () => {
  testingEnv({ DATABASE_URL: `file:${folder}/mneme.db`, MNEME_DATA_DIR: folder, MNEME_OFFLINE_DELAY_MS: '0' })
  running = await service()
})
afterAll(async () => {
  await running.stop()
  rmSync(folder, { recursive: true, force: true })
})

async function send(bytes: Uint8Array, name: string) {
  const headers = { 'content-length': String(bytes.length), host: '127.0.0.1', origin: 'http://127.0.0.1' }
  const response = await POST(
    new Request(`http://127.0.0.1/api/import?name=${name}`, {
      method: 'POST',
      body: Buffer.from(bytes),
      headers,
    }),
  )
  const lines = (await response.text()).trim().split('\n')
  return lines.map((line) => importLineSchema.parse(JSON.parse(line)))
}
const talks = (text: string) =>
  JSON.stringify([{ id: 'a', title: 'A', messages: [{ role: 'user', content: text }] }])

it('an archive that is sent is read from disk as if its files had been, and nothing of it is left there', async () => {
  const zip = zipOf([
    { name: 'conversations.json', data: talks('A kayak.') },
    { name: 'chat.html', data: 'A kayak.' },
  ])
  const said = await send(zip, 'sent.zip')
  expect(said.at(-1)).toMatchObject({ report: { added: 1, others: 1 } })
  expect(said.some((line) => 'progress' in line)).toBe(true)
  expect((await send(Buffer.from(talks('A kayak.')), 'conversations.json')).at(-1)).toMatchObject({
    report: { added: 0, unchanged: 1 },
  })
  const broken = zipOf([{ name: 'conversations.json', data: talks('A canoe.'), crc: 1 }])
  expect((await send(broken, 'sent.zip')).at(-1)).toMatchObject({
    report: {
      added: 0,
      error: { message: 'conversations.json in the ZIP archive is damaged. Nothing was added.' },
    },
  })
  expect(readdirSync(path.join(folder, 'incoming'))).toEqual([])
})
