import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { byHand, type Hands } from '@/lib/agent/testing-hands'
import { setStorage } from '@/lib/db/engine/storage/storage'
import { forgottenSince } from '@/lib/db/forget/forgotten-record'
import { purgeTrash } from '@/lib/db/forget/purge/purge'
import { ensureUser } from '@/lib/db/users'
import { testModels } from '@/lib/model/testing'
import { SCOPES } from '@/lib/shared/door'
import { MnemeError } from '@/lib/shared/errors'
import type { Events } from '@/lib/shared/memory/events'
import { deleteConversation, forgetTurns, undoForget } from '../forget/forget'
import { replayForgotten } from '../forget/replay-forgotten'
import { storeEvents } from './client-turns'
import { injectionFor } from './context'
import { claudeLine, claudeSession } from './testing-events'

let h: Hands
let send: (events: Events['events'], more?: Partial<Events>) => ReturnType<typeof storeEvents>
beforeEach(async () => {
  h = await byHand()
  Object.assign(h.deps, { models: testModels({ provider: 'offline', delayMs: 0 }).models })
  send = (events, more) =>
    storeEvents(
      { ...h.caller, client: 'Claude Code' },
      { agent: 'claude-code', session: 's', events, ...more },
    )
})
afterEach(() => h.close())

const shown = () =>
  h.db.turn.findMany({
    where: { conversation: { trashId: null }, trashId: null, status: { not: 'forgotten' } },
    orderBy: [{ conversationId: 'asc' }, { number: 'asc' }],
    include: { conversation: true },
  })
const said = async () => (await shown()).map(({ userText, answer }) => [userText, answer])
const DAY = 86_400_000
const purge = () => purgeTrash(h.db, new Date(h.runtime.now().getTime() + 400 * DAY))

