import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { z } from 'zod'
import { isLoopback } from '@/lib/config/env'
import { createToken } from '@/lib/services/door/tokens'
import { MnemeError } from '@/lib/shared/errors'
import { AGENTS } from '@/lib/shared/memory/events'
import { argumentsOf, type Call, defineCommand } from './command'
import { type Access, type AgentName, CONNECTABLE, type SettingsFile } from './connect/agents'
import { withMemory } from './memory'
import { print, printJson, say } from './output'

const NAMES = AGENTS.join(', ')
const inputSchema = z.object({
  args: argumentsOf(1, 1, `Name the program: ${NAMES}.`).pipe(
    z.tuple([z.enum(AGENTS, `Name the program: ${NAMES}.`)]),
  ),
  remove: z.boolean().default(false),
  print: z.boolean().default(false),
  url: z
    .url({ protocol: /^https?$/, error: 'This must be an http or https URL.' })
    .transform((url) => url.replace(/\/$/, ''))
    .optional(),
  token: z
    .string()
    .regex(/^mneme_[\w-]+$/, 'This must be a token from Settings → Connections.')
    .optional(),
})
type Input = z.infer<typeof inputSchema>

const WAIT_MS = 3_000
/** What the hooks read; see `scripts/hook.mjs`. */
const folder = () => path.join(os.homedir(), '.mneme')
const accessFile = (agent: AgentName) => path.join(folder(), `${agent}.json`)
/** The person may have added more, such as `waitMs`. */
const accessSchema = z.looseObject({ url: z.string(), token: z.string() })

function savedAccess(agent: AgentName): Access | null {
  try {
    return accessSchema.parse(JSON.parse(readFileSync(accessFile(agent), 'utf8')))
  } catch {
    return null
  }
}

function ownUrl(): string {
  const { HOST = '127.0.0.1', PORT = '3000' } = process.env
  return `http://${['0.0.0.0', '::'].includes(HOST) ? '127.0.0.1' : HOST}:${PORT}`
}

/** What a server answers to a token; null if it does not. */
const answerTo = (url: string, token: string) =>
  fetch(`${url}/api/v1/models`, {
    headers: token ? { authorization: `Bearer ${token}` } : {},
    signal: AbortSignal.timeout(WAIT_MS),
  }).then(
    ({ status }) => status,
    () => null,
  )
/** Whether the address is on this machine and its server needs no token. */
const needsNone = async (url: string) =>
  isLoopback(new URL(url).hostname) && (await answerTo(url, '')) === 200

/** The token given, else the saved one unless it is refused, else a new one for a server on this machine. */
async function accessFor(agent: AgentName, input: Input, call: Call): Promise<Access> {
  const saved = savedAccess(agent)
  const url = input.url ?? saved?.url ?? ownUrl()
  if (input.token !== undefined) return { url, token: input.token }
  if (saved?.url === url && (await answerTo(url, saved.token)) !== 401) return saved
  if (url !== ownUrl()) {
    if (await needsNone(url)) return { url, token: '' }
    throw new MnemeError('invalid', 'A server elsewhere needs a token.', 'Make one there, and add --token.')
  }
  const name = `${CONNECTABLE[agent].product} on ${os.hostname()}`.slice(0, 60)
  const made = await withMemory(call, { create: true }, (who) =>
    createToken(who, { name, life: 'year', may: ['read', 'write'] }),
  )
  return { url, token: made.key }
}

const textIn = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8') : null)
const backupOf = (file: string) => `${file}.before-mneme`
/** @throws MnemeError if the file is not what it should be */
function edited(file: string, edit: () => string): string {
  try {
    return edit()
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    throw new MnemeError(
      'invalid',
      `${file} is no JSON that can be changed (${error.message}).`,
      'Nothing was changed.',
    )
  }
}

/** Written in place, since settings may be links. Nobody else reads a file with a token. */
function write(file: string, text: string): void {
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, text, { mode: 0o600 })
  if (text.includes('Bearer mneme_')) chmodSync(file, 0o600)
}

type Change = { file: string; text: string | null; before: string | null }

const begun = (text: string | null, empty: string) => (text?.trim() ? text : empty)

