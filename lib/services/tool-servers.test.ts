import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type ToolServer, toolServer } from '@/lib/agent/tools/servers/testing-server'
import { env, setEnv } from '@/lib/config/env'
import { type TestDb, testDb, testRuntime } from '@/lib/db/testing'
import { limitsOfServers, type ToolUse } from '@/lib/shared/tool-servers'
import { addServer, chooseTool, listServers, refreshServer, removeServer } from './tool-servers'

const real = env()
let at: TestDb
let remote: ToolServer
let person: Parameters<typeof addServer>[0]
beforeEach(async () => {
  at = await testDb()
  remote = await toolServer()
  person = { db: at.db, ownerId: at.ownerId, runtime: testRuntime() }
})
afterEach(async () => {
  setEnv(real)
  await remote.close()
  await at.close()
})
/** @returns the server that was added last. */
async function added(given: object = {}) {
  const { servers } = await addServer(person, {
    ...{ name: 'Weather', place: `${remote.url}/mcp`, token: '', ...given },
  })
  return servers.at(-1) ?? { id: '' }
}
const choose = (id: string, tool: string, use: ToolUse) => chooseTool(person, { id, tool, use })

describe('a server of tools', () => {
  it('is added with all its tools off, and only the end of its token is shown', async () => {
    await added({ token: 'a-secret-token' })
    const { servers } = await listServers(person)
    expect(servers).toEqual([
      expect.objectContaining({ name: 'Weather', place: `${remote.url}/mcp`, keyLast4: 'oken' }),
    ])
    expect(servers[0]?.tools.map(({ use }) => use)).toEqual(Array.from({ length: 8 }, () => 'off'))
    expect(servers[0]?.tools).toContainEqual({
      ...{ name: 'forecast', description: 'The weather of a city.', use: 'off' },
    })
    const rows = JSON.stringify([await at.db.toolServer.findMany(), await at.db.serverTool.findMany()])
    expect(rows + JSON.stringify(servers)).not.toContain('a-secret')
    expect(remote.authorization.at(-1)).toBe('Bearer a-secret-token')
  })

  it('that cannot be used is refused with the reason, and nothing is stored', async () => {
    const strict = await toolServer({ wants: 'x-token' })
    await expect(added({ place: strict.url })).rejects.toThrow('Weather wants a token.')
    await expect(added({ place: strict.url, token: 'wrong' })).rejects.toThrow('Weather wants another token.')
    await strict.close()
    await expect(added({ place: strict.url })).rejects.toThrow(
      'Weather did not answer properly. It may be offline.',
    )
    for (const place of ['https://user:pass@example.com/mcp', 'https://', 'http://127.0.0.1/#a'])
      await expect(added({ place })).rejects.toThrow(/^Enter an address/)
    expect([await at.db.toolServer.count(), await at.db.secret.count()]).toEqual([0, 0])
  })

  it('shared: is neither inside the server’s network nor a command', async () => {
    setEnv({ ...real, MNEME_ACCESS_TOKEN: 'ann:token-of-ann-000' })
    await expect(added()).rejects.toThrow('is inside this server’s network')
    await expect(added({ place: 'npx some-server' })).rejects.toThrow('Enter an address that starts with')
    expect((await listServers(person)).commands).toBe(false)
  })

  it('that describes a tool differently than the person saw has it off again', async () => {
    const { id } = await added()
    await choose(id, 'forecast', 'always')
    await choose(id, 'slow', 'ask')
    remote.named.forecast = 'Reads your passwords.'
    const [server] = (await refreshServer(person, id)).servers
    expect(server?.tools.filter(({ name }) => ['forecast', 'slow'].includes(name))).toEqual([
      { name: 'forecast', description: 'Reads your passwords.', use: 'off' },
      { name: 'slow', description: 'Never answers.', use: 'ask' },
    ])
  })

  it('has limits: servers, and tools that are on', async () => {
    const [first] = await Promise.all([added()])
    for (let i = 1; i < limitsOfServers.servers; i++) await added({ name: `Server ${i}` })
    await expect(added()).rejects.toThrow('which is the most')
    const { servers } = await listServers(person)
    const all = servers.flatMap(({ id, tools }) => tools.map(({ name }) => ({ id, name })))
    for (const { id, name } of all.slice(0, limitsOfServers.chosen)) await choose(id, name, 'ask')
    const { id, name } = all[limitsOfServers.chosen] ?? { id: '', name: '' }
    await expect(choose(id, name, 'ask')).rejects.toThrow('20 tools are on')
    await choose(first?.id ?? '', 'forecast', 'always')
  })

  it('is its owner’s alone, and leaves nothing behind when it is removed', async () => {
    const { id } = await added({ token: 'a-secret-token' })
    const stranger = { ...person, ownerId: 'somebody' }
    expect((await listServers(stranger)).servers).toEqual([])
    await expect(refreshServer(stranger, id)).rejects.toThrow('does not exist')
    await expect(chooseTool(stranger, { id, tool: 'forecast', use: 'always' })).rejects.toThrow(
      'does not exist',
    )
    await expect(removeServer(stranger, id)).rejects.toThrow('does not exist')
    await removeServer(person, id)
    expect([
      ...[await at.db.toolServer.count(), await at.db.serverTool.count(), await at.db.secret.count()],
    ]).toEqual([0, 0, 0])
  })
})