describe('events of a coding agent', () => {
  it('become turns of one conversation a session, by what was said, as they come', async () => {
    const all = claudeSession(8)
    expect(await send(all.slice(0, 4))).toEqual({ added: 2, known: 0 })
    expect(await send(all.slice(4))).toEqual({ added: 2, known: 0 })
    await send(claudeSession(4, 'the mole'), { session: 'other' })
    const turns = await shown()
    expect(new Set(turns.map(({ conversation }) => conversation.title))).toEqual(
      new Set(['Prompt 1 about the harbour wall.', 'Prompt 1 about the mole.']),
    )
    const wall = turns.filter(({ userText }) => userText.includes('wall'))
    expect(wall.map(({ number, userText, answer }) => [number, userText, answer])).toEqual([
      [1, 'Prompt 1 about the harbour wall.', 'Answer 1 on the harbour wall.'],
      [2, 'Prompt 2 about the harbour wall.', 'Answer 2 on the harbour wall.'],
    ])
    expect(wall[1]?.createdAt.toISOString()).toBe('2026-03-01T10:00:04.000Z')
    for (const { importedAt, conversation } of turns)
      expect([importedAt !== null, conversation.origin]).toEqual([true, 'client:Claude Code'])
    expect(await h.db.job.count()).toBe(0)
  })

  it('taint a chat that goes on behind them', async () => {
    await send(claudeSession(4))
    const [{ conversationId } = { conversationId: '' }] = await shown()
    expect((await h.say(conversationId, 'Thanks!')).tainted).toBe(true)
  })

  it('2,000 of them sent twice, in other pieces too, add nothing', { timeout: 120_000 }, async () => {
    const all = claudeSession(2_000)
    const inPieces = async (size: number) => {
      const sum = { added: 0, known: 0 }
      for (let at = 0; at < all.length; at += size) {
        const { added, known } = await send(all.slice(at, at + size))
        sum.added += added
        sum.known += known
      }
      return sum
    }
    expect(await inPieces(500)).toEqual({ added: 1_000, known: 0 })
    const before = await said()
    expect(before).toHaveLength(500)
    expect(await inPieces(333)).toEqual({ added: 0, known: 1_000 })
    expect(await said()).toEqual(before)
  })

  it('sent by several hooks at once are stored once, in order', async () => {
    const all = claudeSession(40)
    await Promise.all([send(all.slice(0, 20)), send(all), send(all.slice(8)), send(all)])
    const turns = await shown()
    expect(turns.flatMap(({ messages }) => messages as object[])).toHaveLength(20)
    expect(new Set(turns.map(({ conversationId }) => conversationId)).size).toBe(1)
  })

  it('keep an answer that comes later than its prompt, and skip an odd line', async () => {
    const [prompt, , , answer] = claudeSession(4)
    const odd = { key: 'odd', line: { type: 'assistant', message: { role: 7 } } }
    await send([prompt, odd, answer].flatMap((one) => one ?? []).slice(0, 1))
    expect(await send([prompt, odd, answer].flatMap((one) => one ?? []))).toEqual({ added: 1, known: 1 })
    expect(await said()).toEqual([
      ['Prompt 1 about the harbour wall.', ''],
      ['', 'Answer 1 on the harbour wall.'],
    ])
  })

  it('of which most cannot be read are refused', async () => {
    let content: unknown = 'deep'
    for (let i = 0; i < 100_000; i++) content = [content]
    const at = '2026-03-01T10:00:00Z'
    await expect(send([claudeLine({ uuid: 'd', at, role: 'user', content })])).rejects.toThrow('nested')
    const odd = { key: 'odd', line: { type: 'user', message: { role: 7 } } }
    await expect(send([odd])).rejects.toThrow(MnemeError)
    expect(await said()).toEqual([])
  })

  it('lose secrets, thoughts and what tools gave', async () => {
    const key = 'ghp_16C7e42F292c6912E7710c838347Ae178B4a'
    const at = '2026-03-01T10:00:00Z'
    await send([
      claudeLine({ uuid: 'a', at, role: 'user', content: `Use ${key}, and write to ann@example.org.` }),
      claudeLine({
        ...{ uuid: 'b', at, role: 'assistant' },
        content: [
          { type: 'thinking', thinking: 'A thought.' },
          { type: 'text', text: 'Done.' },
        ],
      }),
      claudeLine({
        ...{ uuid: 'c', at, role: 'user' },
        content: [{ type: 'tool_result', content: 'x'.repeat(5_000) }],
      }),
    ])
    expect(await said()).toEqual([['Use [key], and write to ann@example.org.', 'Done.']])
  })

  it('lose what an editor or another agent says in the person’s place', async () => {
    const at = '2026-03-01T10:00:00Z'
    const user = (uuid: string, ...texts: string[]) =>
      claudeLine({ uuid, at, role: 'user', content: texts.map((text) => ({ type: 'text', text })) })
    const opened = '<ide_opened_file>The user opened the file /pier.ts in the IDE.</ide_opened_file>'
    await send([
      user('a', opened),
      user(
        'b',
        opened,
        '<ide_selection>The user selected the lines 1 to 2</ide_selection>',
        'Mend the pier.',
      ),
      user('c', '<teammate-message teammate_id="lead">Paint it.</teammate-message>'),
      { key: 'd', line: { ...user('d', 'Sent by another session.').line, origin: { kind: 'peer' } } },
    ])
    expect(await said()).toEqual([['Mend the pier.', '']])
  })

  it('are also what the person typed while Claude Code worked', async () => {
    const [prompt, call, result, answer] = claudeSession(4)
    const queued = (key: string, more: object) => ({
      key,
      line: {
        ...{ type: 'attachment', uuid: key, timestamp: '2026-03-01T10:00:01Z', sessionId: 's' },
        attachment: { type: 'queued_command', commandMode: 'prompt', prompt: 'And paint it.', ...more },
      },
    })
    const other = [
      queued('q2', { commandMode: 'task-notification', prompt: 'A task ended.' }),
      queued('q3', { origin: { kind: 'peer' }, prompt: 'From another session.' }),
    ]
    await send([prompt, call, queued('q1', {}), ...other, result, answer].flatMap((one) => one ?? []))
    expect(await said()).toEqual([
      ['Prompt 1 about the harbour wall.\n\nAnd paint it.', 'Answer 1 on the harbour wall.'],
    ])
  })

  it('of Codex and Cursor are read too', async () => {
    const codex = (key: string, role: string, text: string) => ({
      key,
      line: {
        ...{ timestamp: '2026-03-01T10:00:00Z', type: 'response_item' },
        payload: { type: 'message', role, content: [{ type: 'input_text', text }] },
      },
    })
    await send(
      [
        codex('0', 'user', '<environment_context>here</environment_context>'),
        codex('30', 'user', '<turn_aborted>\nThe user interrupted the previous turn.\n</turn_aborted>'),
        codex('50', 'user', '<user_shell_command>ls</user_shell_command>'),
        codex('60', 'user', '<subagent_notification>{}</subagent_notification>'),
        codex('70', 'user', '<skill>\n<name>piers</name>\n</skill>'),
        codex(
          '90',
          'user',
          '# Context from my IDE setup:\n\n## Active file: a.ts\n\n## My request for Codex:\nWhere is the pier?',
        ),
        codex('180', 'assistant', 'In the north.'),
      ],
      { agent: 'codex', session: 'codex' },
    )
    const cursor = (key: string, role: string, text: string) => ({
      key,
      line: { role, message: { content: [{ type: 'text', text }] } },
    })
    await send(
      [
        cursor('0', 'user', '<timestamp>now</timestamp>\n<user_query>\nContinue.\n</user_query>'),
        cursor('80', 'assistant', 'Going on.'),
        cursor('160', 'user', '<user_query>\nContinue.\n</user_query>'),
      ],
      { agent: 'cursor', session: 'cursor' },
    )
    expect((await said()).sort()).toEqual([
      ['Continue.', ''],
      ['Continue.', 'Going on.'],
      ['Where is the pier?', 'In the north.'],
    ])
  })
})

