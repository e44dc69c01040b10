import { rmSync } from 'node:fs'
import path from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { allRows, bytesHold, secretWord, type Talk, talker } from '@/lib/agent/testing-forget'
import { sqliteFile } from '@/lib/db/engine/client'
import { backUp } from '@/lib/db/engine/storage/backup'
import { purgeTrash } from '@/lib/db/forget/purge/purge'
import { copyOf } from '@/lib/db/testing'
import { holding } from '@/lib/db/testing-holding'
import { turnDtos } from '@/lib/db/turns/turn-dto'
import { turnPath, turnsById } from '@/lib/db/turns/turns'
import { titleFor } from '@/lib/heuristics/titles/title'
import { readContext } from '@/lib/memory/context/context'
import { chooseWindow } from '@/lib/memory/context/window'
import { wholeMap } from '@/lib/memory/map/testing-whole-map'
import { recall } from '@/lib/memory/recall/recall'
import { summariesForPrompt } from '@/lib/memory/summaries/summaries'
import { countTokens } from '@/lib/model/tokens'
import { inspectTurn } from '../turns/inspector'
import { loadWorkspace } from '../turns/workspace'
import { forgetTurns, listForgotten, previewForget, undoForget } from './forget'

const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'none',
    (error: { code?: string }) => error.code ?? String(error),
  )
/** After the undo time. */
const purge = async (h: Talk) => {
  h.runtime.advance(31_000)
  return purgeTrash(h.db, h.runtime.now())
}
const turn = (number: number, files = false) => ({ conversationId: 'c', from: number, to: number, files })

/**
 * Twelve turns, each with a unique word. Later ones recall earlier ones and write and read files, another
 * conversation recalls too, and one turn has a second version.
 */
async function story(h: Talk): Promise<string[]> {
  const words = Array.from({ length: 12 }, secretWord)
  const lines = words.map((word, i) => {
    const n = i + 1
    if (n === 4 || n === 8) return `recall ${n - 3}\nThe word of ${n} is ${word}.`
    if (n === 6) return `file notes.md the ${word} is in a file`
    if (n === 7) return `read notes.md\nThe word of 7 is ${word}.`
    return `The word of turn ${n} is ${word}.`
  })
  for (const [i, line] of lines.entries()) {
    const told = await h.tell('c', line)
    if (i === 8) await h.again(told, `Another version says ${words[8]} too.`)
  }
  await h.tell('d', `find ${words[1]}`)
  for (const [id, line] of [
    ['c', lines[0]],
    ['d', `find ${words[1]}`],
  ] as const)
    await h.db.conversation.update({ where: { id }, data: { title: titleFor(line ?? '') } })
  return words
}

const HOUR = 3_600_000
let told: Promise<{ h: Talk; words: string[] }> | undefined
/** A copy of the story, an hour later. It is told once. */
async function afterStory(): Promise<{ h: Talk; words: string[] }> {
  told ??= talker().then(async (h) => {
    const words = await story(h)
    await h.close()
    return { h, words }
  })
  const { h: teller, words } = await told
  const url = `file:${copyOf(sqliteFile(teller.url))}`
  const h = await talker('', { url, ownerId: teller.ownerId, prefix: 'later_' })
  h.logs.push(...teller.logs)
  h.runtime.advance(HOUR)
  return { h, words }
}

