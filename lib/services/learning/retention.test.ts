// @module-tag full
import { afterEach, describe, expect, it } from 'vitest'
import { byHand, type Hands } from '@/lib/agent/testing-hands'
import { blobOf, putBlobs } from '@/lib/db/engine/blobs'
import { purgeTrash } from '@/lib/db/forget/purge/purge'
import { storedContext } from '@/lib/db/memory/context-parts'
import { learningBy, noted } from '@/lib/jobs/learning/testing-learning'
import { readContext } from '@/lib/memory/context/context'
import { recall } from '@/lib/memory/recall/recall'
import { testModels } from '@/lib/model/testing'
import { countTokens } from '@/lib/model/tokens'
import { saveSetting } from '@/lib/settings/layers'
import { forgetTurns, listForgotten } from '../forget/forget'
import { inspectTurn } from '../turns/inspector'
import { bringBackTexts, dropOldTexts, removeDroppedTexts, retentionState } from './retention'

const open: Pick<Hands, 'close'>[] = []
afterEach(async () => {
  for (const h of open.splice(0)) await h.close()
})
const DAY = 86_400_000
const CODE = 'QX7-4411'

/** A turn that read a file with a code, long ago, and one of today. */
async function start(days: number | null = 30) {
  const h = await byHand()
  open.push(h)
  h.deps.models = testModels({ provider: 'offline', delayMs: 0 }).models
  const first = await h.say('c', 'The harbour of Borkum opens at nine.')
  await h.jobs.tick()
  const toolText = `The door of the harbour office opens with ${CODE}.`
  await addTool(h, first.id, toolText)
  h.runtime.advance(40 * DAY)
  const second = await h.say('c', 'Hello!')
  await h.jobs.tick()
  if (days !== null) await saveSetting(h.db, h.ownerId, 'user', 'memory.retentionDays', days)
  return { ...h, first, second }
}

/** As if a tool had returned this text in the turn. */
async function addTool({ db, ownerId, runtime }: Hands, turnId: string, text: string) {
  const blob = blobOf(text, 10)
  const row = await db.context.findUniqueOrThrow({ where: { turnId } })
  const { parts, calls } = storedContext.parse(row.toolCalls)
  const part = { who: 'tool' as const, title: 'Tool call 1: read_file', hash: blob.hash }
  await db.$transaction([
    ...putBlobs(db, ownerId, [blob], runtime.now()),
    db.context.update({
      where: { turnId },
      data: { toolCalls: { parts: [...parts, part] as never, calls: [...calls, 'read_file'] } },
    }),
  ])
}

async function recalled(h: Awaited<ReturnType<typeof start>>) {
  const found = await recall(h.db, h.ownerId, {
    ...{ conversationId: 'c', path: [[h.first.branchId, 2]], before: 3 },
    ...{ request: { turnNumbers: [1] }, now: h.runtime.now(), limit: 3, countTokens },
  })
  return { note: found.note, text: found.passages.map(({ text }) => text).join('\n') }
}
const storedCodes = ({ db }: Pick<Hands, 'db'>) => db.blob.count({ where: { text: { contains: CODE } } })

describe('dropping full texts', () => {
  it('says first what and how much; afterwards recall says so in words and finds messages and summary', async () => {
    const h = await start()
    expect((await recalled(h)).text).toContain(CODE)
    const { old } = await retentionState(h.caller)
    expect(old).toMatchObject({ turns: 1, oldest: h.first.createdAt.toISOString() })
    expect(old.bytes).toBeGreaterThan(40)
    const after = await dropOldTexts(h.caller)
    expect(after).toMatchObject({ old: { turns: 0 }, dropped: [{ turns: 1 }], undoDays: 30 })
    const day = h.runtime.now().toISOString().slice(0, 10)
    const found = await recalled(h)
    expect(found.note).toContain(`the full text of turn 1 was dropped on ${day}`)
    expect(found.text).toContain('Borkum')
    expect(found.text).not.toContain(CODE)
    const context = await readContext(h.db, h.ownerId, { turnId: h.first.id })
    expect(context?.fullContext).toContain(`The full text was dropped on ${day}.`)
    expect(context?.summary).toContain('Borkum')
    expect((await inspectTurn(h.db, h.ownerId, h.first.id)).textDroppedAt?.slice(0, 10)).toBe(day)
    expect((await inspectTurn(h.db, h.ownerId, h.second.id)).textDroppedAt).toBeNull()
  })

  it('is undone for 30 days, and then is for good', async () => {
    const h = await start()
    const before = await readContext(h.db, h.ownerId, { turnId: h.first.id })
    const at = (await dropOldTexts(h.caller)).dropped[0]?.at ?? ''
    h.runtime.advance(29 * DAY)
    await removeDroppedTexts(h.caller)
    await bringBackTexts(h.caller, { at })
    expect(await readContext(h.db, h.ownerId, { turnId: h.first.id })).toEqual(before)
    expect((await recalled(h)).text).toContain(CODE)

    await dropOldTexts(h.caller)
    h.runtime.advance(31 * DAY)
    await removeDroppedTexts(h.caller)
    expect(await storedCodes(h)).toBe(0)
    expect((await retentionState(h.caller)).dropped).toEqual([])
    await expect(bringBackTexts(h.caller, { at })).rejects.toThrow('permanently deleted')
    expect((await recalled(h)).note).toContain('dropped')
    expect((await readContext(h.db, h.ownerId, { turnId: h.first.id }))?.summary).toContain('Borkum')
  })

  it('leaves nothing of a turn that is forgotten meanwhile, and the proof knows what was set aside', async () => {
    const h = await start()
    await dropOldTexts(h.caller)
    expect(await storedCodes(h)).toBe(1)
    await forgetTurns(h.caller, { conversationId: 'c', from: 1, to: 1, files: false })
    h.runtime.advance(31_000)
    await purgeTrash(h.db, h.runtime.now())
    expect(await storedCodes(h)).toBe(0)
    const [entry] = await listForgotten(h.db, h.ownerId)
    expect(entry?.proof).toMatchObject({ stage: 'gone', counts: { turn: 1, context: 1 }, elsewhere: [] })
    expect((await retentionState(h.caller)).dropped).toEqual([])
  })

  it('comes with a consolidation, if the setting says so', async () => {
    for (const days of [null, 30]) {
      const h = await learningBy({ turn_notes: noted() })
      open.push(h)
      await saveSetting(h.db, h.ownerId, 'user', 'learning.consolidateEvery', 2)
      await saveSetting(h.db, h.ownerId, 'user', 'memory.retentionDays', days)
      const say = async (text: string) => {
        await h.say('c', text, { thinking: false })
        await h.jobs.tick()
      }
      await say('When does the harbour of Borkum open?')
      h.runtime.advance(40 * DAY)
      await say('And the one of Juist?')
      expect(await h.db.consolidation.count()).toBe(1)
      expect(await h.db.context.count({ where: { droppedAt: { not: null } } })).toBe(days ? 1 : 0)
    }
  })
})
