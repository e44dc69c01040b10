import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { bytesHold, secretWord, type Talk, talker } from '@/lib/agent/testing-forget'
import { until } from '@/lib/agent/testing-hands'
import { env, setEnv } from '@/lib/config/env'
import { testingEnv } from '@/lib/config/testing-env'
import type { Db } from '@/lib/db/engine/client'
import { promptFiles, writePromptFile } from '@/lib/db/engine/storage/prompt-files'
import { purgeTrash } from '@/lib/db/forget/purge/purge'
import { purgePromptFiles } from '@/lib/db/forget/purge/purge-prompt-files'
import { testFolder } from '@/lib/db/testing-folder'
import type { Turn } from '@/lib/db/turns/turns'
import { breath } from '@/lib/shared/breath'
import { limits } from '@/lib/shared/limits'
import { deleteConversation, forgetTurns, listForgotten, undoForget } from '../forget/forget'
import { startLoops } from '../loops'
import { PromptLog, promptFolder } from './prompt-log'
import { trajectory } from './trajectory'

const real = env()
afterEach(() => setEnv(real))

/** A talk whose turns are logged in a data directory of its own. */
async function logged(on = 'true') {
  const dataDir = path.join(testFolder(), crypto.randomUUID())
  testingEnv({
    MNEME_DATA_DIR: dataDir,
    MNEME_TRASH_DAYS: '0',
    ENABLE_PROMPT_LOGGING: on,
    OPENAI_API_KEY: 'my-own-key-1',
  })
  const h = await talker()
  const lines: string[] = []
  const log = new PromptLog(h.db, (message) => void lines.push(message))
  const tell = async (conversationId: string, text: string): Promise<Turn> => {
    const turn = await h.tell(conversationId, text)
    log.put(h.ownerId, turn.id)
    await log.idle()
    return turn
  }
  return { ...h, dataDir, lines, log, tell }
}
type Logged = Awaited<ReturnType<typeof logged>>

const fileOf = (turn: Turn) => readdirSync(promptFolder()).find((name) => name.endsWith(`_${turn.id}.json`))
const textOf = (turn: Turn) => readFileSync(path.join(promptFolder(), fileOf(turn) ?? ''), 'utf8')
const modeOf = (file: string) => statSync(file).mode & 0o777
const turnsLeft = async (folder = promptFolder()) => (await promptFiles(folder)).map((file) => file.turnId)
/** Ends the undo time. */
const purge = (h: Talk, folder: string | null = promptFolder()) => {
  h.runtime.advance(31_000)
  return purgeTrash(h.db, h.runtime.now(), folder)
}
const turnNumber = (number: number) => ({ conversationId: 'c', from: number, to: number, files: false })

/** In `c` a secret, and turns that quote it; in `d` something else. */
async function secretTold(h: Logged) {
  const secret = secretWord()
  const told = await h.tell('c', `The word is ${secret}.`)
  const recalling = await h.tell('c', 'recall 1')
  const other = await h.tell('d', 'The weather is fine.')
  return { secret, told, recalling, other, all: [told, recalling, other].map((turn) => turn.id) }
}
const filesWith = (text: string) =>
  readdirSync(promptFolder()).filter((name) => bytesHold(path.join(promptFolder(), name), text))

describe('the file of a turn', () => {
  it('has the steps and the prompts of the turn, without keys, for its owner alone, as the inspector downloads them', async () => {
    const h = await logged()
    await h.tell('c', 'My key is my-own-key-1, and the boat is called Sturmvogel.')
    const turn = await h.tell('c', 'recall 1')
    const written = JSON.parse(textOf(turn))
    expect(written).toEqual(await trajectory(h.db, h.ownerId, turn.id))
    expect(written).toMatchObject({
      user_id: h.ownerId,
      message: 'recall 1',
      steps: [
        { step: 1, thought: '', action: 'recall_context', args: { turnNumbers: [1] } },
        { step: 2, thought: '', action: null },
      ],
      final_answer: 'I took note.',
      total_steps: 2,
      duration_seconds: expect.any(Number),
      cost_estimate: 0,
    })
    expect(written.steps[0].observation).toContain('already in this prompt')
    expect(written.prompts[0]).toMatchObject({ phase: 'act', model: 'scripted-1', exchanges: '' })
    expect(written.prompts[0].history).toEqual([
      { role: 'user', text: expect.stringContaining('My key is [key], and the boat') },
      { role: 'assistant', text: 'I took note.' },
    ])
    expect(written.prompts[1].exchanges).toContain('recall_context')
    expect(textOf(turn)).not.toContain('my-own-key-1')
    expect(fileOf(turn)).toMatch(/^reflective_2026-05-01T10-\d\d-\d\d-\d{3}Z_turn_\d+\.json$/)
    expect(modeOf(path.join(promptFolder(), fileOf(turn) ?? ''))).toBe(0o600)
    for (const folder of [promptFolder(), path.dirname(promptFolder())]) expect(modeOf(folder)).toBe(0o700)
    await h.close()
  })

  it('is not written unless it is switched on', async () => {
    const h = await logged('false')
    await h.tell('c', 'Hello')
    expect(existsSync(promptFolder())).toBe(false)
    await h.close()
  })

  it('that cannot be written costs one line of the log', async () => {
    const h = await logged()
    mkdirSync(h.dataDir)
    writeFileSync(path.join(h.dataDir, 'logs'), 'in the way')
    await h.tell('c', 'Hello')
    expect(h.lines).toEqual(['the prompts of a turn could not be logged'])
    await h.close()
  })
})

