import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { serveRequests } from '@/lib/mcp/testing-mcp'
import { installation } from '../testing-mneme'

const homes: string[] = []
let home = ''
let at: ReturnType<typeof installation>
beforeEach(() => {
  home = mkdtempSync(path.join(os.tmpdir(), 'mneme-home-'))
  homes.push(home)
  at = installation({ HOME: home, CLAUDE_CONFIG_DIR: '', CODEX_HOME: '', HOST: '', PORT: '' })
  homes.push(at.folder)
})
afterAll(() => {
  for (const one of homes) rmSync(one, { recursive: true, force: true })
})

const put = (name: string, text: string) => {
  mkdirSync(path.dirname(path.join(home, name)), { recursive: true })
  writeFileSync(path.join(home, name), text)
}
const read = (name: string) =>
  existsSync(path.join(home, name)) ? readFileSync(path.join(home, name), 'utf8') : null
const TOKEN = ['--token', 'mneme_abc', '--url', 'http://127.0.0.1:4999']
const command = (agent: string) => `node "${path.resolve('scripts', 'hook.mjs')}" ${agent}`

/** Odd but valid: tabs, one line, comments, a comma at the end, no newline at the end, hooks of others. */
const FOREIGN: Record<string, Record<string, string>> = {
  'claude-code': {
    '.claude.json': '{"numStartups": 3,   "projects": {"/x": {"history": ["a \\"}{ b"]}}, "mcpServers": {}}',
    '.claude/settings.json':
      '{\n\t"model": "opus",\n\t"hooks": {\n\t\t"Stop": [{"hooks": [{"type": "command", "command": "say done"}]}],\n\t\t"Notification": []\n\t}\n}\n',
  },
  codex: {
    '.codex/config.toml':
      'model = "gpt-6"  # mine\n\n[mcp_servers.docs]\ncommand = "docs"\n\n[projects."/x"]\ntrust_level = "trusted"',
    '.codex/hooks.json': '{ "hooks": { } }\n',
  },
  cursor: {
    '.cursor/mcp.json':
      '{\r\n  // mine\r\n  "mcpServers": {\r\n    "docs": { "command": "docs" }, // no more\r\n  },\r\n}\r\n',
    '.cursor/hooks.json':
      '{\n  "version": 1,\n  "hooks": {\n    "stop": [\n      { "command": "./mine.sh" }\n    ]\n  }\n}',
  },
}
/** A text without what JSON does not have. */
const strict = (text: string) =>
  JSON.parse(text.replace(/^\s*\/\/.*$|\/\/ no more/gm, '').replace(/,(\s*[\]}])/g, '$1'))

