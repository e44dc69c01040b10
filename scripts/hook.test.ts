import { spawn } from 'node:child_process'
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { POST as events } from '@/app/api/v1/memory/events/route'
import { POST as injection } from '@/app/api/v1/memory/injection/route'
import { testingEnv } from '@/lib/config/testing-env'
import { ensureUser } from '@/lib/db/users'
import { serveRequests } from '@/lib/mcp/testing-mcp'
import type { Service } from '@/lib/services/caller'
import { createToken, revokeToken } from '@/lib/services/door/tokens'
import { remember } from '@/lib/services/outside/remember'
import { claudeSession } from '@/lib/services/outside/testing-events'
import { service } from '@/lib/services/service'
import type { Scope } from '@/lib/shared/door'
import { ended } from './testing-mneme'

const folder = mkdtempSync(path.join(os.tmpdir(), 'mneme-hook-'))
let running: Service
let server: Awaited<ReturnType<typeof serveRequests>>
/** Calls of a path, and what a test has it answer. */
let calls: string[] = []
type Refusing = (to: string, request: Request) => Response | Promise<Response | null> | null
let refusing: Refusing | null = null
beforeAll(async () => {
  testingEnv({ DATABASE_URL: `file:${folder}/mneme.db`, MNEME_DATA_DIR: folder, MNEME_OFFLINE_DELAY_MS: '0' })
  running = await service()
  await ensureUser(running.db, 'local', running.runtime.now())
  server = await serveRequests(async (request) => {
    const to = new URL(request.url).pathname.split('/').at(-1) ?? ''
    calls.push(to)
    return (await refusing?.(to, request)) ?? (to === 'events' ? events(request) : injection(request))
  })
})
afterAll(async () => {
  await server.close()
  await running.stop()
  rmSync(folder, { recursive: true, force: true })
})

