import { stat } from 'node:fs/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { offlineHarness } from '@/lib/agent/testing-offline'
import { topicRows } from '@/lib/db/memory/topics'
import { testDb } from '@/lib/db/testing'
import { getConversation } from '@/lib/db/turns/conversations'
import { turnPath, turnsOnPath } from '@/lib/db/turns/turns'
import { everywhere, factsFor } from '@/lib/memory/facts/known-facts'
import { loadNode } from '@/lib/memory/graph/graph-details'
import { nodeId } from '@/lib/shared/memory/graph'
import { exportedNotes } from '@/lib/transfer/markdown/testing-notes'
import { SAMPLE_FILE } from '@/lib/transfer/sample'
import { exported, importText } from '@/lib/transfer/testing-import'
import type { Caller } from '../caller'
import { addFact, listFacts } from '../facts'
import { deleteConversation } from '../forget/forget'
import { pastImports } from './remove-import'
import { hasSample, startSample } from './sample'

const SAMPLE_TURNS = 40

let h: Awaited<ReturnType<typeof offlineHarness>>
let caller: Caller
beforeEach(async () => {
  h = await offlineHarness()
  caller = { db: h.db, ownerId: h.ownerId, runtime: h.runtime, runner: h.runner } as unknown as Caller
})
afterEach(async () => {
  await h.close()
})

const start = async () => (await startSample(caller)).conversationId
const turnsOf = async (id: string) => {
  const { activeLeafId } = await getConversation(h.db, h.ownerId, id)
  const path = await turnPath(h.db, h.ownerId, activeLeafId ?? '')
  return turnsOnPath(h.db, h.ownerId, path, 1, 1_000)
}
const WEEK_MS = 7 * 86_400_000