describe.each(Object.keys(FOREIGN))('connect %s', (agent) => {
  const files = Object.keys(FOREIGN[agent] ?? {})
  const all = () => files.map(read)

  it('makes the files in an empty home, twice the same, and leaves nothing when removed', async () => {
    expect((await at.here('connect', agent, ...TOKEN)).code).toBe(0)
    const first = all()
    expect(first.join()).toContain('http://127.0.0.1:4999/api/mcp')
    expect(first.join()).toContain('Bearer mneme_abc')
    expect(first.join()).toContain(JSON.stringify(command(agent)))
    expect((await at.here('connect', agent)).code).toBe(0)
    expect(all()).toEqual(first)
    expect(JSON.parse(read(`.mneme/${agent}.json`) ?? '')).toEqual({
      ...{ url: 'http://127.0.0.1:4999', token: 'mneme_abc' },
    })
    expect(statSync(path.join(home, `.mneme/${agent}.json`)).mode & 0o77).toBe(0)
    const removed = await at.here('connect', agent, '--remove')
    expect([removed.code, removed.said]).toEqual([0, expect.stringContaining('Removed.')])
    expect([...all(), read(`.mneme/${agent}.json`)]).toEqual([null, null, null])
    const again = await at.here('connect', agent, '--remove')
    expect([again.code, again.said]).toEqual([0, expect.stringMatching(/^\S+(?: Code)? was not connected:/)])
  })

  it('leaves every byte of other settings where it was, and removing restores the files', async () => {
    const foreign = FOREIGN[agent] ?? {}
    for (const [name, text] of Object.entries(foreign)) put(name, text)
    await at.here('connect', agent, ...TOKEN)
    await at.here('connect', agent, '--token', 'mneme_def', '--url', 'https://m.example/')
    for (const [name, text] of Object.entries(foreign)) {
      expect(read(`${name}.before-mneme`)).toBe(text)
      const now = read(name) ?? ''
      expect(now).not.toContain('mneme_abc')
      // Without what came in, in one piece a place, the text is as it was.
      let left = now
      for (const piece of text.split(/(?<=[[{},\n])/)) {
        const i = left.indexOf(piece.trimEnd())
        expect([name, piece, i >= 0]).toEqual([name, piece, true])
        left = left.slice(i + piece.trimEnd().length)
      }
      if (name.endsWith('.json')) {
        const [was, is] = [strict(text), strict(now)]
        for (const [key, value] of Object.entries(was))
          if (!['hooks', 'mcpServers'].includes(key)) expect(is[key]).toEqual(value)
        for (const [event, list] of Object.entries(was.hooks ?? {}))
          expect(is.hooks[event]).toEqual(expect.arrayContaining(list as unknown[]))
        expect(is.mcpServers ?? {}).toMatchObject(was.mcpServers ?? {})
      }
    }
    expect((await at.here('connect', agent, '--remove')).code).toBe(0)
    expect(all()).toEqual(Object.values(foreign))
    expect(files.map((name) => read(`${name}.before-mneme`))).toEqual([null, null])
  })

  it('takes out its own alone where the files have changed since', async () => {
    for (const [name, text] of Object.entries(FOREIGN[agent] ?? {})) put(name, text)
    await at.here('connect', agent, ...TOKEN)
    for (const name of files) {
      const text = read(name) ?? ''
      put(
        name,
        name.endsWith('.toml')
          ? `${text}\n[hooks.state."x"]\ntrusted_hash = "y"\n`
          : text.replace(/^(\s*)\{/, '$1{ "later": true,'),
      )
    }
    const changed = all()
    await at.here('connect', agent, '--remove')
    for (const [i, name] of files.entries()) {
      const text = read(name) ?? ''
      expect(text).not.toMatch(/mneme|hook\.mjs/)
      expect(text).toContain(name.endsWith('.toml') ? 'trusted_hash = "y"' : '"later": true')
      expect(changed[i]).not.toBe(text)
      if (name.endsWith('.json')) strict(text)
    }
  })

  it('shows what it would write and writes nothing', async () => {
    const { out } = await at.here('connect', agent, '--print')
    for (const name of files) expect(out).toContain(path.join(home, name))
    expect(out).toContain('Bearer mneme_…')
    expect([...all(), existsSync(path.join(home, '.mneme'))]).toEqual([null, null, false])
  })
})

it('says that the person has to trust the hooks of Codex', async () => {
  expect((await at.here('connect', 'codex', ...TOKEN)).said).toMatch(
    /only after you have trusted it.*\/hooks/,
  )
})

it('makes a token for a server here, once', async () => {
  await at.here('connect', 'cursor')
  const { token, url } = JSON.parse(read('.mneme/cursor.json') ?? '')
  expect([/^mneme_[\w-]{20,}/.test(token), url]).toEqual([true, 'http://127.0.0.1:3000'])
  await at.here('connect', 'cursor')
  expect(JSON.parse(read('.mneme/cursor.json') ?? '').token).toBe(token)
})

it('makes another token for a server here that no longer takes the one it has', async () => {
  let status = 200
  const server = await serveRequests(async () => new Response(null, { status }))
  at = installation({ HOME: home, HOST: '', PORT: new URL(server.url).port })
  homes.push(at.folder)
  const connected = async () => {
    await at.here('connect', 'cursor')
    return JSON.parse(read('.mneme/cursor.json') ?? '') as { url: string; token: string }
  }
  const first = { ...(await connected()), waitMs: 9_000 }
  put('.mneme/cursor.json', JSON.stringify(first))
  expect(await connected()).toEqual(first)
  status = 401
  const other = await connected()
  expect(other).toEqual({ ...first, token: expect.stringMatching(/^mneme_/) })
  expect(other.token).not.toBe(first.token)
  expect(read('.cursor/mcp.json')).toContain(`Bearer ${other.token}`)
  await server.close()
})

it('asks a server on this machine whether it needs a token', async () => {
  let open = true
  const server = await serveRequests(
    async ({ url, headers }) =>
      new Response(null, {
        status: open && url.endsWith('/api/v1/models') && !headers.has('authorization') ? 200 : 401,
      }),
  )
  for (const agent of Object.keys(FOREIGN)) {
    expect((await at.here('connect', agent, '--url', server.url)).code).toBe(0)
    const written = Object.keys(FOREIGN[agent] ?? {})
      .map(read)
      .join()
    expect([written.includes(`${server.url}/api/mcp`), /Authorization/.test(written)]).toEqual([true, false])
    const { code } = await at.here('connect', agent, '--remove')
    expect([code, ...Object.keys(FOREIGN[agent] ?? {}).map(read)]).toEqual([0, null, null])
  }
  open = false
  expect((await at.here('connect', 'codex', '--url', server.url)).said).toContain('add --token')
  await server.close()
})

it('changes nothing if one of the files cannot be changed', async () => {
  put('.claude/settings.json', '{"hooks": oh no}')
  const { code, said } = await at.here('connect', 'claude-code', ...TOKEN)
  expect([code, said]).toEqual([1, expect.stringContaining('settings.json is no JSON that can be changed')])
  expect([read('.claude.json'), read('.claude/settings.json')]).toEqual([null, '{"hooks": oh no}'])
  put('.codex/config.toml', '[mcp_servers.mneme]\nurl = "x"\n')
  expect((await at.here('connect', 'codex', ...TOKEN)).said).toContain('has an MCP server "mneme" already')
  const own = '{"mcpServers": {"mneme": {"command": "other"}}}'
  put('.claude/settings.json', '{}')
  put('.claude.json', own)
  for (const args of [TOKEN, ['--remove']]) await at.here('connect', 'claude-code', ...args)
  expect(read('.claude.json')).toBe(own)
  put('.cursor/hooks.json', '{"hooks": []}')
  expect((await at.here('connect', 'cursor', ...TOKEN)).code).toBe(1)
  expect(existsSync(path.join(home, '.mneme'))).toBe(false)
})

it('refuses other programs, and a server elsewhere without a token', async () => {
  expect((await at.here('connect', 'vim')).said).toContain('Name the program: claude-code, codex, cursor.')
  expect((await at.here('connect', 'codex', '--url', 'https://m.example')).said).toContain('add --token')
})
