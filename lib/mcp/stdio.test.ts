// @module-tag full
import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { INSTRUCTIONS } from './about.mjs'
import { call, clientOf, ERAS, type Era } from './testing-mcp'
import { type OutsideHarness, outsideHarness } from './testing-session'

let h: OutsideHarness
const open: { close(): Promise<void> }[] = []
beforeAll(async () => {
  h = await outsideHarness()
  await h.say('chat', 'My sailing boat is called Marlinspike.')
})
afterEach(async () => {
  for (const one of open.splice(0)) await one.close()
})
afterAll(() => h.close())

async function spawned(era: Era, confirm?: boolean, args: string[] = []) {
  const { client, asked } = clientOf({ era, ...(confirm === undefined ? {} : { confirm }) })
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: ['scripts/mcp.mjs', ...args],
    env: { MNEME_URL: new URL(h.url).origin, MNEME_TOKEN: 'mneme_test' },
    stderr: 'pipe',
  })
  let noise = ''
  transport.stderr?.on('data', (text) => {
    noise += text
  })
  const errors: Error[] = []
  client.onerror = (error) => void errors.push(error)
  await client.connect(transport)
  open.push(client)
  return { client, asked, errors, noise: () => noise }
}

it('says at once that the server cannot be started', async () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'mneme-stdio-'))
  const needed = [
    'scripts/mcp.mjs',
    'scripts/bootstrap.mjs',
    'lib/mcp/about.mjs',
    'lib/config/unset-empty.mjs',
  ]
  for (const file of needed) cpSync(file, path.join(folder, file))
  symlinkSync(path.resolve('node_modules'), path.join(folder, 'node_modules'))
  writeFileSync(path.join(folder, 'scripts/start.mjs'), 'process.exit(1)')
  const { client } = clientOf({ era: 'modern' })
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [path.join(folder, 'scripts/mcp.mjs')],
      env: { PORT: '9' },
    }),
  )
  await expect(client.listTools()).rejects.toThrow('could not be started at http://127.0.0.1:9.')
  await client.close()
  rmSync(folder, { recursive: true })
})

describe.each(ERAS)('the server over stdio, in the %s protocol', (era) => {
  it('answers as the one over HTTP does, with nothing but the protocol on its output', async () => {
    const { client, errors, noise } = await spawned(era)
    expect(client.getInstructions()).toBe(INSTRUCTIONS)
    expect((await client.listTools()).tools).toHaveLength(6)
    expect((await call(client, 'recall', { query: 'boat' })).text).toContain('Marlinspike')
    const { id } = (await call(client, 'search', { query: 'Marlinspike' })).data.results[0]
    expect(JSON.stringify(await client.readResource({ uri: `mneme://turn/${id.slice(5)}` }))).toContain(
      'Marlinspike',
    )
    const { messages } = await client.getPrompt({ name: 'continue', arguments: { topic: 'boat — Segel' } })
    expect(JSON.stringify(messages)).toContain('Marlinspike')
    expect((await call(client, 'fetch', { id: 'turn:nothing' })).failed).toBe(true)
    await expect(client.callTool({ name: 'nothing', arguments: {} })).rejects.toThrow()
    expect([errors, noise()]).toEqual([[], ''])
  })

  it('asks the person where the client can, and else wants the word', async () => {
    await h.say('chat', `The alarm of the shed is ${era}.`)
    const plain = await spawned(era)
    const [found] = (await call(plain.client, 'search', { query: `alarm ${era}` })).data.results
    expect((await call(plain.client, 'forget', { id: found.id })).data.confirm).toMatch(/\./)
    const { client, asked } = await spawned(era, true)
    const gone = await call(client, 'forget', { id: found.id })
    expect([asked.length, gone.data.forgotten]).toEqual([1, [found.id]])
    expect((await call(client, 'fetch', { id: found.id })).failed).toBe(true)
  })
})
