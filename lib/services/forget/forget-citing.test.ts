// @module-tag full
import { describe, expect, it } from 'vitest'
import { ScriptedModels } from '@/lib/agent/testing'
import { allRows, bytesHold, secretWord } from '@/lib/agent/testing-forget'
import { byHand, type Hands, PLAIN } from '@/lib/agent/testing-hands'
import { sqliteFile } from '@/lib/db/engine/client'
import { purgeTrash } from '@/lib/db/forget/purge/purge'
import { holding } from '@/lib/db/testing-holding'
import { turnDtos } from '@/lib/db/turns/turn-dto'
import { turnPath, turnsById } from '@/lib/db/turns/turns'
import { titleFor } from '@/lib/heuristics/titles/title'
import { recall } from '@/lib/memory/recall/recall'
import { searchMemory } from '@/lib/memory/search/search'
import { countTokens } from '@/lib/model/tokens'
import { forgetTurns, listForgotten, previewForget, undoForget } from './forget'

const KYOTO = 'Trip to Kyoto'
const FIRST = { conversationId: 'c', from: 1, to: 1 }
type Story = Hands & { secret: string; here: string; there: string; hello: string }

/** Turn 1 of `c` states a number that turn 3 of `c` and turn 2 of `d` repeat and cite. */
async function story(): Promise<Story> {
  const h = await byHand()
  const secret = secretWord()
  h.deps.models = new ScriptedModels((request) => {
    if (request.user.includes('\nWhich number here')) return { text: `It is ${secret} [turn 1].` }
    if (!request.user.includes('\nWhich number there')) return { text: 'Noted.' }
    return request.exchanges.length
      ? { text: `As you said: My passport number is ${secret}. [turn 1 of conversation c]` }
      : { calls: [{ name: 'recall_context', args: { keywords: ['passport'] } }] }
  })
  const say = async (conversationId: string, text: string) => {
    const turn = await h.say(conversationId, text, PLAIN)
    await h.jobs.tick()
    return turn.id
  }
  const line = `My passport number is ${secret}.`
  await say('c', line)
  const hello = await say('c', 'Hello.')
  const here = await say('c', 'Which number here?')
  await say('d', 'Good morning.')
  const there = await say('d', 'Which number there?')
  await h.db.conversation.update({ where: { id: 'c' }, data: { title: titleFor(line) } })
  await h.db.conversation.update({ where: { id: 'd' }, data: { title: KYOTO } })
  return { ...h, secret, here, there, hello }
}
const purge = async (h: Hands) => {
  h.runtime.advance(31_000)
  return purgeTrash(h.db, h.runtime.now())
}
const dtosOf = async (h: Hands, ids: string[]) =>
  turnDtos(h.db, h.ownerId, await turnsById(h.db, ids), h.caller.runtime.now())

/** Everywhere a person or a model could still find a word. */
async function findable({ db, ownerId, secret }: Story): Promise<string[]> {
  const found: string[] = []
  for (const id of ['c', 'd']) {
    const path = await turnPath(
      db,
      ownerId,
      (await db.conversation.findUniqueOrThrow({ where: { id } })).activeLeafId ?? '',
    )
    const { hits, passages } = await recall(db, ownerId, {
      conversationId: id,
      path,
      before: 99,
      request: { keywords: [secret] },
      now: new Date('2026-06-01T00:00:00Z'),
      limit: 5,
      countTokens,
    })
    if (JSON.stringify([hits, passages]).includes(secret)) found.push(`recall in ${id}`)
    const turns = await db.turn.findMany({ where: { conversationId: id } })
    if (JSON.stringify(await turnDtos(db, ownerId, turns)).includes(secret)) found.push(`chat ${id}`)
  }
  if (JSON.stringify((await searchMemory(db, ownerId, { text: secret })).hits).includes(secret))
    found.push('search')
  return found
}

