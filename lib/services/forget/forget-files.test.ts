import { describe, expect, it } from 'vitest'
import { allRows, bytesHold, secretWord, type Talk, talker } from '@/lib/agent/testing-forget'
import { changeOps } from '@/lib/db/engine/changes'
import { sqliteFile } from '@/lib/db/engine/client'
import { purgeTrash } from '@/lib/db/forget/purge/purge'
import { recallsOfTurns } from '@/lib/db/memory/recalls'
import { summariesById, summariesOfTurns } from '@/lib/db/memory/summaries'
import { holding } from '@/lib/db/testing-holding'
import { turnDtos } from '@/lib/db/turns/turn-dto'
import { type Turn, turnPath } from '@/lib/db/turns/turns'
import { readContext } from '@/lib/memory/context/context'
import { chooseWindow } from '@/lib/memory/context/window'
import { wholeMap } from '@/lib/memory/map/testing-whole-map'
import { recall } from '@/lib/memory/recall/recall'
import { searchMemory } from '@/lib/memory/search/search'
import { countTokens } from '@/lib/model/tokens'
import { inspectTurn } from '../turns/inspector'
import { loadWorkspace, readFile } from '../turns/workspace'
import { forgetFile, listForgotten, undoForget } from './forget'

/** After the undo time. */
const purge = async (h: Talk) => {
  h.runtime.advance(31_000)
  return purgeTrash(h.db, h.runtime.now())
}