it('memory is searched for the person’s words, not for what an editor has open', async () => {
  await send(claudeSession(4, 'the lighthouse of Borkum'))
  const who = { ...h.caller, tokenId: 'token', client: 'Codex', may: SCOPES, base: '' }
  const told = async (prompt: string) =>
    (await injectionFor(who, { session: 'other', prompt })).result.text.includes('lighthouse')
  const open = '# Context from my IDE setup:\n\n## Open tabs:\n- What about the lighthouse of Borkum?\n\n'
  expect(await told(`${open}## My request for Codex:\nWhat about the lighthouse of Borkum?`)).toBe(true)
  expect(await told(`${open}## My request for Codex:\nRename the variable to zebra.`)).toBe(false)
})

describe('what the person has forgotten of them', () => {
  const place = (number: number) => async () => {
    const [{ conversationId } = { conversationId: '' }] = await shown()
    return { conversationId, from: number, to: number, files: false }
  }
  it('is dropped when it is sent again, in the trash and after its purge', async () => {
    const all = claudeSession(12)
    await send(all)
    const { trashId } = await forgetTurns(h.caller, await place(2)())
    expect(await send(all)).toEqual({ added: 0, known: 6 })
    await undoForget(h.caller, trashId)
    await forgetTurns(h.caller, await place(2)())
    await purge()
    expect(await send(all)).toEqual({ added: 0, known: 6 })
    expect((await said()).flat().join()).not.toContain('Prompt 2')
  })

  it('stays dropped once its whole conversation is purged, while the session goes on', async () => {
    const all = claudeSession(12)
    await send(all.slice(0, 8))
    const [{ conversationId } = { conversationId: '' }] = await shown()
    await deleteConversation(h.caller, conversationId)
    expect(await send(all)).toEqual({ added: 2, known: 4 })
    await purge()
    expect(await send(all)).toEqual({ added: 0, known: 6 })
    expect(await said()).toEqual([['Prompt 3 about the harbour wall.', 'Answer 3 on the harbour wall.']])
  })

  it('is dropped after a restore too', async () => {
    const backups = mkdtempSync(path.join(os.tmpdir(), 'mneme-events-'))
    setStorage(h.db, { backups, memoryOnly: null })
    const since = h.runtime.now()
    const all = claudeSession(8)
    await send(all)
    await forgetTurns(h.caller, await place(1)())
    await purge()
    expect(forgottenSince(backups, since).forgotten[0]?.keys).toHaveLength(2)
    // A database from before the events came.
    const old = await byHand()
    await ensureUser(old.db, h.ownerId, since)
    await replayForgotten(old.caller, backups, since, null)
    const who = { ...old.caller, ownerId: h.ownerId, client: 'Claude Code' }
    expect(await storeEvents(who, { agent: 'claude-code', session: 's', events: all })).toEqual({
      ...{ added: 2, known: 2 },
    })
    await old.close()
    rmSync(backups, { recursive: true, force: true })
  })
})