describe('answers that cite a forgotten turn', () => {
  it('are named before, with the conversation each is in', async () => {
    const h = await story()
    expect((await previewForget(h.caller, FIRST)).citedBy).toEqual([
      { conversationId: 'c', turnId: h.here, number: 3, title: expect.any(String), hidden: false },
      { conversationId: 'd', turnId: h.there, number: 2, title: KYOTO, hidden: false },
    ])
    await h.close()
  })

  it('are forgotten too if wanted: nothing has the words, and one undo restores all', async () => {
    const h = await story()
    const before = await allRows(h.db)
    expect(await findable(h)).toEqual(['recall in c', 'chat c', 'recall in d', 'chat d', 'search'])
    const wish = { ...FIRST, files: false, citing: [h.here, h.there] }
    await forgetTurns(h.caller, wish)
    expect(await findable(h)).toEqual([])
    const [tomb] = await dtosOf(h, [h.there])
    expect(tomb).toMatchObject({ status: 'forgotten', undo: { all: true } })
    await undoForget(h.caller, tomb?.undo?.trashId ?? '')
    expect(await allRows(h.db)).toEqual(before)
    expect(await h.db.trash.count()).toBe(0)

    await forgetTurns(h.caller, wish)
    expect(await purge(h)).toBe(2)
    expect(await findable(h)).toEqual([])
    expect(await holding(h.db, h.secret)).toEqual([])
    expect(bytesHold(sqliteFile(h.url), h.secret)).toBe(false)
    const entries = await listForgotten(h.db, h.ownerId)
    expect(
      entries
        .map((entry) => [
          entry.conversationId,
          entry.numbers,
          entry.to,
          entry.proof?.also,
          entry.proof?.elsewhere,
        ])
        .sort(),
    ).toEqual([
      ['c', [1, 3], 3, [], []],
      ['d', [], 2, [], []],
    ])
    expect((await h.db.trash.findMany()).map(({ held }) => held)).toEqual([
      expect.objectContaining({ also: [] }),
      expect.objectContaining({ also: [] }),
    ])
    expect((await dtosOf(h, [h.hello]))[0]?.userText).toBe('Hello.')
    await h.close()
  })

  it('stay if wanted, are found by what they repeat, and are named by the proof', async () => {
    const h = await story()
    const { trashId } = await forgetTurns(h.caller, { ...FIRST, files: false })
    await purge(h)
    expect(await findable(h)).toEqual(expect.arrayContaining(['chat c', 'chat d', 'search']))
    const also = async () =>
      (await listForgotten(h.db, h.ownerId))
        .find((entry) => entry.trashId === trashId)
        ?.proof?.also.map((turn) => [turn.number, turn.conversationId, turn.hidden])
    expect(await also()).toEqual([
      [2, 'd', false],
      [3, 'c', false],
    ])
    await forgetTurns(h.caller, { conversationId: 'd', from: 2, to: 2, files: false })
    expect((await also())?.[0]).toEqual([2, 'd', true])
    await purge(h)
    expect(await also()).toEqual([[3, 'c', false]])
    expect(JSON.stringify(await h.db.trash.findMany())).not.toContain(KYOTO)
    await h.close()
  })

  it('take no turn along that cites nothing of it, and none while one of them runs', async () => {
    const h = await story()
    await h.db.turn.update({ where: { id: h.there }, data: { status: 'running' } })
    const before = await allRows(h.db)
    await expect(forgetTurns(h.caller, { ...FIRST, files: false, citing: [h.there] })).rejects.toMatchObject({
      code: 'conflict',
    })
    expect(await allRows(h.db)).toEqual(before)
    await forgetTurns(h.caller, { ...FIRST, files: false, citing: [h.hello, h.here] })
    expect(
      (await h.db.turn.findMany({ where: { trashId: { not: null } }, orderBy: { number: 'asc' } })).map(
        (turn) => turn.number,
      ),
    ).toEqual([1, 3])
    await h.close()
  })
})