/**
 * A file's text without Mneme; null = there is none. Byte for byte as it was where nobody has changed it since;
 * `saved` = what it was connected with.
 */
function without({ file, empty, connect, disconnect }: SettingsFile, saved: Access | null): string | null {
  const [now, before] = [textIn(file), textIn(backupOf(file))]
  if (now === null) return null
  if (saved && before !== null && connect(begun(before, empty), saved) === now) return before
  const left = edited(file, () => disconnect(begun(now, empty)))
  return saved && before === null && left === empty ? null : left
}

const connecting =
  (access: Access, saved: Access | null) =>
  (settings: SettingsFile): Change => {
    const { file, empty, connect, disconnect } = settings
    const [now, before] = [textIn(file), without(settings, saved)]
    const text = edited(file, () => connect(begun(before, empty), access))
    // A file that holds Mneme already has its backup from before.
    const isOurs = saved !== null && now !== null && disconnect(begun(now, empty)) !== now
    return { file, text, before: isOurs ? null : now }
  }

function carryOut({ file, text, before }: Change): void {
  if (before !== null) write(backupOf(file), before)
  if (text === null) rmSync(file, { force: true })
  else if (text !== textIn(file)) write(file, text)
}

function tell({ json }: Call, agent: AgentName, changes: readonly Change[], words: string): number {
  if (json) printJson({ agent, files: changes.map(({ file }) => file) })
  else {
    for (const { file, before } of changes)
      say(`${file}${before === null ? '' : ` (as it was: ${path.basename(backupOf(file))})`}`)
    say(words)
  }
  return 0
}

function remove(agent: AgentName, call: Call): number {
  const saved = savedAccess(agent)
  const changes = CONNECTABLE[agent]
    .files()
    .map((settings): Change => ({ file: settings.file, text: without(settings, saved), before: null }))
  if (!saved && changes.every(({ file, text }) => text === textIn(file)))
    return tell(call, agent, [], `${CONNECTABLE[agent].product} was not connected: nothing was changed.`)
  for (const change of changes) {
    carryOut(change)
    rmSync(backupOf(change.file), { force: true })
  }
  for (const left of [`${agent}.json`, `${agent}.problem`, path.join('sessions', agent)])
    rmSync(path.join(folder(), left), { recursive: true, force: true })
  return tell(call, agent, changes, 'Removed. The token still works: revoke it under Settings → Connections.')
}

async function run({ args: [agent], ...input }: Input, call: Call): Promise<number> {
  const { files, after } = CONNECTABLE[agent]
  if (input.print) {
    const saved = savedAccess(agent)
    const access = { url: input.url ?? saved?.url ?? ownUrl(), token: input.token ?? 'mneme_…' }
    for (const { file, empty, connect } of files()) print(`${file}\n${connect(empty, access)}`)
    return 0
  }
  if (input.remove) return remove(agent, call)
  const all = files()
  const saved = savedAccess(agent)
  // Files that cannot be changed are found before a token is made.
  all.map(connecting({ url: '', token: '' }, saved))
  const access = await accessFor(agent, { args: [agent], ...input }, call)
  const changes = all.map(connecting(access, saved))
  mkdirSync(folder(), { recursive: true, mode: 0o700 })
  write(accessFile(agent), JSON.stringify({ ...saved, ...access }))
  changes.forEach(carryOut)
  rmSync(path.join(folder(), `${agent}.problem`), { force: true })
  return tell(call, agent, changes, after)
}

export const connectCommand = defineCommand({
  name: 'connect',
  args: `${AGENTS.join('|')} [--remove] [--print] [--url URL] [--token TOKEN]`,
  about: `Gives a coding agent your memory: its MCP server, and hooks that add what matters to a session and send what was
said in it. Its other settings stay as they are; a copy is kept next to each file.`,
  flags: {
    remove: { about: 'takes it out again' },
    print: { about: 'shows what would be written, and writes nothing' },
    url: { of: 'URL', about: 'where Mneme is, if not on this machine' },
    token: { of: 'TOKEN', about: 'from Settings → Connections; without it one is made' },
  },
  input: inputSchema,
  run,
})
