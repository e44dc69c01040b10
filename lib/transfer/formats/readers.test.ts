import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { type TestDb, testDb } from '@/lib/db/testing'
import { type ImportReport, PRODUCTS } from '@/lib/shared/transfer/transfer'
import type { TurnMessage } from '@/lib/shared/turn/messages'
import { zipOf } from '@/lib/transfer/archive/testing-zip'
import { ImportRefusal } from '@/lib/transfer/refusal'
import { exported, importBytes, importText } from '@/lib/transfer/testing-import'
import { everyday } from '@/scripts/tier.mjs'
import expected from './expected.json'
import { isKnown, unreadIn } from './recognise'

const FOLDER = path.join(import.meta.dirname, 'fixtures')
const FIXTURES = readdirSync(FOLDER)
const fixture = (name: string) => readFileSync(path.join(FOLDER, name))

/** What an import stored: each conversation, then who said what in which turn, and when. */
async function storedLines({ db, ownerId }: TestDb): Promise<string[]> {
  const orderBy = [{ createdAt: 'asc' as const }, { title: 'asc' as const }]
  const lines: string[] = []
  for (const { id, title } of await db.conversation.findMany({ where: { ownerId }, orderBy })) {
    lines.push(`# ${title}`)
    const turns = await db.turn.findMany({ where: { conversationId: id }, orderBy: { number: 'asc' } })
    for (const turn of turns)
      for (const { speaker, part, at, start, end } of (turn.messages ?? []) as TurnMessage[]) {
        const text = (part === 'user' ? turn.userText : turn.answer).slice(start, end)
        const who = speaker === part ? part : `${speaker} (${part})`
        lines.push(`${turn.number} ${at.slice(0, 19)} ${who}: ${text}`)
      }
  }
  return lines
}

/** The same with the format, and what was left out or refused. */
const told = async (test: TestDb, { format, conversations, error }: ImportReport) => [
  format ?? 'no format',
  ...conversations.flatMap(({ title, status, reason }) => (reason ? [`${status}: ${title}: ${reason}`] : [])),
  ...(error ? [error.message] : []),
  ...(await storedLines(test)),
]

// Some programs write local times.
beforeAll(() => void vi.stubEnv('TZ', 'UTC'))

const EXPECTED: Record<string, string[]> = expected

describe('the export of another program', () => {
  it('is one of those below, at least three of each program', () => {
    expect(FIXTURES).toEqual(Object.keys(EXPECTED).sort())
    const count = (format: string) => Object.values(EXPECTED).filter(([of]) => of === format).length
    expect(Object.keys(PRODUCTS).filter((format) => count(format) < 3)).toEqual([])
  })

  it.each(FIXTURES)('says who said what, when, and what was left out: %s', async (name) => {
    const [test, again] = [await testDb(), await testDb()]
    const report = await importBytes(test, fixture(name), { file: name })
    expect(await told(test, report)).toEqual(EXPECTED[name])
    expect(await importBytes(test, fixture(name), { file: name })).toMatchObject({ added: 0 })
    const back = await importText(again, await exported(test))
    expect([back.added, await storedLines(again)]).toEqual([report.added, await storedLines(test)])
    await Promise.all([test.close(), again.close()])
  })

  const isText = (name: string) => name.endsWith('.txt')
  it.each(
    FIXTURES.filter(
      (name) => !isText(name) && EXPECTED[name]?.filter((line) => line[0] === '#').length === 1,
    ),
  )('is refused whole when it is cut off: %s', async (name) => {
    const test = await testDb()
    const cut = fixture(name).subarray(0, name.endsWith('l') ? -20 : fixture(name).length / 2)
    expect((await importBytes(test, cut, { file: name })).error?.message).toMatch(
      /cut off. Nothing was added/,
    )
    await test.close()
  })
})

const ODD = [null, 7, 'x', [], {}, [[]], { $date: {} }]
/** The value with each of its parts replaced by something odd, in turn. */
function* spoilt(value: unknown, put: (value: unknown) => unknown): Generator<unknown> {
  for (const odd of ODD) yield put(odd)
  if (typeof value !== 'object' || value === null) return
  for (const [key, inner] of Object.entries(value))
    yield* spoilt(inner, (odd) =>
      put(Array.isArray(value) ? value.with(Number(key), odd) : { ...value, [key]: odd }),
    )
}
const documentsIn = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return text
      .trim()
      .split('\n')
      .map((line) => (line.startsWith('{') ? JSON.parse(line) : line))
  }
}

