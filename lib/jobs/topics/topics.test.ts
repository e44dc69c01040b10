import { readFileSync } from 'node:fs'
import { afterEach, describe, expect, it } from 'vitest'
import { byHand, type Hands } from '@/lib/agent/testing-hands'
import { changeOps } from '@/lib/db/engine/changes'
import { purgeTrash } from '@/lib/db/forget/purge/purge'
import { topicRows, topicWords } from '@/lib/db/memory/topics'
import { type Seeded, seedConversation } from '@/lib/db/testing-seed'
import { loadMap } from '@/lib/memory/map/load-map'
import { themedTurns, themesIn } from '@/lib/memory/topics/testing-themes'
import { deleteConversation, undoForget } from '@/lib/services/forget/forget'
import { renameTopic } from '@/lib/services/topics'
import { SAMPLE_ORIGIN } from '@/lib/shared/transfer/transfer'
import { learningBy } from '../learning/testing-learning'
import { queueTopicJobs, TOPICS } from './topics'

const EIGHT = 'bram keld dorv falt grun harp jolk lint'.split(' ')
const open: (() => Promise<void> | void)[] = []
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close()
})
async function start(): Promise<Hands> {
  const h = await byHand()
  open.push(h.close)
  return h
}
type At = Pick<Hands, 'db' | 'ownerId' | 'runtime' | 'jobs' | 'deps'>

/** Adds a conversation as an import does: with one change for all of its turns. */
async function said(h: At, ...[count, themes, seed]: Parameters<typeof themedTurns>): Promise<Seeded> {
  const talk = await seedConversation(h, themedTurns(count, themes, seed))
  const change = { kind: 'conversation', refId: talk.conversationId, op: 'put' } as const
  await h.db.$transaction(changeOps(h.db, h.ownerId, [change]))
  return talk
}
async function tell(h: At) {
  await queueTopicJobs(h)
  await h.jobs.tick()
  const left = { where: { kind: TOPICS, status: { not: 'done' } }, select: { status: true, error: true } }
  expect(await h.db.job.findMany(left)).toEqual([])
}
const map = (h: At, query = {}) => loadMap(h.db, h.ownerId, query)
const islands = async (h: At) => (await map(h)).nodes.filter(({ kind }) => kind === 'topic')
const conversations = async (h: At) =>
  (await map(h)).nodes.flatMap((node) =>
    node.kind === 'conversation' ? [[node.conversationId, node.count]] : [],
  )
const themesOf = (topics: readonly { label: string; hue?: number }[]) =>
  new Set(topics.flatMap(({ label, hue }) => (hue === undefined ? [] : [...themesIn(label)])))
const wordsOf = async (h: At) =>
  JSON.stringify([await topicRows(h.db, h.ownerId), await topicWords(h.db, h.ownerId)])