describe('a forgotten file', () => {
  it('is removed in every version from every place; what was said stays, and undo restores it', async () => {
    const word = secretWord()
    const h = await talker(word)
    for (const line of [
      'Hello there.',
      'invent once',
      'open it',
      'list',
      'search',
      'invent twice',
      'What now?',
    ])
      await h.tell('c', line)
    await h.tell('c', 'find treasure')
    const path = `${word.slice(0, 7)}.md`
    const before = await allRows(h.db)
    const { trashId } = await forgetFile(h.caller, { conversationId: 'c', path })
    expect((await loadWorkspace(h, { conversationId: 'c' })).files).toEqual([])
    expect(await seenAnywhere(h)).not.toContain(word)
    await undoForget(h.caller, trashId)
    expect(await allRows(h.db)).toEqual(before)
    expect(
      (await loadWorkspace(h, { conversationId: 'c' })).files.map((file) => [file.path, file.version]),
    ).toEqual([[path, 2]])

    await forgetFile(h.caller, { conversationId: 'c', path })
    expect((await h.tell('c', 'file other.md is new')).status).toBe('completed')
    await purge(h)
    expect(await holding(h.db, word)).toEqual([])
    expect(await holding(h.db, path)).toEqual([])
    expect(bytesHold(sqliteFile(h.url), word)).toBe(false)
    expect((await loadWorkspace(h, { conversationId: 'c' })).files.map((file) => file.path)).toEqual([
      'other.md',
    ])
    expect((await h.tell('c', 'open it')).status).toBe('completed')
    expect((await listForgotten(h.db, h.ownerId))[0]?.proof).toMatchObject({
      kind: 'file',
      counts: { file: 1 },
      also: [],
      elsewhere: [],
    })
    await h.close()
  })

  it('comes back into the workspace of a turn that ran meanwhile', async () => {
    const word = secretWord()
    const h = await talker(word)
    await h.tell('c', 'invent once')
    const path = `${word.slice(0, 7)}.md`
    const { trashId } = await forgetFile(h.caller, { conversationId: 'c', path })
    await h.tell('c', 'file other.md is new')
    await undoForget(h.caller, trashId)
    expect((await loadWorkspace(h, { conversationId: 'c' })).files.map((file) => file.path).sort()).toEqual(
      [path, 'other.md'].sort(),
    )
    await h.close()
  })

  it('is neither restored nor purged while a turn runs without it; then undo restores it', async () => {
    const word = secretWord()
    const h = await talker(word)
    await h.tell('c', 'invent once')
    const path = `${word.slice(0, 7)}.md`
    const { trashId } = await forgetFile(h.caller, { conversationId: 'c', path })
    const turn = await h.tell('c', 'file other.md is new')
    await h.db.turn.update({ where: { id: turn.id }, data: { status: 'running' } })
    await expect(undoForget(h.caller, trashId)).rejects.toMatchObject({ code: 'conflict' })
    expect(await purge(h)).toBe(0)
    await h.db.turn.update({ where: { id: turn.id }, data: { status: 'completed' } })
    const found = async () =>
      (await searchMemory(h.db, h.ownerId, { text: word, kinds: ['file'] })).hits.map((hit) => hit.name)
    expect(await found()).toEqual([])
    await undoForget(h.caller, trashId)
    expect((await loadWorkspace(h, { conversationId: 'c' })).files.map((file) => file.path).sort()).toEqual(
      [path, 'other.md'].sort(),
    )
    expect(await found()).toEqual([path])
    await h.close()
  })

  it('is not brought back under a turn that begins at that moment', async () => {
    const word = secretWord()
    const h = await talker(word)
    await h.tell('c', 'invent once')
    const turn = await h.tell('c', 'Good evening.')
    const { trashId } = await forgetFile(h.caller, { conversationId: 'c', path: `${word.slice(0, 7)}.md` })
    const run = h.db.$transaction.bind(h.db)
    const begins = (async (...args: Parameters<typeof run>) => {
      await h.db.turn.update({ where: { id: turn.id }, data: { status: 'running' } })
      return run(...args)
    }) as typeof run
    const db = new Proxy(h.db, {
      get: (target, key) => (key === '$transaction' ? begins : Reflect.get(target, key)),
    })
    await expect(undoForget({ ...h.caller, db }, trashId)).rejects.toMatchObject({ code: 'conflict' })
    expect((await h.db.trash.findUniqueOrThrow({ where: { id: trashId } })).final).toBe(false)
    await h.db.turn.update({ where: { id: turn.id }, data: { status: 'completed' } })
    await undoForget(h.caller, trashId)
    expect((await loadWorkspace(h, { conversationId: 'c' })).files).toHaveLength(1)
    await h.close()
  })

  it('is in no summary while it can be restored, nor found through one before and after', async () => {
    const word = secretWord()
    const h = await talker(word)
    const { id } = await h.tell('c', 'invent once')
    await h.tell('c', 'And then?')
    const first = await h.db.summary.findFirstOrThrow({ where: { level: 0, fromNumber: 1 } })
    const text = `They wrote this down. The treasure ${word} lies here.`
    await h.db.$transaction([
      h.db.summary.update({ where: { id: first.id }, data: { text, insights: ['All is well.', text] } }),
      ...changeOps(h.db, h.ownerId, [{ kind: 'summary', refId: first.id, op: 'put' }]),
    ])
    const found = async () =>
      (await searchMemory(h.db, h.ownerId, { text: word, kinds: ['summary'] })).hits.length
    const told = async () =>
      [
        await summariesOfTurns(h.db, h.ownerId, [id]),
        await summariesById(h.db, h.ownerId, [first.id]),
      ].flatMap((rows) => [...rows.values()])
    expect([await found(), JSON.stringify(await told()).includes(word)]).toEqual([1, true])
    const { trashId } = await forgetFile(h.caller, { conversationId: 'c', path: `${word.slice(0, 7)}.md` })
    const hidden = { text: '(forgotten)', insights: [] }
    expect([await found(), await told()]).toMatchObject([0, [hidden, hidden]])
    await undoForget(h.caller, trashId)
    expect([await found(), JSON.stringify(await told()).includes(word)]).toEqual([1, true])
    await forgetFile(h.caller, { conversationId: 'c', path: `${word.slice(0, 7)}.md` })
    await purge(h)
    expect(await told()).toEqual([])
    const { counts } = (await listForgotten(h.db, h.ownerId))[0]?.proof ?? {}
    expect(counts).toMatchObject({ file: 1, summary: 1 })
    await h.jobs.tick()
    const again = { text: expect.stringContaining('I took note.'), insights: ['write_file'] }
    expect([await found(), await told()]).toMatchObject([0, [again, again]])
    await h.close()
  })

  it('leaves what other conversations said of a file of that name in the recalls that show it', async () => {
    const h = await talker()
    await h.tell('c', 'file README.md The walrus sleeps on the warm roof.')
    await h.tell('e', 'In README.md we read of a narwhal')
    const [asking, other] = [await h.tell('d', 'find narwhal'), await h.tell('d', 'find walrus')]
    const excerpts = async (id: string) =>
      ((await recallsOfTurns(h.db, h.ownerId, [id])).get(id) ?? []).flatMap(({ recall }) =>
        [...recall.hits, ...recall.nearMisses].map((hit) => hit.excerpt),
      )
    const told = () => h.db.event.count({ where: { turnId: asking.id, type: 'recall' } })
    const before = [await excerpts(asking.id), await told()]
    expect([
      JSON.stringify(before).includes('narwhal'),
      JSON.stringify(await excerpts(other.id)).includes('warm roof'),
    ]).toEqual([true, true])
    await forgetFile(h.caller, { conversationId: 'c', path: 'README.md' })
    expect(await purge(h)).toBe(1)
    expect(await excerpts(asking.id)).toEqual(before[0])
    expect(JSON.stringify(await excerpts(other.id))).not.toContain('warm roof')
    await h.close()
  })

  it('leaves a same-named file of another conversation in every stored prompt', {
    tags: 'full',
  }, async () => {
    const h = await talker()
    const there = [
      await h.tell('e', 'file notes.md A narwhal swims in the cold bay.'),
      await h.tell('e', 'read notes.md'),
      await h.tell('e', 'What now?'),
    ]
    await h.tell('c', 'file notes.md The walrus sleeps on the warm roof.')
    for (let i = 0; i < 9; i++) await h.tell('e', 'Good evening.')
    await h.tell('c', 'file notes.md The walrus sleeps on the warm roof.')
    const asking = [await h.tell('d', 'find narwhal'), await h.tell('d', 'find walrus')]
    const inside = await h.tell('c', 'find narwhal')
    const prompts = async (turns: Turn[]) =>
      Promise.all(
        turns.map(async (turn) => JSON.stringify((await inspectTurn(h.db, h.ownerId, turn.id)).texts)),
      )
    const before = await prompts([...there, ...asking])
    expect(before.map((text) => [text.includes('narwhal swims'), text.includes('walrus sleeps')])).toEqual([
      [true, false],
      [true, false],
      [true, false],
      [true, false],
      [false, true],
    ])
    const forgotten = async () => {
      const now = await prompts([...there, ...asking])
      expect(now.slice(0, 4)).toEqual(before.slice(0, 4))
      // What the person wrote stays; what the prompt showed of the file does not.
      expect([before[4], now[4]].map((text) => text?.includes('(forgotten)'))).toEqual([false, true])
    }
    await forgetFile(h.caller, { conversationId: 'c', path: 'notes.md' })
    await forgotten()
    expect(await purge(h)).toBe(1)
    await forgotten()
    expect((await prompts([inside]))[0]).toContain('narwhal swims')
    await h.close()
  })

  it('that is written anew before the purge keeps the trace of the new one, and only that', async () => {
    const [old, fresh] = [secretWord(), secretWord()]
    const h = await talker(old)
    const path = `${old.slice(0, 7)}.md`
    await h.tell('c', 'invent once')
    await h.tell('c', 'open it')
    await forgetFile(h.caller, { conversationId: 'c', path })
    h.runtime.advance(6_000)
    const written = await h.tell('c', `file ${path} A new line ${fresh}.`)
    const turnId = { in: [written.id, (await h.tell('c', `read ${path}`)).id] }
    const rows = () =>
      Promise.all([
        h.db.step.findMany({ where: { turnId }, include: { tools: true } }),
        h.db.context.findMany({ where: { turnId } }),
        h.db.summary.findMany({ where: { level: 0, fromNumber: { gt: 2 } } }),
      ])
    const before = await rows()
    expect(JSON.stringify(before)).toContain(fresh)
    expect(await purge(h)).toBe(1)
    expect(await holding(h.db, old)).toEqual([])
    expect(await rows()).toEqual(before)
    expect((await readContext(h.db, h.ownerId, { turnId: written.id }))?.fullContext).toContain(
      `File ${path}`,
    )
    expect((await loadWorkspace(h, { conversationId: 'c' })).files).toMatchObject([{ path }])
    await h.close()
  })

  it('keeps a text that another file has too', async () => {
    const h = await talker()
    await h.tell('c', 'file a.md the same words')
    await h.tell('c', 'file b.md the same words')
    await forgetFile(h.caller, { conversationId: 'c', path: 'a.md' })
    await purge(h)
    const [file] = (await loadWorkspace(h, { conversationId: 'c' })).files
    expect(file?.path).toBe('b.md')
    expect(await readFile(h, { conversationId: 'c', hash: file?.hash ?? '' })).toEqual({
      text: 'the same words',
    })
    await h.close()
  })
})

/** Everything readers of a conversation get. */
async function seenAnywhere(h: Talk): Promise<string> {
  const { activeLeafId } = await h.db.conversation.findUniqueOrThrow({ where: { id: 'c' } })
  const path = await turnPath(h.db, h.ownerId, activeLeafId ?? '')
  const turns = (await h.db.turn.findMany({ where: { conversationId: 'c' } })).filter((one) => !one.trashId)
  const window = await chooseWindow(h.db, h.ownerId, path, { before: 99, size: 99 })
  const contexts = await Promise.all(turns.map((one) => readContext(h.db, h.ownerId, { turnId: one.id })))
  const inspected = await Promise.all(turns.map((one) => inspectTurn(h.db, h.ownerId, one.id)))
  const found = await recall(h.db, h.ownerId, {
    conversationId: 'c',
    path,
    before: 99,
    request: { keywords: ['treasure', 'note'] },
    now: new Date('2026-06-01T00:00:00Z'),
    limit: 9,
    countTokens,
  })
  return JSON.stringify([
    window,
    contexts,
    inspected,
    await wholeMap(h.db, h.ownerId),
    await turnDtos(h.db, h.ownerId, turns),
    found,
  ])
}
