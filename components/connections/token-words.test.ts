import { describe, expect, it } from 'vitest'
import { formatIn } from '../ui/words/format'
import { COMMANDS } from './new-token'
import { mayWords, tokenEnd } from './token-row'

const NOW = new Date('2026-11-29T12:00:00.000Z')
const hence = (hours: number) => new Date(NOW.getTime() + hours * 3_600_000).toISOString()

describe('a token in words', () => {
  it('says what it may do, in one order', () => {
    expect(mayWords({ may: ['read'] })).toBe('May read memory')
    expect(mayWords({ may: ['chat', 'read'] })).toBe('May read memory and chat')
    expect(mayWords({ may: ['chat', 'forget', 'write', 'read'] })).toBe(
      'May read memory, add to memory, forget and chat',
    )
  })

  it.each([
    [24 * 30, 'works', 'expires on Dec 29, 2026'],
    [24 * 7 + 1, 'works', 'expires on Dec 6, 2026'],
    [24 * 7, 'ends soon', 'expires in 7 days'],
    [25, 'ends soon', 'expires in 1 day'],
    [23, 'ends soon', 'expires within a day'],
    [0, 'expired', 'expired on Nov 29, 2026'],
  ])('warns seven days before the end: %d hours before', (hours, state, words) => {
    expect(tokenEnd({ expiresAt: hence(hours), revokedAt: null }, NOW, formatIn('en'))).toEqual({
      state,
      words,
    })
  })

  it('says that it was revoked before anything else', () => {
    const token = { expiresAt: hence(-1), revokedAt: hence(-48) }
    expect(tokenEnd(token, NOW, formatIn('en'))).toEqual({
      state: 'revoked',
      words: 'revoked on Nov 27, 2026',
    })
  })
})

describe('what is pasted into a program', () => {
  const code = (program: string) =>
    COMMANDS.find((one) => one.program === program)?.code('http://127.0.0.1:3000/api/mcp', 'mneme_k')
  it('is a command, a table of TOML or JSON that connects it', () => {
    expect(code('Claude Code')).toBe(
      'claude mcp add --transport http --scope user mneme http://127.0.0.1:3000/api/mcp --header "Authorization: Bearer mneme_k"',
    )
    expect(code('Codex')).toBe(
      '[mcp_servers.mneme]\nurl = "http://127.0.0.1:3000/api/mcp"\nhttp_headers = { Authorization = "Bearer mneme_k" }',
    )
    expect(code('Claude Code, with hooks')).toBe(
      'npm run mneme -- connect claude-code --url http://127.0.0.1:3000 --token mneme_k',
    )
    expect(JSON.parse(code('Cursor') ?? '')).toEqual({
      mcpServers: {
        mneme: { url: 'http://127.0.0.1:3000/api/mcp', headers: { Authorization: 'Bearer mneme_k' } },
      },
    })
  })
})