describe('a forgotten turn', () => {
  it('is in no table, index, log, database file or later backup after the purge', async () => {
    for (const number of [1, 2, 10]) {
      const { h, words } = await afterStory()
      const word = words[number - 1] ?? ''
      const others = words.filter((_, i) => i !== number - 1 && i !== 1)
      expect(await holding(h.db, word)).toEqual(expect.arrayContaining(['Turn', 'Blob', 'Summary']))
      await forgetTurns(h.caller, turn(number))
      // A person who searched for the word said it themselves.
      if (number === 2) await forgetTurns(h.caller, { conversationId: 'd', from: 1, to: 1, files: false })
      expect(await purge(h)).toBe(number === 2 ? 2 : 1)
      expect(await holding(h.db, word)).toEqual([])
      const file = sqliteFile(h.url)
      expect(bytesHold(file, word)).toBe(false)
      const folder = `${file}-backups`
      const live = new Database(file)
      const copy = await backUp(live, folder, 'test')
      live.close()
      expect(bytesHold(copy, word)).toBe(false)
      expect(bytesHold(copy, others[0] ?? '')).toBe(true)
      rmSync(path.dirname(copy), { recursive: true })
      expect(JSON.stringify(h.logs)).not.toContain(word)
      for (const other of others) expect(await holding(h.db, other)).toContain('Turn')
      const stayed = await h.db.turn.findMany({ where: { conversationId: 'c', status: 'forgotten' } })
      expect(stayed.map((row) => [row.number, row.userText, row.trashId])).toEqual([[number, '', null]])
      expect(await h.db.turn.count({ where: { parentId: stayed[0]?.id ?? '' } })).toBeGreaterThan(0)
      await h.close()
    }
  })

  it('would stay in prompts, tool results and roll-ups if only its rows were emptied (control)', async () => {
    const { h, words } = await afterStory()
    const first = await h.db.turn.findFirstOrThrow({ where: { conversationId: 'c', number: 1 } })
    await h.db.turn.update({
      where: { id: first.id },
      data: { userText: '', answer: '', status: 'forgotten' },
    })
    await h.db.step.deleteMany({ where: { turnId: first.id } })
    expect(await holding(h.db, words[0] ?? '')).toEqual(expect.arrayContaining(['Blob', 'Summary', 'Event']))
    await h.close()
  })

  it('reaches no reader from the moment it is forgotten, and undo restores every row exactly', async () => {
    const { h, words } = await afterStory()
    const word = words[0] ?? ''
    const before = await allRows(h.db)
    const seen = async () => {
      const path = await turnPath(
        h.db,
        h.ownerId,
        (await h.db.conversation.findUniqueOrThrow({ where: { id: 'c' } })).activeLeafId ?? '',
      )
      const turns = await h.db.turn.findMany({ where: { conversationId: 'c' }, orderBy: { number: 'asc' } })
      const ask = (request: object) =>
        recall(h.db, h.ownerId, {
          conversationId: 'c',
          path,
          before: 99,
          request,
          limit: 5,
          now: h.runtime.now(),
          countTokens,
        })
      const inspected = await Promise.all(
        turns.filter((one) => !one.trashId).map((one) => inspectTurn(h.db, h.ownerId, one.id)),
      )
      const contexts = await Promise.all(turns.map((one) => readContext(h.db, h.ownerId, { turnId: one.id })))
      return {
        recall: JSON.stringify(
          [await ask({ keywords: [word] }), await ask({ turnNumbers: [1] })].map((found) => [
            found.hits,
            found.passages,
          ]),
        ),
        window: JSON.stringify(await chooseWindow(h.db, h.ownerId, path, { before: 13, size: 99 })),
        summaries: JSON.stringify(
          await summariesForPrompt(h.db, h.ownerId, path, { before: 13, budgetTokens: 5_000, countTokens }),
        ),
        graph: JSON.stringify(await wholeMap(h.db, h.ownerId)),
        inspector: JSON.stringify(inspected),
        contexts: JSON.stringify(contexts),
        chat: JSON.stringify(
          await turnDtos(
            h.db,
            h.ownerId,
            await turnsById(
              h.db,
              turns.map((one) => one.id),
            ),
          ),
        ),
        title: (await h.db.conversation.findUniqueOrThrow({ where: { id: 'c' } })).title,
      }
    }
    const holds = async () =>
      Object.entries(await seen()).flatMap(([where, text]) => (text.includes(word) ? [where] : []))
    const everywhere = ['recall', 'window', 'summaries', 'graph', 'inspector', 'contexts', 'chat', 'title']
    expect(await holds()).toEqual(everywhere)
    const { trashId } = await forgetTurns(h.caller, turn(1))
    expect(await holds()).toEqual([])
    await undoForget(h.caller, trashId)
    expect(await allRows(h.db)).toEqual(before)
    expect(await purge(h)).toBe(0)
    await h.close()
  })

  it('goes from its roll-ups, which are made again of what remains', async () => {
    const { h, words } = await afterStory()
    const rollUps = () => h.db.summary.findMany({ where: { level: 1, conversationId: 'c', fromNumber: 1 } })
    expect((await rollUps())[0]?.text).toContain(words[1])
    await forgetTurns(h.caller, turn(2))
    await purge(h)
    expect((await rollUps())[0]).toMatchObject({ text: '', stale: true })
    await h.jobs.tick()
    const [made] = await rollUps()
    expect(made).toMatchObject({ stale: false, fromNumber: 1, toNumber: 3 })
    expect([made?.text.includes(words[0] ?? ''), made?.text.includes(words[1] ?? '')]).toEqual([true, false])
    await h.close()
  })

  it('leaves a proof that counts what went and names the turns that say the same', async () => {
    const h = await talker()
    await h.tell('c', 'My locker code is forty-two elephants.')
    await h.tell('c', 'Something else entirely.')
    await h.tell('c', 'Remember again: My locker code is forty-two elephants.')
    const { trashId } = await forgetTurns(h.caller, turn(1))
    await purge(h)
    const [entry] = await listForgotten(h.db, h.ownerId)
    expect(entry).toMatchObject({
      trashId,
      kind: 'turns',
      from: 1,
      to: 1,
      undoUntil: null,
      proof: { counts: { turn: 1, context: 1, summary: 1 }, elsewhere: [] },
    })
    expect(entry?.proof?.also.map((other) => other.number)).toEqual([3])
    expect(entry?.proof?.checked).toBeGreaterThan(0)
    await forgetTurns(h.caller, turn(3))
    await purge(h)
    expect((await listForgotten(h.db, h.ownerId))[0]?.proof).toMatchObject({ also: [], elsewhere: [] })
    expect(await holding(h.db, 'elephants')).toEqual([])
    await h.close()
  })

  it('gives its name to no title any more, unless a person chose that', async () => {
    const h = await talker()
    await h.tell('c', 'Talk of penguins')
    await h.tell('c', 'Talk of otters')
    const title = async () => (await h.db.conversation.findUniqueOrThrow({ where: { id: 'c' } })).title
    expect(await title()).toBe('Talk of penguins')
    const { trashId } = await forgetTurns(h.caller, turn(1))
    expect(await title()).toBe('Talk of otters')
    await undoForget(h.caller, trashId)
    expect(await title()).toBe('Talk of penguins')
    await h.db.conversation.update({ where: { id: 'c' }, data: { title: 'Zoo' } })
    const { trashId: again } = await forgetTurns(h.caller, turn(1))
    expect(await title()).toBe('Zoo')
    await undoForget(h.caller, again)
    await h.tell('c', 'Zoo of old, see Zoo of old.')
    await h.db.conversation.update({ where: { id: 'c' }, data: { title: 'Zoo of' } })
    const { trashId: later } = await forgetTurns(h.caller, turn(3))
    expect(await title()).toBe('Zoo of')
    await undoForget(h.caller, later)
    // Named as an earlier version did: by its first words.
    await h.db.conversation.update({ where: { id: 'c' }, data: { title: 'Of penguins' } })
    await forgetTurns(h.caller, turn(1))
    expect(await title()).toBe('Talk of otters')
    await h.close()
  })

  it('is refused while running or waiting, twice, and on a path without it; nothing changes', async () => {
    const h = await talker()
    await h.tell('c', 'One.')
    const queued = await h.db.turn.create({
      data: {
        ...(await h.db.turn.findFirstOrThrow({
          select: { ownerId: true, conversationId: true, branchId: true },
        })),
        id: 'q',
        number: 2,
        parentId: null,
        clientMessageId: 'q',
        status: 'queued',
        userText: 'Two.',
        attachments: [],
        options: {},
        createdAt: h.runtime.now(),
      },
    })
    await h.db.conversation.update({ where: { id: 'c' }, data: { activeLeafId: queued.id } })
    const before = await allRows(h.db)
    expect(await codeOf(forgetTurns(h.caller, turn(2)))).toBe('conflict')
    await h.db.turn.update({ where: { id: 'q' }, data: { status: 'running' } })
    expect(await codeOf(forgetTurns(h.caller, { ...turn(1), to: 2 }))).toBe('conflict')
    expect(await codeOf(forgetTurns(h.caller, turn(7)))).toBe('not_found')
    await h.db.turn.update({ where: { id: 'q' }, data: { status: 'queued' } })
    expect(await allRows(h.db)).toEqual(before)
    await forgetTurns(h.caller, turn(1))
    expect(await codeOf(forgetTurns(h.caller, turn(1)))).toBe('conflict')
    await h.close()
  })

  it('waits for a turn that began before, and a purge that was cut off is done after a restart', async () => {
    const { h, words } = await afterStory()
    const { trashId } = await forgetTurns(h.caller, turn(3))
    const runs = await h.db.turn.findFirstOrThrow({ where: { conversationId: 'd' } })
    await h.db.turn.update({ where: { id: runs.id }, data: { status: 'running' } })
    expect(await purge(h)).toBe(0)
    await h.db.turn.update({ where: { id: runs.id }, data: { status: 'interrupted' } })
    const cutOff = new Proxy(h.db, {
      get: (real, name) => {
        if (name === 'fileTouch') throw new Error('the power went out')
        return Reflect.get(real, name)
      },
    })
    await expect(purgeTrash(cutOff, h.runtime.now())).rejects.toThrow('power')
    expect(await codeOf(undoForget(h.caller, trashId))).toBe('not_found')
    expect(await holding(h.db, words[2] ?? '')).not.toEqual([])
    expect(await purgeTrash(h.db, h.runtime.now())).toBe(1)
    expect(await holding(h.db, words[2] ?? '')).toEqual([])
    expect((await listForgotten(h.db, h.ownerId))[0]?.proof?.counts).toMatchObject({ turn: 1, summary: 1 })
    await h.close()
  })
})

describe('a forgotten range', () => {
  it('goes as one, with the files that only it wrote if that is wished', async () => {
    const { h, words } = await afterStory()
    expect(await previewForget(h.caller, { conversationId: 'c', from: 5, to: 7 })).toMatchObject({
      turns: 3,
      files: ['notes.md'],
    })
    const before = await allRows(h.db)
    const { trashId } = await forgetTurns(h.caller, { conversationId: 'c', from: 5, to: 7, files: true })
    expect((await loadWorkspace(h, { conversationId: 'c' })).files).toEqual([])
    await undoForget(h.caller, trashId)
    expect(await allRows(h.db)).toEqual(before)
    await forgetTurns(h.caller, { conversationId: 'c', from: 5, to: 7, files: true })
    await purge(h)
    for (const word of words.slice(4, 7)) expect(await holding(h.db, word)).toEqual([])
    expect(await holding(h.db, words[3] ?? '')).toContain('Turn')
    expect((await h.tell('c', 'Still here?')).status).toBe('completed')
    await h.close()
  })
})