describe('the folder of files', () => {
  const minute = (number: number) => new Date(Date.UTC(2026, 4, 1, 10, number))

  it('keeps the newest files up to their number', async () => {
    const folder = path.join(testFolder(), crypto.randomUUID())
    mkdirSync(folder)
    for (let i = 0; i < limits.promptLog.files; i++)
      writeFileSync(path.join(folder, `reflective_2026-01-01T00-00-00-${1000 + i}Z_turn_${i}.json`), '{}')
    await writePromptFile(folder, { id: 'turn_new', at: minute(1) }, '{}')
    const left = await turnsLeft(folder)
    expect([left.length, left[0], left.at(-1)]).toEqual([limits.promptLog.files, 'turn_1', 'turn_new'])
  })
})

describe('forgetting a turn', () => {
  it('keeps the files when it is undone, else deletes its file and those that quote it; the proof names none', async () => {
    const h = await logged()
    const { secret, other, all } = await secretTold(h)
    const { trashId } = await forgetTurns(h.caller, turnNumber(1))
    await undoForget(h.caller, trashId)
    expect(await purge(h)).toBe(0)
    expect(await turnsLeft()).toEqual(all)
    await forgetTurns(h.caller, turnNumber(1))
    expect(filesWith(secret)).toHaveLength(2)
    expect(await purge(h)).toBe(1)
    expect([filesWith(secret), await turnsLeft()]).toEqual([[], [other.id]])
    const [latest] = await listForgotten(h.db, h.ownerId)
    expect(latest?.proof).toMatchObject({ stage: 'gone', elsewhere: [] })
    await h.close()
  })

  it('deletes a file that was being written when the purge came', async () => {
    const h = await logged()
    const { told, secret } = await secretTold(h)
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    let forgotten = false
    // Between reading the turn and writing its file, the purge gets every chance to run.
    const slow = h.db.$extends({
      query: {
        setting: {
          findMany: async ({ args, query }) => {
            if (forgotten) return query(args)
            forgotten = true
            await forgetTurns(h.caller, turnNumber(1))
            h.runtime.advance(31_000)
            vi.advanceTimersByTime(limits.trash.undoMs / 3)
            for (let i = 0; i < 200 && fileOf(told); i++) await breath()
            return query(args)
          },
        },
      },
    }) as unknown as Db
    const prompts = new PromptLog(slow, (message) => void h.lines.push(message))
    const end = startLoops({ ...h, prompts, log: (message) => void h.lines.push(message) })
    prompts.put(h.ownerId, told.id)
    const isPurged = async () => (await listForgotten(h.db, h.ownerId))[0]?.proof?.stage === 'gone'
    await until('the turn is purged', isPurged)
    await prompts.idle()
    end()
    vi.useRealTimers()
    expect([filesWith(secret), h.lines]).toEqual([[], []])
    await h.close()
  })

  it('writes no file of a turn in the trash, and nothing in other files of what is there', async () => {
    const h = await logged()
    const { secret, told, recalling } = await secretTold(h)
    await forgetTurns(h.caller, turnNumber(1))
    for (const { id } of [told, recalling]) h.log.put(h.ownerId, id)
    await h.log.idle()
    expect(filesWith(secret)).toEqual([fileOf(told)])
    expect(textOf(recalling)).toContain('(forgotten)')
    expect(h.lines).toEqual([])
    await h.close()
  })

  it('that is interrupted after the rows is finished for the files', async () => {
    const h = await logged()
    const { secret } = await secretTold(h)
    await forgetTurns(h.caller, turnNumber(1))
    await h.db
      .$executeRaw`CREATE TRIGGER "cut" BEFORE UPDATE ON "Trash" WHEN NEW."held" LIKE '%"stage":"gone"%' BEGIN SELECT RAISE(ABORT, 'cut'); END`
    await expect(purge(h, null)).rejects.toThrow()
    await h.db.$executeRaw`DROP TRIGGER "cut"`
    expect(filesWith(secret)).toHaveLength(2)
    await purge(h)
    expect(filesWith(secret)).toEqual([])
    await h.close()
  })

  it('reaches the folder of another server of the same database', { tags: 'full' }, async () => {
    const h = await logged()
    const { other } = await secretTold(h)
    const elsewhere = `${promptFolder()}-elsewhere`
    cpSync(promptFolder(), elsewhere, { recursive: true })
    await forgetTurns(h.caller, turnNumber(1))
    await purge(h)
    expect(await turnsLeft(elsewhere)).toHaveLength(3)
    await purgePromptFiles(h.db, elsewhere)
    expect(await turnsLeft(elsewhere)).toEqual([other.id])
    await h.close()
  })

  it('has a proof that would name the folder: negative control', { tags: 'full' }, async () => {
    const h = await logged()
    const { secret, other } = await secretTold(h)
    const file = path.join(promptFolder(), fileOf(other) ?? '')
    writeFileSync(
      file,
      JSON.stringify({ ...JSON.parse(textOf(other)), note: `The word is ${secret}.` }, null, 2),
    )
    await forgetTurns(h.caller, turnNumber(1))
    await purge(h)
    const [latest] = await listForgotten(h.db, h.ownerId)
    expect(latest?.proof).toMatchObject({ stage: 'gone', elsewhere: ['a prompt file'] })
    await h.close()
  })
})

describe('deleting a conversation', () => {
  it('deletes the files of its turns', async () => {
    const h = await logged()
    const { secret, other } = await secretTold(h)
    await deleteConversation(h.caller, 'c')
    await purge(h)
    expect([filesWith(secret), await turnsLeft()]).toEqual([[], [other.id]])
    await h.close()
  })
})
