import { existsSync, readdirSync } from 'node:fs'
import http from 'node:http'
import Database from 'better-sqlite3'
import { type App, startApp } from '../support/app-server'
import { expect, test } from '../support/test'

let app: App
test.beforeAll(async () => {
  app = await startApp()
})
test.afterAll(async () => {
  await app.kill('SIGTERM')
})

const file = JSON.stringify(
  Array.from({ length: 40 }, (_, i) => ({
    id: `c${i}`,
    messages: [{ role: 'user', content: `Number ${i}: ${'word '.repeat(4_000)}` }],
  })),
)
const count = (table: string) => {
  const db = new Database(`${app.folder}/mneme.db`, { readonly: true })
  const row = db.prepare(`SELECT COUNT(*) AS "rows" FROM "${table}"`).get() as { rows: number }
  db.close()
  return row.rows
}
/**
 * Sends the first `share` of the file, then cuts the connection unless that is all. @returns the last line of
 * the response.
 */
const send = (share: number) =>
  new Promise<string>((resolve) => {
    const host = `127.0.0.1:${app.port}`
    const headers = {
      host,
      origin: `http://${host}`,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(file),
    }
    const request = http.request(
      { host: '127.0.0.1', port: app.port, path: '/api/import', method: 'POST', headers },
      (response) => {
        let text = ''
        response.on('data', (chunk) => (text += chunk))
        response.on('close', () => resolve(text.trim().split('\n').at(-1) ?? ''))
      },
    )
    request.on('error', () => resolve('cut'))
    if (share === 1) request.end(file)
    else request.write(file.slice(0, file.length * share), () => request.destroy())
  })

test('a connection that breaks during an upload leaves nothing behind; a retry succeeds', async () => {
  expect(await send(0.6)).not.toContain('report')
  // The folder shows that the upload had started; its file must be removed.
  await expect.poll(() => existsSync(`${app.folder}/incoming`)).toBe(true)
  await expect.poll(() => readdirSync(`${app.folder}/incoming`)).toEqual([])
  expect(count('Conversation')).toBe(0)
  expect(JSON.parse(await send(1))).toMatchObject({ report: { added: 40, refused: 0 } })
  expect([count('Conversation'), count('Trash'), readdirSync(`${app.folder}/incoming`)]).toEqual([40, 0, []])
  expect(JSON.parse(await send(1))).toMatchObject({ report: { added: 0, unchanged: 40 } })
})