const person = () => ({ ...running, ownerId: 'local' })
let home = ''
let count = 0
/** A home that is connected as a client of its own, since each has its calls a minute. */
const connect = async (
  agent: string,
  { may = ['read', 'write'] as Scope[], url = server.url, waitMs = 60_000 } = {},
) => {
  const { key, token } = await createToken(person(), { name: `Agent ${++count}`, life: 'month', may })
  mkdirSync(path.join(home, '.mneme'), { recursive: true })
  writeFileSync(path.join(home, '.mneme', `${agent}.json`), JSON.stringify({ url, token: key, waitMs }))
  return token
}
beforeEach(() => {
  home = mkdtempSync(path.join(folder, 'home-'))
  calls = []
  refusing = null
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

/** Runs the hook as an agent does. `send` = waits for what else goes on in a process of its own. */
async function hook(agent: string, event: object | null, logged = '') {
  const args = ['scripts/hook.mjs', agent, ...(event ? [] : ['send'])]
  const child = spawn(process.execPath, args, { env: { ...process.env, HOME: home } })
  child.stdin.on('error', () => {})
  child.stdin.end(event ? JSON.stringify(event) : '')
  const { code, out, said } = await ended(child)
  expect([code, said]).toEqual([0, logged])
  return out ? JSON.parse(out) : null
}
const event = (hook_event_name: string, more: object = {}) => ({ hook_event_name, session_id: 's', ...more })
const start = (agent = 'claude-code') => hook(agent, event('SessionStart'))
const turnsOf = (name: string) =>
  running.db.turn.findMany({
    where: { conversation: { origin: `client:${name}`, trashId: null } },
    orderBy: { number: 'asc' },
  })

/** A transcript, with lines that say nothing. */
function transcript(lines: ReturnType<typeof claudeSession>) {
  const file = path.join(home, 'session.jsonl')
  const more = { type: 'file-history-snapshot', snapshot: 'x'.repeat(3_000) }
  const texts = lines
    .flatMap(({ line }, i) => (i % 10 ? [line] : [more, line]))
    .map((one) => JSON.stringify(one))
  writeFileSync(file, `${texts.join('\n')}\n`)
  return file
}
const stopped = (file: string) => event('Stop', { transcript_path: file })
const sent = (agent = 'claude-code') =>
  JSON.parse(readFileSync(path.join(home, '.mneme', 'sessions', agent, 's.json'), 'utf8')).sent as number

describe('a hook', () => {
  it('begins a session with what is going on, and adds recalls to a prompt, or nothing', async () => {
    const token = await connect('claude-code')
    const who = { ...person(), tokenId: token.id, client: 'Notes', may: token.may, base: '' }
    await remember(who, { content: 'The kettle of the office in Graz is descaled with citric acid.' })
    const began = await start()
    expect(began.hookSpecificOutput.hookEventName).toBe('SessionStart')
    expect(began.hookSpecificOutput.additionalContext).toContain('| Notes')
    const asked = event('UserPromptSubmit', { prompt: 'How do we descale the kettle of the office?' })
    const { hookSpecificOutput } = await hook('claude-code', asked)
    expect(hookSpecificOutput.hookEventName).toBe('UserPromptSubmit')
    expect(hookSpecificOutput.additionalContext).toContain('citric acid')
    expect(hookSpecificOutput.additionalContext.match(/citric acid/g)).toHaveLength(1)
    for (const prompt of ['Thanks!', 'continue', 'Rename the variable to zebra.'])
      expect(await hook('claude-code', event('UserPromptSubmit', { prompt }))).toBeNull()
  })

  it('is silent where the server is down, or it was never connected', async () => {
    expect(await start()).toBeNull()
    await connect('claude-code', { url: 'http://127.0.0.1:9' })
    const file = transcript(claudeSession(4))
    for (const one of [
      event('SessionStart'),
      event('UserPromptSubmit', { prompt: 'Kettle?' }),
      stopped(file),
    ])
      expect(await hook('claude-code', one)).toBeNull()
    await hook('claude-code', null)
    expect(sent()).toBe(0)
    await connect('claude-code')
    await hook('claude-code', null)
    expect(await turnsOf(`Agent ${count}`)).toHaveLength(1)
  })

  it('says in the agent’s log that a server did not answer in time', async () => {
    await connect('claude-code', { waitMs: 300 })
    refusing = () => new Promise(() => {})
    const logged = `Mneme at ${server.url} did not answer within 300 ms.\n`
    expect(await hook('claude-code', event('SessionStart'), logged)).toBeNull()
  })

  it('sends what is new of a transcript when the agent stops, and never repeats the session to itself', async () => {
    await connect('claude-code')
    const all = claudeSession(8, 'the lighthouse')
    const file = transcript(all.slice(0, 4))
    await hook('claude-code', stopped(file))
    await expect.poll(() => turnsOf(`Agent ${count}`), { timeout: 60_000 }).toHaveLength(1)
    appendFileSync(
      file,
      all
        .slice(4)
        .map(({ line }) => `${JSON.stringify(line)}\n`)
        .join('')
        .slice(0, -20),
    )
    await hook('claude-code', null)
    appendFileSync(file, `${JSON.stringify(all[7]?.line)}\n`.slice(-20))
    await hook('claude-code', event('PreCompact', { transcript_path: file }))
    await hook('claude-code', null)
    const turns = await turnsOf(`Agent ${count}`)
    expect(turns.map(({ userText, answer }) => [userText, answer])).toEqual([
      ['Prompt 1 about the lighthouse.', 'Answer 1 on the lighthouse.'],
      ['Prompt 2 about the lighthouse.', ''],
      ['', 'Answer 2 on the lighthouse.'],
    ])
    const prompt = 'What was prompt 1 about the lighthouse?'
    const own = await hook('claude-code', event('UserPromptSubmit', { prompt }))
    expect(JSON.stringify(own)).not.toContain('lighthouse')
    const other = { ...event('UserPromptSubmit', { prompt }), session_id: 'other' }
    expect(JSON.stringify(await hook('claude-code', other))).toContain('about the lighthouse')
  })

  it('sends what was typed while the agent worked, whole', async () => {
    await connect('claude-code')
    const said = `And paint it. ${'x'.repeat(3_000)}`
    const attachment = { type: 'queued_command', commandMode: 'prompt', prompt: said }
    const line = { type: 'attachment', uuid: 'q', timestamp: '2026-03-01T10:00:01Z', attachment }
    const file = transcript([...claudeSession(1), { key: 'q', line }])
    await hook('claude-code', stopped(file))
    await hook('claude-code', null)
    const [turn] = await turnsOf(`Agent ${count}`)
    expect(turn?.userText).toBe(`Prompt 1 about the harbour wall.\n\n${said}`)
  })

  it('a transcript of 2,000 events sent twice adds nothing', { tags: 'full', timeout: 240_000 }, async () => {
    await connect('claude-code')
    const file = transcript(claudeSession(2_000, 'the quay'))
    await hook('claude-code', stopped(file))
    await expect.poll(() => turnsOf(`Agent ${count}`), { timeout: 120_000 }).toHaveLength(500)
    await hook('claude-code', null)
    const before = await turnsOf(`Agent ${count}`)
    rmSync(path.join(home, '.mneme', 'sessions'), { recursive: true })
    calls = []
    await hook('claude-code', stopped(file))
    await hook('claude-code', null)
    expect(calls.filter((to) => to === 'events').length).toBeGreaterThan(1)
    expect(await turnsOf(`Agent ${count}`)).toEqual(before)
  })
})

describe('a server that refuses', () => {
  it('401: one line at the start of a session', async () => {
    const { id } = await connect('claude-code')
    await revokeToken(person(), id)
    const { systemMessage, ...more } = await start()
    expect([systemMessage.split('\n').length, more]).toEqual([1, {}])
    expect(systemMessage).toMatch(/^Mneme: .*connect claude-code/)
    expect(await hook('claude-code', event('UserPromptSubmit', { prompt: 'Kettle?' }))).toBeNull()
  })

  it('403: what it may not send is said at the next start, and sent once it may', {
    tags: 'full',
  }, async () => {
    await connect('claude-code', { may: ['read'] })
    const file = transcript(claudeSession(4))
    await hook('claude-code', stopped(file))
    await hook('claude-code', null)
    expect(sent()).toBe(0)
    const began = await start()
    expect(began.systemMessage).toBe('Mneme: This token may not add to memory.')
    expect(began.hookSpecificOutput.additionalContext).toContain('| Notes')
    await connect('claude-code')
    await hook('claude-code', null)
    expect(await turnsOf(`Agent ${count}`)).toHaveLength(1)
    expect(existsSync(path.join(home, '.mneme', 'claude-code.problem'))).toBe(false)
  })

  it('500 for one session, or a transcript that cannot be read, holds back no other', async () => {
    await connect('claude-code')
    const file = transcript(claudeSession(4, 'the pier'))
    refusing = async (_, request) =>
      (await request.clone().json()).session === 'a'
        ? new Response('<h1>Bad gateway</h1>', { status: 502 })
        : null
    const stops = (session_id: string, transcript_path: string) =>
      hook('claude-code', { ...event('Stop'), session_id, transcript_path })
    await stops('a', file)
    await stops('b', home)
    await stops('c', file)
    await hook('claude-code', null)
    expect((await turnsOf(`Agent ${count}`)).map(({ userText }) => userText)).toEqual([
      'Prompt 1 about the pier.',
    ])
  })

  it('400: what it cannot read is not sent again', { tags: 'full' }, async () => {
    await connect('claude-code')
    refusing = (to) => (to === 'events' ? Response.json({ error: {} }, { status: 400 }) : null)
    const file = transcript(claudeSession(4))
    await hook('claude-code', stopped(file))
    await hook('claude-code', null)
    expect(sent()).toBe(readFileSync(file).length)
  })
})
