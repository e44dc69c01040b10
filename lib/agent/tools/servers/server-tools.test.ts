import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { env, setEnv } from '@/lib/config/env'
import { type TestDb, testDb } from '@/lib/db/testing'
import { type ToolServer as Stored, saveServer } from '@/lib/db/tool-servers'
import { place } from '@/lib/model/reach/testing-places'
import { saveServerToken } from '@/lib/settings/secrets'
import { limitsOfServers, type Permission, type ToolUse } from '@/lib/shared/tool-servers'
import type { ToolContext } from '../tool'
import { commandWords, listTools, serverProblem, type Times } from './connect'
import { type ServerTools, serverTools } from './server-tools'
import { LIE, type ToolServer, toolServer } from './testing-server'

const real = env()
let at: TestDb
let remote: ToolServer
const open: { close(): Promise<void> }[] = []
beforeEach(async () => {
  at = await testDb()
  remote = await toolServer()
})
afterEach(async () => {
  setEnv(real)
  for (const one of open.splice(0)) await one.close()
  await remote.close()
  await at.close()
})

const forAWhile = () => new AbortController().signal
const QUICK = { connectMs: 60_000, callMs: 150 }

/** Stores a server with these tools. */
async function stored(
  tools: Record<string, ToolUse>,
  given: { place?: string; token?: string; name?: string } = {},
): Promise<Stored> {
  const server: Stored = {
    ...{ id: `server_${crypto.randomUUID()}`, ownerId: at.ownerId, createdAt: new Date() },
    name: given.name ?? 'Weather',
    place: given.place ?? `${remote.url}/mcp`,
    tools: Object.entries(tools).map(([name, use]) => ({ name, use, description: `${name}.`, schema: {} })),
  }
  await saveServer(at.db, server)
  if (given.token) await saveServerToken(at.db, at.ownerId, server, given.token)
  return server
}
function toolsOf(servers: Stored[], signal = forAWhile(), times: Times = limitsOfServers): ServerTools {
  const made = serverTools({ db: at.db, ownerId: at.ownerId, signal, times }, servers)
  open.push(made)
  return made
}
const run = async (
  { tools }: ServerTools,
  name: string,
  args: object = {},
  answer: Permission | null = 'once',
) => {
  const tool = tools.find(({ spec }) => spec.name === name)
  if (!tool) throw new Error(`no tool ${name} among ${tools.map(({ spec }) => spec.name)}`)
  return tool.run(args, { ask: async () => answer } as Partial<ToolContext> as ToolContext)
}

describe('a tool of a server', () => {
  it('is offered only if it was chosen, at most so many, each under a name of its own', async () => {
    const one = await stored({ forecast: 'ask', slow: 'off' })
    const two = await stored({ 'fore/cast': 'ask', forecast: 'always' })
    const names = toolsOf([one, two]).tools.map(({ spec }) => spec.name)
    expect(names).toEqual(['mcp_Weather_forecast', 'mcp_Weather_fore_cast_2', 'mcp_Weather_forecast_3'])
    for (const name of names) expect(name).toMatch(/^[a-zA-Z0-9_-]{1,64}$/)
    const many = Object.fromEntries(Array.from({ length: 50 }, (_, i) => [`t${i}`, 'ask' as const]))
    expect(toolsOf([await stored(many)]).tools).toHaveLength(limitsOfServers.chosen)
  })
})

it('a tool keeps what the schema of its arguments refers to', async () => {
  const server = await stored({ forecast: 'ask' })
  const schema = {
    type: 'object',
    properties: { at: { $ref: '#/definitions/Place' }, to: { $ref: '#/$defs/Place' } },
    definitions: { Place: { type: 'string' } },
    $defs: { Place: { type: 'string' } },
  }
  const [tool] = toolsOf([{ ...server, tools: server.tools.map((one) => ({ ...one, schema })) }]).tools
  expect(tool && z.toJSONSchema(tool.spec.inputSchema)).toMatchObject(schema)
})