describe('the sample conversation', () => {
  it('is a small file, and 40 turns of the last weeks, on the same days of the week', async () => {
    expect((await stat(SAMPLE_FILE)).size).toBeLessThan(400_000)
    const turns = await turnsOf(await start())
    expect(turns).toHaveLength(SAMPLE_TURNS)
    expect(turns.every((turn) => turn.status === 'completed' && turn.importedAt === null)).toBe(true)
    const [first, last] = [turns.at(0)?.createdAt, turns.at(-1)?.createdAt] as [Date, Date]
    const age = h.runtime.now().getTime() - last.getTime()
    expect([age >= 0, age < WEEK_MS]).toEqual([true, true])
    expect((last.getTime() - first.getTime()) / WEEK_MS).toBeGreaterThan(5)
    expect([first.getUTCDay(), last.getUTCDay()]).toEqual([1, 0])
  })

  it('has a map at once, whose topics have names of what most of their turns are about', async () => {
    await start()
    const titles = (await topicRows(h.db, h.ownerId)).map(({ title }) => title)
    expect(titles).toContain('Insurance')
    expect(titles.filter(Boolean)).toEqual(titles)
    expect(new Set(titles).size).toBe(titles.length)
  })

  it('has each message under what it is about, such as the wedding under dates', async () => {
    const turns = await turnsOf(await start())
    const topicOf = async (number: number) => {
      const { id } = turns[number - 1] ?? {}
      const found = await h.db.turnTopic.findUniqueOrThrow({ where: { turnId: id ?? '' } })
      return (await topicRows(h.db, h.ownerId)).find((topic) => topic.id === found.topicId)?.title
    }
    expect(await topicOf(16)).toBe('Volunteers and dates')
    expect(await topicOf(29)).toBe('Getting ready for the opening')
    const [topic] = (await topicRows(h.db, h.ownerId)).filter(({ title }) => title === 'Insurance')
    const details = await loadNode(h.db, h.ownerId, nodeId('topic', topic?.id ?? ''))
    expect(details?.linked?.map(({ node }) => node.turnNumber)).toEqual([21, 17, 13, 6, 5])
  })

  it('recalls beyond the window: turn 38 uses turn 4, thinks in rounds and cites it', async () => {
    const turns = await turnsOf(await start())
    const [early, late] = [turns[3]?.id ?? '', turns[37]?.id ?? '']
    const rounds = await h.db.step.findMany({ where: { turnId: late, phase: 'think' } })
    expect(rounds).toHaveLength(3)
    const [hit] = await h.db.recallHit.findMany({ where: { sourceTurnId: early, recall: { turnId: late } } })
    expect(hit).toMatchObject({ kind: 'turn', parts: { circuit: expect.any(Number) } })
    const recall = await h.db.recall.findFirstOrThrow({ where: { id: hit?.recallId ?? '' } })
    expect(recall.injectedStepId).toBeTruthy()
    const cited = await h.db.citation.findMany({ where: { turnId: late } })
    expect(cited.map(({ kind, refId }) => [kind, refId])).toContainEqual(['turn', early])
    expect(cited.some(({ kind }) => kind === 'strategy')).toBe(true)
  })

  it('names only what is there: slugs in answers, ids of recalls and uses', async () => {
    const seeded = await h.db.user.update({ where: { id: h.ownerId }, data: { strategyNo: 41 } })
    expect(seeded.strategyNo).toBe(41)
    const turns = await turnsOf(await start())
    const slugs = new Set((await h.db.strategy.findMany()).map(({ slug }) => slug))
    const named = turns.flatMap(({ answer }) => answer.match(/\[[a-z]{3,4}-\d{5}\]/g) ?? [])
    expect(named.length).toBeGreaterThan(5)
    expect(named.filter((mark) => !slugs.has(mark.slice(1, -1)))).toEqual([])
    const ids = new Set((await h.db.strategy.findMany()).map(({ id }) => id))
    const uses = await h.db.strategyUse.findMany()
    expect(uses.filter(({ strategyId }) => !ids.has(strategyId))).toEqual([])
    for (const { id, uses: count } of await h.db.strategy.findMany())
      expect(uses.filter(({ strategyId }) => strategyId === id)).toHaveLength(count)
  })

  it('is there once, also after two clicks, and is deleted in one step with all it brought, and restored', async () => {
    const ids = new Set(await Promise.all([start(), start()]))
    expect(ids.size).toBe(1)
    expect(await start()).toBe([...ids][0])
    expect(await pastImports(caller)).toEqual([])
    await deleteConversation(caller, [...ids][0] ?? '')
    expect(await hasSample(h.db, h.ownerId)).toBe(false)
    expect(await factsFor(everywhere(h.db, h.ownerId))).toEqual([])
    const again = await start()
    expect(ids.has(again)).toBe(true)
    expect(await factsFor(everywhere(h.db, h.ownerId))).not.toEqual([])
    expect([await hasSample(h.db, h.ownerId), await hasSample(h.db, 'another')]).toEqual([true, false])
  })

  it('stays out of an export of everything, and is in one of its own', async () => {
    const id = await start()
    await addFact(caller, { subject: 'Gwen', predicate: 'lives in', object: 'Leeds' })
    const to = await testDb()
    await importText(to, await exported(h), { runtime: h.runtime })
    expect(await to.db.conversation.count()).toBe(0)
    expect(await to.db.strategy.count()).toBe(0)
    expect((await to.db.fact.findMany()).map(({ object }) => object)).toEqual(['Leeds'])
    await importText(to, await exported(h, id), { runtime: h.runtime })
    expect([await to.db.conversation.count(), (await to.db.fact.count()) > 1]).toEqual([1, true])
    await to.close()
    expect([...(await exportedNotes(h)).notes.keys()]).toEqual(['Entities/Gwen.md', 'Facts.md'])
  })

  it('answers what is asked in it', async () => {
    const id = await start()
    const asked = async (text: string, where = id) => {
      const { answer } = await h.say(where, text)
      return answer
    }
    expect(await asked('What did we decide about the insurance?')).toContain('Guildhall')
    expect(await asked('Why did we move the opening?')).toContain('[turn 16]')
    expect(await asked('What did Declan say about microwaves?')).toContain('capacitor')
    expect(await asked('What does budget.md say is left?')).toContain('1,115.90')
    expect(await asked('Which wall is the strong one?')).toMatch(/strong one/i)
    expect(await asked('What is the budget of the repair café?')).toContain('2,150')
    expect(await asked('How many things were mended at the opening?')).toContain('23')
    expect(await asked('Who is the hall manager?')).toContain('Hannah')
  })

  it('is nobody’s own memory: other conversations recall nothing of it, and know nobody in it', {
    tags: 'full',
  }, async () => {
    const id = await start()
    const asked = async (text: string, where = 'conv_other') => {
      h.runtime.advance(60_000)
      const { answer } = await h.say(where, text)
      await h.jobs.tick()
      return answer
    }
    const OF_SAMPLE = /Hannah|Declan|Priya|joiner|Guildhall|Harbour Mutual|2,150|café|turn \d+/i
    for (const question of [
      ...[
        'What is my name?',
        'Tell me everything you know about me.',
        'Who do I know?',
        'What is my budget?',
      ],
      ...['Who is our insurer?', 'Who is Gwen?', 'What did we decide about the opening?'],
    ])
      expect([question, await asked(question)]).toEqual([question, expect.not.stringMatching(OF_SAMPLE)])
    const own = await h.db.turn.findMany({ where: { conversationId: 'conv_other' } })
    const recalls = { turnId: { in: own.map((turn) => turn.id) } }
    const ofSample = (await turnsOf(id)).map((turn) => turn.id)
    expect(await h.db.recallHit.count({ where: { recall: recalls, sourceTurnId: { in: ofSample } } })).toBe(0)
    // One's own Gwen is somebody else, also on the Facts page; both are known where they were spoken of.
    await addFact(caller, { subject: 'Gwen', predicate: 'lives in', object: 'Leeds' })
    expect(await asked('What do you know about Gwen?')).not.toContain('joiner')
    expect(await asked('Who is Gwen?', id)).toContain('joiner')
    const { subjects } = await listFacts(caller)
    expect(
      subjects.flatMap(({ name, sample, now }) => (name === 'Gwen' ? [[sample, now.length]] : [])),
    ).toEqual([
      [false, 1],
      [true, 1],
    ])
    expect(subjects.map(({ sample }) => sample)).toEqual(subjects.map(({ sample }) => sample).toSorted())
  })

  it('lends no name of its people to what is said elsewhere', { tags: 'full' }, async () => {
    const id = await start()
    await h.say(id, 'My neighbour is called Ottoline.')
    await h.jobs.tick()
    await addFact(caller, { subject: 'Ottoline', predicate: 'lives in', object: 'Leeds' })
    const own = (await listFacts(caller)).subjects.filter(({ sample }) => !sample)
    expect(own.map(({ name }) => name)).toEqual(['Ottoline'])
  })
})