describe('topics of a memory', () => {
  it('wait for enough turns, and are then what its turns speak of', async () => {
    const h = await start()
    await said(h, 12, EIGHT)
    await tell(h)
    expect(await map(h)).toMatchObject({ topics: { state: 'few' }, nodes: [{ kind: 'conversation' }] })
    await said(h, 288, EIGHT, 11)
    expect(await map(h)).toMatchObject({ topics: { state: 'making' } })
    await tell(h)
    const dto = await map(h)
    expect(dto.topics).toEqual({ state: 'ready' })
    const topics = dto.nodes.filter(({ kind }) => kind === 'topic')
    for (const { label } of topics.filter(({ hue }) => hue !== undefined))
      expect(themesIn(label).size, label).toBe(1)
    expect(topics.reduce((sum, { count }) => sum + count, 0)).toBe(300)
    expect(new Set(topics.map(({ hue }) => hue)).size).toBe(topics.length)
    expect(topics.every(({ x, y }) => Number.isFinite(x) && Number.isFinite(y))).toBe(true)
  })

  it('are those of the sample while the person has few turns, and then only those of the person', async () => {
    const h = await start()
    const sample = await said(h, 120, ['bram', 'keld', 'falt'])
    const where = { id: sample.conversationId }
    await h.db.conversation.update({ where, data: { origin: SAMPLE_ORIGIN } })
    await tell(h)
    const ofSample = await islands(h)
    expect(themesOf(ofSample)).toEqual(new Set(['bram', 'keld', 'falt']))

    const first = await said(h, 15, ['bram', 'grun'])
    await tell(h)
    const named = (topics: typeof ofSample) => topics.map(({ id, label, count }) => [id, label, count])
    expect(named(await islands(h))).toEqual(named(ofSample))
    expect(await conversations(h)).toEqual([[first.conversationId, 15]])

    const second = await said(h, 120, ['bram', 'grun', 'harp'])
    await tell(h)
    const own = await islands(h)
    expect(themesOf(own)).toEqual(new Set(['bram', 'grun', 'harp']))
    const isKept = ({ id, hue }: (typeof own)[number]) =>
      hue !== undefined && ofSample.some((one) => one.id === id)
    expect(own.filter(isKept)).toEqual([])
    expect(own.reduce((sum, { count }) => sum + count, 0)).toBe(135)
    expect(await conversations(h)).toEqual([[sample.conversationId, 120]])

    await deleteConversation({ ...h, jobs: { wake: () => {} } } as never, second.conversationId)
    await tell(h)
    expect(themesOf(await islands(h))).toEqual(new Set(['bram', 'keld', 'falt']))
    expect(await conversations(h)).toEqual([[first.conversationId, 15]])
  })
})

const FORGOTTEN = /dorv[a-z]/

describe('a topic whose turns are forgotten', () => {
  const forgetful = async () => {
    const h = await start()
    await said(h, 240, ['bram', 'keld', 'falt', 'grun', 'harp', 'jolk'])
    const sailing = await said(h, 60, ['dorv'])
    await tell(h)
    expect(await wordsOf(h)).toMatch(FORGOTTEN)
    const gone = await deleteConversation({ ...h, jobs: { wake: () => {} } } as never, sailing.conversationId)
    return { ...h, gone: gone as { trashId: string } }
  }

  it('shows nothing of them at once, and comes back with undo; the others stay', async () => {
    const h = await forgetful()
    const others = async () =>
      (await islands(h))
        .filter(({ label, hue }) => hue !== undefined && !FORGOTTEN.test(label))
        .map(({ id, label, hue, x, y }) => [id, label, hue, x, y])
        .sort()
    const before = await others()
    const shown = async () => JSON.stringify(await map(h))
    expect(await shown()).not.toMatch(FORGOTTEN)
    await tell(h)
    expect(await wordsOf(h)).not.toMatch(FORGOTTEN)
    expect(await others()).toEqual(before)
    await undoForget({ ...h, jobs: { wake: () => {} } } as never, h.gone.trashId)
    await tell(h)
    expect(await shown()).toMatch(FORGOTTEN)
    expect(await others()).toEqual(expect.arrayContaining(before))
  })

  it('leaves no word of them when they are purged, even if topics were not made again', async () => {
    const h = await forgetful()
    h.runtime.advance(100 * 24 * 3_600_000)
    expect(await purgeTrash(h.db, h.runtime.now())).toBe(1)
    expect(await wordsOf(h)).not.toMatch(FORGOTTEN)
    expect(await map(h)).toMatchObject({ topics: { state: 'making' } })
    await tell(h)
    expect(await map(h)).toMatchObject({ topics: { state: 'ready' } })
    expect(await wordsOf(h)).not.toMatch(FORGOTTEN)
  })
})

