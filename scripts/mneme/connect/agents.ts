import os from 'node:os'
import path from 'node:path'
import { MnemeError } from '@/lib/shared/errors'
import type { AGENTS } from '@/lib/shared/memory/events'
import { added, removed } from './json-text'

export type AgentName = (typeof AGENTS)[number]
/** Where Mneme is, and its access token; '' = it needs none. */
export type Access = { url: string; token: string }
/** A settings file of an agent: what it begins as, and how Mneme is put in and taken out of its text. */
export type SettingsFile = {
  file: string
  empty: string
  connect(text: string, access: Access): string
  disconnect(text: string): string
}
/** `after` = what the person has to do themselves. */
export type Agent = { product: string; files(): SettingsFile[]; after: string }

const home = (...names: string[]) => path.join(os.homedir(), ...names)
/** A folder that the agent takes from a variable, or its usual one. */
const folderOf = (variable: string, usual: string) => process.env[variable] || home(usual)
const authorization = ({ token }: Access) => `Bearer ${token}`
const addressOf = ({ url }: Access) => `${url}/api/mcp`
const taken = (file: string) =>
  new MnemeError('conflict', `${file} has an MCP server "mneme" already.`, 'Remove it there first.')

/** `mcpServers.mneme` of a JSON file. `more` = what this agent wants besides. */
function serverIn(file: string, more: object = {}): SettingsFile {
  // Another server may have the same name.
  const isOurServer = (member: string) => /^"mneme"\s*:/.test(member) && member.includes('/api/mcp"')
  const disconnect = (text: string) => removed(text, ['mcpServers', isOurServer])
  const connect = (text: string, access: Access) => {
    const before = disconnect(text)
    if (removed(before, ['mcpServers', 'mneme']) !== before) throw taken(file)
    return added(before, ['mcpServers'], 'mneme', {
      ...more,
      url: addressOf(access),
      ...(access.token ? { headers: { Authorization: authorization(access) } } : {}),
    })
  }
  return { file, empty: '{}\n', connect, disconnect }
}

/** The hook's command. It stays the same from version to version: Codex trusts it by its text. */
const commandOf = (agent: AgentName) => `node "${path.resolve('scripts', 'hook.mjs')}" ${agent}`
const isOurs = (agent: AgentName) => (item: string) => new RegExp(`hook\\.mjs\\\\" ${agent}"`).test(item)
const SECONDS = 10

/** An item in the list of each event, under `hooks` of a JSON file. */
function hooksIn(
  file: string,
  agent: AgentName,
  events: readonly string[],
  { item = (command: object): object => ({ hooks: [{ type: 'command', ...command }] }), empty = '{}\n' } = {},
): SettingsFile {
  const disconnect = (text: string) =>
    events.reduce((left, event) => removed(left, ['hooks', event, isOurs(agent)]), text)
  const hook = () => item({ command: commandOf(agent), timeout: SECONDS })
  const connect = (text: string) =>
    events.reduce((made, event) => added(made, ['hooks', event], null, hook()), disconnect(text))
  return { file, empty, connect, disconnect }
}

const EVENTS = ['SessionStart', 'UserPromptSubmit', 'Stop', 'PreCompact']

const MARK = '# By "npm run mneme -- connect codex", which also removes it.'
/** Only what was written here: Codex adds tables of its own at the end of this file. */
const BLOCK = new RegExp(`\\n?${MARK}\\r?\\n\\[mcp_servers\\.mneme\\]\\r?\\n(?:[\\w-]+ *=.*(?:\\n|$))*`)
function codexServer(file: string): SettingsFile {
  const disconnect = (text: string) => text.replace(BLOCK, '')
  const connect = (text: string, access: Access) => {
    const before = disconnect(text)
    if (/^\s*\[mcp_servers\."?mneme"?[\].]/m.test(before)) throw taken(file)
    const entry = [
      MARK,
      '[mcp_servers.mneme]',
      `url = ${JSON.stringify(addressOf(access))}`,
      ...(access.token
        ? [`http_headers = { Authorization = ${JSON.stringify(authorization(access))} }`]
        : []),
    ]
    const gap = before === '' ? '' : before.endsWith('\n') ? '\n' : '\n\n'
    return `${before}${gap}${entry.join('\n')}\n`
  }
  return { file, empty: '', connect, disconnect }
}

export const CONNECTABLE: Record<AgentName, Agent> = {
  'claude-code': {
    product: 'Claude Code',
    files: () => [
      serverIn(path.join(folderOf('CLAUDE_CONFIG_DIR', ''), '.claude.json'), { type: 'http' }),
      hooksIn(path.join(folderOf('CLAUDE_CONFIG_DIR', '.claude'), 'settings.json'), 'claude-code', EVENTS),
    ],
    after: 'Start a new session of Claude Code. /mcp and /hooks there show what was added.',
  },
  codex: {
    product: 'Codex',
    files: () => [
      codexServer(path.join(folderOf('CODEX_HOME', '.codex'), 'config.toml')),
      hooksIn(path.join(folderOf('CODEX_HOME', '.codex'), 'hooks.json'), 'codex', EVENTS),
    ],
    after:
      'Codex runs a hook only after you have trusted it: start codex, enter /hooks and trust the four of Mneme.',
  },
  cursor: {
    product: 'Cursor',
    files: () => [
      serverIn(home('.cursor', 'mcp.json')),
      hooksIn(
        home('.cursor', 'hooks.json'),
        'cursor',
        ['sessionStart', 'beforeSubmitPrompt', 'stop', 'preCompact'],
        { item: (command) => command, empty: '{\n  "version": 1\n}\n' },
      ),
    ],
    after: 'Open a new chat in Cursor. Settings → MCP and Settings → Hooks there show what was added.',
  },
}