describe('a server that misbehaves', () => {
  it('is slow: the call ends in a sentence after its time, and a stopped turn does not wait', async () => {
    const tools = toolsOf([await stored({ slow: 'always' })], forAWhile(), QUICK)
    expect(await run(tools, 'mcp_Weather_slow')).toEqual({
      ok: false,
      result: 'Weather did not answer in time.',
      outside: true,
    })
    const stop = new AbortController()
    const slow = toolsOf([await stored({ slow: 'always' })], stop.signal)
    const waiting = run(slow, 'mcp_Weather_slow')
    await expect.poll(() => remote.calls.length).toBe(2)
    stop.abort()
    expect((await waiting).ok).toBe(false)
  })

  it('lies: what it says is text of a bounded length', async () => {
    const tools = toolsOf([await stored({ lie: 'always', long: 'always' })])
    expect(await run(tools, 'mcp_Weather_lie')).toEqual({ ok: true, result: LIE, outside: true })
    const { result } = await run(tools, 'mcp_Weather_long')
    expect(result).toMatch(/\(truncated\)$/)
    expect(result.length).toBeLessThan(limitsOfServers.resultChars + 20)
  })

  it('sends without end: reading stops at the limit', async () => {
    const tools = toolsOf([await stored({ huge: 'always' })])
    expect(await run(tools, 'mcp_Weather_huge')).toMatchObject({
      ok: false,
      result: 'Weather did not answer properly. It may be offline.',
    })
  })

  it('fails, with its own words', async () => {
    const tools = toolsOf([await stored({ fails: 'always', nothing: 'always' })])
    expect(await run(tools, 'mcp_Weather_fails')).toMatchObject({ ok: false, result: 'No such city.' })
    const gone = await run(tools, 'mcp_Weather_nothing')
    expect([gone.ok, gone.outside, gone.result]).toEqual([false, true, expect.stringMatching(/nothing/)])
  })

  it('goes away and comes back: the next call connects again', async () => {
    const tools = toolsOf([await stored({ forecast: 'always' })])
    expect((await run(tools, 'mcp_Weather_forecast')).ok).toBe(true)
    const gone = { ok: false, result: 'Weather did not answer properly. It may be offline.' }
    remote.state.isGone = true
    expect(await run(tools, 'mcp_Weather_forecast')).toMatchObject(gone)
    remote.state.isGone = false
    expect((await run(tools, 'mcp_Weather_forecast')).ok).toBe(true)
    await remote.close()
    expect(await run(tools, 'mcp_Weather_forecast')).toMatchObject(gone)
  })

  it.each(['closed', 'reset'] as const)('dies while it answers (%s): the call ends at once', async (dies) => {
    const tools = toolsOf([await stored({ forecast: 'always' })], forAWhile(), {
      connectMs: 60_000,
      callMs: 60_000,
    })
    expect((await run(tools, 'mcp_Weather_forecast')).ok).toBe(true)
    remote.state.dies = dies
    const gone = await run(tools, 'mcp_Weather_forecast')
    expect(gone.result).toBe('Weather did not answer properly. It may be offline.')
    remote.state.dies = null
    expect((await run(tools, 'mcp_Weather_forecast')).ok).toBe(true)
  })

  it('is no server at all', async () => {
    for (const answer of ['<html>hello</html>', '{}', '']) {
      const host = await place((_, response) => void response.end(answer))
      open.push(host)
      const tools = toolsOf([await stored({ forecast: 'always' }, { place: host.url })])
      expect(await run(tools, 'mcp_Weather_forecast')).toMatchObject({
        ok: false,
        result: expect.stringMatching(/^Weather (did not answer|refused)/),
      })
    }
  })
})

describe('the token of a server', () => {
  it('goes to its own address, and never comes back in a result', async () => {
    const strict = await toolServer({ wants: 'a-secret-token' })
    open.push(strict)
    const given = { token: 'always', token_at_the_cut: 'always' } as const
    const server = await stored(given, { place: strict.url, token: 'a-secret-token' })
    const cut = await run(toolsOf([server]), 'mcp_Weather_token_at_the_cut')
    expect(cut.result).toMatch(/x{5}\[toke\.\.\. \(truncated\)$/)
    expect(await run(toolsOf([server]), 'mcp_Weather_token')).toMatchObject({
      ok: true,
      result: 'It is [token].',
    })
    const moved = { ...server, place: `${strict.url}/elsewhere` }
    expect(await run(toolsOf([moved]), 'mcp_Weather_token')).toMatchObject({
      ok: false,
      result: 'Weather wants a token.',
    })
  })
})

describe('where a server may be', () => {
  const shared = () => setEnv({ ...real, MNEME_ACCESS_TOKEN: 'ann:token-of-ann-000' })

  it('shared: not inside the network of the server, by any spelling, and no command', async () => {
    shared()
    const { port } = new URL(remote.url)
    for (const host of ['127.0.0.1', '2130706433', '[::ffff:127.0.0.1]', 'localhost', '169.254.169.254']) {
      const at = { name: 'W', place: `http://${host}:${port}/mcp`, token: null }
      const problem = await listTools(at, forAWhile()).catch((error: unknown) => serverProblem(error, at))
      expect(problem).toMatch(/is inside this server’s network|is a reserved address/)
    }
    const command = { name: 'W', place: `${process.execPath} scripts/mcp.mjs`, token: null }
    await expect(listTools(command, forAWhile())).rejects.toThrow('commands are not allowed here')
    expect(remote.authorization).toEqual([])
  })

  it('a redirect to another address is not followed', async () => {
    const host = await place((_, response) => void response.writeHead(307, { location: remote.url }).end())
    open.push(host)
    const at = { name: 'W', place: host.url, token: null }
    await expect(listTools(at, forAWhile())).rejects.toThrow()
    expect(remote.authorization).toEqual([])
  })

  it('a command is started without a shell and without what Mneme keeps secret', {
    tags: 'full',
  }, async () => {
    expect(commandWords(`node "a b.js" 'c d' --e=f;rm`)).toEqual(['node', 'a b.js', 'c d', '--e=f;rm'])
    const script = 'lib/agent/tools/servers/testing-command.mjs'
    process.env.MNEME_PROBE = 'secret'
    const server = await stored({ variables: 'always' }, { place: `"${process.execPath}" ${script}` })
    const tools = toolsOf([server])
    const { result, ok } = await run(tools, 'mcp_Weather_variables')
    delete process.env.MNEME_PROBE
    expect([ok, result]).toEqual([true, expect.stringContaining('PATH')])
    expect(result).not.toContain('MNEME')
  })
})
