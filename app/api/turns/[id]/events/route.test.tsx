import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { useChat } from '@ai-sdk/react'
import { DefaultChatTransport } from 'ai'
import { Window } from 'happy-dom'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { chatApi } from '@/components/chat/actions'
import { LiveTurn } from '@/components/chat/turn/live-turn'
import { testingEnv } from '@/lib/config/testing-env'
import { ensureUser } from '@/lib/db/users'
import type { Service } from '@/lib/services/caller'
import { service } from '@/lib/services/service'
import { acceptMessage } from '@/lib/services/turns/turns'
import type { TurnDto } from '@/lib/shared/dto'
import type { LiveMessage } from '@/lib/shared/turn/stream'
import { GET } from './route'

// @alone: React looks for a document when it is loaded.
const folder = mkdtempSync(path.join(os.tmpdir(), 'mneme-events-'))
const page = new Window()
let running: Service
beforeAll(async () => {
  testingEnv({ DATABASE_URL: `file:${folder}/mneme.db`, MNEME_DATA_DIR: folder, MNEME_OFFLINE_DELAY_MS: '5' })
  running = await service()
  await ensureUser(running.db, 'local', running.runtime.now())
  const globals = { window: page, document: page.document, navigator: page.navigator }
  for (const [name, value] of Object.entries(globals)) vi.stubGlobal(name, value)
})
afterAll(async () => {
  await running.stop()
  await page.happyDOM.close()
  rmSync(folder, { recursive: true, force: true })
})

const owner = () => ({ ...running, ownerId: 'local' })
const seen: string[] = []
const transport = new DefaultChatTransport<LiveMessage>({
  prepareReconnectToStreamRequest: ({ id }) => ({ api: `http://127.0.0.1/api/turns/${id}/events` }),
  fetch: async (address, init) => {
    seen.push(running.runner.entry('t1') ? 'while it ran' : 'later')
    return GET(new Request(address, init), { params: Promise.resolve({ id: 't1' }) })
  },
})

function Stock() {
  const { messages, status, error } = useChat({ id: 't1', transport, resume: true })
  seen.push(error ? String(error) : status)
  return messages.flatMap(({ id, parts }) =>
    parts.map((part, i) => {
      const key = `${id} ${i}`
      if (part.type === 'text') return <p key={key}>{part.text}</p>
      if (part.type === 'reasoning') return <em key={key}>{part.text}</em>
      return part.type === 'dynamic-tool' ? <code key={key}>{`${part.toolName}: ${part.output}`}</code> : null
    }),
  )
}

it('lets a stock useChat follow a running turn: its text, its reasoning, its tools', async () => {
  const { createRoot } = await import('react-dom/client')
  const ids = { conversationId: 'c', turnId: 't1', clientMessageId: 'm1', uploadIds: [] }
  const message = {
    ...ids,
    text: 'Write "Open at nine." to hours.md',
    options: { preset: 'standard' as const },
  }
  await acceptMessage(owner(), message)
  const place = page.document.createElement('div')
  const root = createRoot(place as unknown as HTMLElement)
  root.render(<Stock />)
  await expect
    .poll(() => [place.textContent, seen.at(-1)])
    .toEqual([
      expect.stringMatching(/write_file: .*hours\.md.*I wrote “Open at nine.” to `hours.md`.$/s),
      'ready',
    ])
  expect(place.querySelector('em')?.textContent).toMatch(/\w+ \w+/)
  expect([seen[0], seen.includes('while it ran'), seen.includes('streaming')]).toEqual(['ready', true, true])
  root.unmount()
})

it('gives the page the turn as it is stored, and says when there is none', async () => {
  vi.stubGlobal('fetch', (address: string, init: RequestInit) =>
    GET(new Request(`http://127.0.0.1${address}`, init), {
      params: Promise.resolve({ id: address.split('/')[3] ?? '' }),
    }),
  )
  const ids = { conversationId: 'c', turnId: 't2', clientMessageId: 'm2', uploadIds: [] }
  const turn = await acceptMessage(owner(), {
    ...ids,
    text: 'When do we open?',
    options: { preset: 'standard' },
  })
  const shown: TurnDto[] = []
  const liveOf = (dto: TurnDto) =>
    new LiveTurn(dto, {
      api: chatApi,
      wait: async () => {},
      onLost: () => {},
      onTurn: (latest) => shown.push(latest),
    })
  expect(await liveOf(turn).read(turn)).toBe('settled')
  // Only the row has totals.
  expect(shown.at(-1)).toMatchObject({
    ...{ id: 't2', status: 'completed', answer: expect.stringMatching(/\w/) },
    totals: { calls: expect.any(Number) },
  })
  const missing = { ...turn, id: 'missing' }
  expect(await liveOf(missing).read(missing)).toBe('gone')
})
