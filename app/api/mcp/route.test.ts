import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { testingEnv } from '@/lib/config/testing-env'
import { ensureUser } from '@/lib/db/users'
import { call, connected, ERAS, serveRequests } from '@/lib/mcp/testing-mcp'
import type { Service } from '@/lib/services/caller'
import { writeCalls } from '@/lib/services/door/call-log'
import { createToken, lastCalls, revokeToken } from '@/lib/services/door/tokens'
import { service } from '@/lib/services/service'
import { POST } from './route'

const folder = mkdtempSync(path.join(os.tmpdir(), 'mneme-mcp-route-'))
let running: Service
let server: Awaited<ReturnType<typeof serveRequests>>
beforeAll(async () => {
  testingEnv({ DATABASE_URL: `file:${folder}/mneme.db`, MNEME_DATA_DIR: folder, MNEME_OFFLINE_DELAY_MS: '0' })
  running = await service()
  await ensureUser(running.db, 'local', running.runtime.now())
  server = await serveRequests(POST)
})
afterAll(async () => {
  await server.close()
  await running.stop()
  rmSync(folder, { recursive: true, force: true })
})

it.each(ERAS)(
  'a token is enough, and names the client; its calls are noted without words (%s)',
  async (era) => {
    const person = { ...running, ownerId: 'local' }
    const { key, token } = await createToken(person, {
      name: `Cursor ${era}`,
      life: 'month',
      may: ['read', 'write'],
    })
    const headers = { authorization: `Bearer ${key}` }
    const { client } = await connected(`${server.url}/api/mcp`, { era, headers })
    expect((await client.listTools()).tools.map(({ name }) => name)).not.toContain('forget')
    const stored = await call(client, 'remember', { content: `The ${era} kiosk opens at nine.` })
    expect(stored.data.url).toMatch(new RegExp(`^${server.url}/c/.*at=`))
    const found = await call(client, 'search', { query: `${era} kiosk` })
    expect(found.data.results[0].title).toContain(`said by Cursor ${era}, unconfirmed`)
    await writeCalls(running)
    const calls = await lastCalls(person, token.id)
    expect(calls.map(({ tool }) => tool).sort()).toEqual(['remember', 'search'])
    expect(JSON.stringify(calls)).not.toContain('kiosk')
    testingEnv({
      DATABASE_URL: `file:${folder}/mneme.db`,
      MNEME_DATA_DIR: folder,
      MNEME_PUBLIC_URL: 'https://m.example/',
    })
    expect((await call(client, 'search', { query: `${era} kiosk` })).data.results[0].url).toMatch(
      /^https:\/\/m.example\/c\//,
    )
    testingEnv({ DATABASE_URL: `file:${folder}/mneme.db`, MNEME_DATA_DIR: folder })
    await revokeToken(person, token.id)
    await expect(call(client, 'search', { query: 'kiosk' })).rejects.toThrow(/401|revoked/)
    await expect(connected(`${server.url}/api/mcp`, { era })).rejects.toThrow()
  },
)