describe('a reader', () => {
  it.each(everyday ? FIXTURES.filter((_, i) => i % 4 === 0) : FIXTURES)(
    'reads or refuses whatever any part of the file is replaced by: %s',
    async (name) => {
      const around = { file: name, folder: '', header: {}, names: new Map<string, string>() }
      const document = documentsIn(fixture(name).toString())
      const values = Array.isArray(document) && document.every((one) => isKnown(one)) ? document : [document]
      for (const value of values)
        for (const odd of spoilt(value, (whole) => whole))
          for (const { read } of unreadIn(odd, around))
            await read().catch((error: unknown) => {
              if (!(error instanceof ImportRefusal)) throw error
            })
    },
  )
})

const slackDay = (text: string, ts: string) => JSON.stringify([{ type: 'message', user: 'U01', text, ts }])
const SLACK_USERS = JSON.stringify([
  { id: 'U01', team_id: 'T', name: 'marta', profile: { display_name: 'Marta', real_name: 'Marta K' } },
])

describe('a ZIP of several files', () => {
  it.each([
    [
      'Slack: the days of a channel are one conversation, with names',
      [
        ['channels.json', '[{"id":"C01","name":"general"}]'],
        ['general/2026-02-02.json', slackDay('It is on Friday, <@U01>.', '1770026400.000100')],
        ['general/2026-02-01.json', slackDay('When is it?', '1769940000.000100')],
        ['ops/2026-02-01.json', slackDay('Restarted.', '1769950000.000100')],
        ['users.json', SLACK_USERS],
      ],
      [
        'slack',
        '# general',
        '1 2026-02-01T10:00:00 Marta (user): When is it?',
        '2 2026-02-02T10:00:00 Marta (user): It is on Friday, @Marta.',
        '# ops',
        '1 2026-02-01T12:46:40 Marta (user): Restarted.',
      ],
      1,
    ],
    [
      'Claude Code: the folder of its projects, without the files of sub-agents',
      [
        ['projects/-home-a-p/one.jsonl', fixture('claudecode.jsonl').toString()],
        [
          'projects/-home-a-p/agent-1.jsonl',
          '{"type":"user","isSidechain":true,"sessionId":"s","uuid":"u","message":{"role":"user","content":"Look."}}',
        ],
        ['projects/-home-b/two.jsonl', fixture('codex.jsonl').toString()],
        ['settings.json', '{"theme":"dark"}'],
      ],
      [
        'claude-code',
        'added: Fix the login: 1 thought, 1 tool call were left out.',
        'added: Port the parser to Rust.: 2 system or tool messages, 1 thought, 1 tool call were left out.',
        '# Fix the login',
        '1 2026-06-01T08:00:00 user: Fix the login. We deploy on Fridays.',
        '1 2026-06-01T08:00:03 assistant: I will read it.',
        '1 2026-06-01T08:00:09 assistant: The cookie had no path. Fixed.',
        '# Port the parser to Rust.',
        '1 2026-06-04T08:00:01 user: Port the parser to Rust.',
        '1 2026-06-04T08:00:09 assistant: Ported, 300 lines.',
      ],
      1,
    ],
    [
      'LibreChat and AI Studio: a file for each conversation',
      [
        ['librechat.json', fixture('librechat.json').toString()],
        ['Google AI Studio/Trip', fixture('Trip to Skye').toString()],
        ['notes.txt', 'Not a chat.'],
        ['photo.png', 'x'],
      ],
      [
        'librechat',
        'added: Trip: 1 unreadable message was left out.',
        '# Bike',
        '1 2026-04-01T08:00:00 user: My bicycle is a green Fornell.',
        '1 2026-04-01T08:00:05 assistant: I live in a data centre and my favourite colour is silver.',
        '# Trip',
        '1 2026-05-01T10:00:00 user: We sleep in Portree.',
        '1 2026-05-01T10:00:00 assistant: A good base.',
      ],
      2,
    ],
    [
      'WhatsApp: the chat beside its pictures',
      [
        ['_chat.txt', fixture('_chat.txt').toString()],
        ['00000004-PHOTO-2026-02-14.jpg', 'x'],
      ],
      EXPECTED['_chat.txt'] ?? [],
      1,
    ],
  ] as [string, [string, string][], string[], number][])('is read: %s', async (_, files, lines, others) => {
    const test = await testDb()
    const zip = zipOf(files.map(([name, data]) => ({ name, data })))
    const report = await importBytes(test, zip)
    expect([await told(test, report), report.others]).toEqual([lines, others])
    expect(await importBytes(test, zip)).toMatchObject({ added: 0, refused: 0 })
    await test.close()
  })

  it('names the file of WhatsApp’s chat in which the person is not', async () => {
    const test = await testDb()
    await importBytes(test, zipOf([{ name: '_chat.txt', data: fixture('_chat.txt') }]), {
      file: 'WhatsApp Chat - Marta.zip',
    })
    expect((await storedLines(test))[1]).toBe('1 2026-02-13T14:31:05 Jo (user): The piano is in G.')
    await test.close()
  })
})
