import { mkdirSync, writeFileSync } from 'node:fs'
import { afterAll, describe, expect, it } from 'vitest'
import { openDb } from '@/lib/db/engine/client'
import { zoneOf } from '@/lib/shared/schemas'
import type { TurnResult } from '@/lib/shared/turn/turn-result'
import { ended, installation } from '../testing-mneme'

const at = installation({ TZ: 'Asia/Tokyo' })
afterAll(at.remove)
const resultOf = (out: string) => JSON.parse(out) as TurnResult

describe('mneme ask', () => {
  it('answers from memory, prints the result as JSON alone, and goes on with a conversation', {
    tags: 'full',
  }, async () => {
    const told = await at.mneme('ask', 'The gate code of Borkum is on the yellow note.')
    expect(told).toMatchObject({ code: 0, out: expect.stringContaining('yellow note') })
    expect(told.said).toMatch(/^\d+\.\d s, conversation conv_\w+\n$/)
    const asked = await at.mneme('ask', 'Where is the gate code of Borkum?', '--json', '--memory-k', '0')
    const result = resultOf(asked.out)
    expect([asked.code, asked.said]).toEqual([0, ''])
    expect(result).toMatchObject({
      ...{ success: true, output: expect.stringContaining('yellow note'), memoryEnabled: true },
      ...{ memoriesRetrieved: 0, memoriesUsed: [], newMemoryIds: [], memoryPending: false },
    })
    const first = /conversation (conv_\w+)/.exec(told.said)?.[1] ?? ''
    const { conversationId } = result
    const child = at.start('ask', '-', '--json', '--no-memory', '--conversation', conversationId)
    child.stdin.end('Where is the gate code of Borkum?\n')
    const piped = resultOf((await ended(child)).out)
    expect(piped).toMatchObject({ conversationId, memoryEnabled: false, memoryVerdict: null })
    const db = await openDb(at.url)
    const { id: told1 } = await db.turn.findFirstOrThrow({ where: { conversationId: first } })
    expect([result.turnsRecalled, result.turnsCited]).toEqual([[told1], [told1]])
    const turn = await db.turn.findUniqueOrThrow({ where: { id: piped.turnId } })
    expect([turn.number, turn.userText]).toEqual([2, 'Where is the gate code of Borkum?'])
    expect(zoneOf(turn)).toBe('Asia/Tokyo')
    expect(await db.job.count({ where: { status: { not: 'done' } } })).toBe(0)
    await db.$disconnect()
  })

  it('stops the turn at Ctrl-C, also when the signal comes twice at once, keeps what it had, and ends with 130', {
    tags: 'full',
  }, async () => {
    const slow = installation({ MNEME_OFFLINE_DELAY_MS: '5000' })
    const child = slow.start('ask', 'The ferry to Borkum leaves at noon on Sundays.', '--json')
    const end = ended(child)
    const running = async () => {
      const db = await openDb(slow.url).catch(() => null)
      const count = await db?.step.count({ where: { phase: 'act' } }).catch(() => 0)
      const turn = await db?.turn.findFirst().catch(() => null)
      await db?.$disconnect()
      return count !== undefined && turn?.status
    }
    await expect.poll(running, { timeout: 120_000 }).toBe('running')
    child.kill('SIGINT')
    child.kill('SIGINT')
    const { code, out } = await end
    expect([code, resultOf(out).success]).toEqual([130, false])
    const db = await openDb(slow.url)
    expect((await db.turn.findFirstOrThrow()).status).toBe('stopped')
    await db.$disconnect()
    slow.remove()
  })

  it('says why a turn failed, and ends with 1', { tags: 'full' }, async () => {
    const away = installation({
      MNEME_OFFLINE: '',
      OPENAI_BASE_URL: 'http://127.0.0.1:9/v1',
      MNEME_FAST_MODEL: 'm',
    })
    const failed = await away.mneme('ask', 'Anybody there?', '--fast', '--json')
    expect([failed.code, resultOf(failed.out)]).toMatchObject([
      1,
      {
        success: false,
        output: '',
        error: { message: 'The provider at 127.0.0.1:9 cannot be reached.' },
      },
    ])
    away.remove()
  })

  it.each([
    [['ask', '  '], 'The message is empty. Write something first.'],
    [['ask', 'a', '--fast', '--reflect'], 'Choose --reflect or --fast, not both.'],
    [
      ['ask', 'a', '--no-memory', '--memory-domain', 'x'],
      '--no-memory cannot be combined with other memory options.',
    ],
    [['nothing'], 'There is no command "nothing".'],
  ])('is a wrong command, with what to do: %j', async (args, words) => {
    const { code, out, said } = await at.here(...args)
    expect([code, out, said.split('\n')[0]]).toEqual([2, '', words])
  })

  it('refuses empty standard input, as a process too', async () => {
    const { code, out, said } = await at.mneme('ask', '-')
    expect([code, out, said.split('\n')[0]]).toEqual([2, '', 'The message is empty. Write something first.'])
  })

  it('refuses an unknown conversation, strategy and file, as JSON too, and ends with 1', async () => {
    mkdirSync(at.at('folder'))
    writeFileSync(at.at('chat.json'), JSON.stringify([{ role: 'user', content: 'Hello.' }]))
    const refused = async (...args: string[]) => {
      const { code, out } = await at.here(...args, '--json')
      const { error } = JSON.parse(out) as { error: { message: string } }
      return [code, error.message]
    }
    expect(await refused('ask', 'Hello.', '--conversation', 'conv_nowhere')).toEqual([
      1,
      'This conversation does not exist.',
    ])
    expect(await refused('memories', 'show', 'heu-00099')).toEqual([1, 'There is no strategy heu-00099.'])
    expect(await refused('memories', 'import', 'folder')).toEqual([1, `${at.at('folder')} is not a file.`])
    expect(await refused('memories', 'import', 'chat.json')).toEqual([
      1,
      'This is not a lesson file. Nothing was added.',
    ])
  })
})