describe('with a model', () => {
  it('names all new topics by one call that sees sentences of persons; the names stay', {
    tags: 'full',
  }, async () => {
    const asked: string[] = []
    const h = await learningBy({
      'topic-name': ({ user }: { user: string }) => {
        asked.push(user)
        const numbers = [...user.matchAll(/^--- topic=(\d+)/gm)].map(([, topic]) => Number(topic))
        const later = asked.length > 1 ? ' of later' : ''
        return { names: numbers.map((topic) => ({ topic, name: `“Hobby  ${topic}${later}”.` })) }
      },
    } as never)
    open.push(h.close)
    await said(h, 300)
    await tell(h)
    await h.jobs.tick()
    const labels = async () =>
      (await islands(h)).flatMap(({ label, hue }) => (hue === undefined ? [] : label)).sort()
    const named = await labels()
    expect(named).toEqual(named.map((_, i) => `Hobby ${i + 1}`).sort())
    expect(asked).toHaveLength(1)
    expect(asked[0]).not.toContain('I would keep')
    expect(await h.db.upkeepCall.count({ where: { phase: 'topics' } })).toBe(1)
    await said(h, 30, undefined, 5)
    await tell(h)
    await h.jobs.tick()
    expect(await labels()).toEqual(expect.arrayContaining(named))
  })
})

describe('a topic that the person renamed', () => {
  it('keeps that name when topics are made again', async () => {
    const h = await start()
    await said(h, 300, EIGHT)
    await tell(h)
    const [first, second] = await islands(h)
    await renameTopic(h, first?.topicId ?? '', 'My boats')
    await said(h, 40, ['morg'], 3)
    await tell(h)
    await said(h, 200, EIGHT, 5)
    await tell(h)
    const now = new Map((await islands(h)).map(({ id, label }) => [id, label]))
    expect([now.get(first?.id ?? ''), now.get(second?.id ?? '')]).toEqual(['My boats', second?.label])
    await expect(renameTopic({ ...h, ownerId: 'stranger' }, first?.topicId ?? '', 'x')).rejects.toThrow()
  })

  it('keeps that name when it was given while topics are made', async () => {
    const h = await start()
    await said(h, 120, ['bram', 'keld', 'falt', 'grun'])
    await tell(h)
    const [first] = await islands(h)
    await said(h, 40, ['dorv'], 3)
    const { id } = h.runtime
    let renaming: Promise<void> | undefined
    h.runtime.id = (prefix) => {
      if (prefix === 'topic') renaming ??= renameTopic(h, first?.topicId ?? '', 'My boats')
      return id(prefix)
    }
    await tell(h)
    expect(renaming).toBeDefined()
    await renaming
    expect(new Map((await islands(h)).map((one) => [one.id, one.label])).get(first?.id ?? '')).toBe(
      'My boats',
    )
  })
})

describe.each(['de', 'zh', 'en-control'])('topics of three conversations (%s)', (file) => {
  type Talk = { title: string; messages: { role: string; content: string; at: string }[] }
  const path = `lib/jobs/topics/fixtures/topics-${file}.json`
  const talks: Talk[] = JSON.parse(readFileSync(path, 'utf8'))
  const named = async (titleOf: (talk: Talk) => string) => {
    const h = await start()
    for (const talk of talks) {
      const turns = talk.messages.flatMap(({ role, content }) =>
        role === 'user' ? { userText: content } : [],
      )
      const { conversationId } = await seedConversation(h, turns)
      await h.db.conversation.update({ where: { id: conversationId }, data: { title: titleOf(talk) } })
      const change = { kind: 'conversation', refId: conversationId, op: 'put' } as const
      await h.db.$transaction(changeOps(h.db, h.ownerId, [change]))
    }
    await tell(h)
    return (await islands(h)).flatMap(({ label, hue }) => (hue === undefined ? [] : label)).sort()
  }

  it('have the titles, and without them what the person wrote', async () => {
    const titles = talks.map(({ title }) => title)
    expect(await named(({ title }) => title)).toEqual(expect.arrayContaining(titles))
    const names = await named(() => '')
    expect(names.length).toBeGreaterThanOrEqual(3)
    const said = talks.flatMap(({ messages }) => messages.map(({ content }) => content.toLowerCase()))
    for (const name of names) {
      expect(said.filter((one) => one.includes(name.toLowerCase())).length, name).toBeGreaterThan(0)
      expect(name.length, name).toBeLessThan(60)
    }
  })
})
