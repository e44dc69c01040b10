import { describe, expect, it } from 'vitest'
import { answer, byHand, type Hands, PLAIN, until } from '@/lib/agent/testing-hands'
import { isOfflineTurn, isOutsideMessage, isUnattended } from '@/lib/agent/turn-marks'
import { changesSince, memoryRev } from '@/lib/db/engine/changes'
import { titleFor } from '@/lib/heuristics/titles/title'
import { readTree } from '@/lib/memory/context/context'
import { loadSettings, saveSetting } from '@/lib/settings/layers'
import { OFFLINE_MODEL } from '@/lib/shared/own-models'
import {
  acceptMessage,
  conversationPage,
  discardQueued,
  editQueued,
  releaseQueue,
  retryTurn,
  selectBranch,
  siblingTurn,
  startTurn,
  stopTurn,
} from './turns'

const BROKEN = { error: { code: 'provider_error', message: 'It broke.' } } as const
const idle = (h: Hands) => until('nothing runs', () => h.runner.active === 0)
const shown = async (h: Hands) => {
  const page = await conversationPage(h.caller, 'c', {})
  return { turns: page.turns.map((turn) => turn.id), queue: page.queue.map((turn) => turn.id) }
}
const written = async (h: Hands, turnId: string) =>
  Object.keys((await readTree(h.db, h.ownerId, turnId)).files)
const fails = async (h: Hands, text: string) => {
  const turn = await h.send('c', text, PLAIN)
  ;(await h.model.next()).end(BROKEN)
  await h.runner.settled(turn.id)
  return turn
}
const answered = async (h: Hands, text: string) => {
  const turn = await h.send('c', text, PLAIN)
  await answer(h, `${text}!`)
  await h.runner.settled(turn.id)
  return turn
}

describe('a page of a conversation', () => {
  it('that ends before the last turn brings that one along; the newest page need not', async () => {
    const h = await byHand()
    for (const text of ['one', 'two', 'three']) await answered(h, text)
    expect((await conversationPage(h.caller, 'c', { before: 3 })).latest).toMatchObject({
      number: 3,
      userText: 'three',
    })
    expect(await conversationPage(h.caller, 'c', {})).toMatchObject({ latest: null, hasAfter: false })
    await h.close()
  })
})

describe('trying a turn again that others build on', () => {
  it('makes a new version beside it: the old one and what followed stay as they were', async () => {
    const h = await byHand()
    const [one, two] = [await fails(h, 'one'), await answered(h, 'two')]
    const before = await h.turn(one.id)
    const again = await retryTurn(h.caller, one.id)
    expect(again).toMatchObject({ number: 1, userText: 'one', siblings: [one.id, again.id] })
    ;(await h.model.next())
      .say('Writing.')
      .end({ calls: [{ name: 'write_file', args: { path: 'new.md', text: 'new' } }] })
    await answer(h, 'Done.')
    await idle(h)
    expect(await h.turn(one.id)).toEqual(before)
    expect([await written(h, again.id), await written(h, two.id)]).toEqual([['new.md'], []])
    expect(await shown(h)).toEqual({ turns: [again.id], queue: [] })
    expect((await selectBranch(h.caller, one.id)).turns.map((turn) => turn.id)).toEqual([one.id, two.id])
    await h.close()
  })
})

describe('a message that branches off', () => {
  it('continues an earlier turn with its own text and files; what followed stays another version', async () => {
    const h = await byHand()
    const [one, two, three] = [await answered(h, 'one'), await answered(h, 'two'), await answered(h, 'three')]
    const input = { conversationId: 'c', text: 'instead', options: PLAIN, uploadIds: [] }
    const ids = { turnId: 'branched', clientMessageId: 'm9', besideTurnId: two.id }
    const turn = await acceptMessage(h.caller, { ...input, ...ids })
    expect(turn).toMatchObject({ number: 2, parentId: one.id, siblings: [two.id, 'branched'] })
    await answer(h, 'Done.')
    await idle(h)
    expect((await shown(h)).turns).toEqual([one.id, 'branched'])
    await selectBranch(h.caller, three.id)
    expect((await shown(h)).turns).toEqual([one.id, two.id, three.id])
    await expect(
      acceptMessage(h.caller, { ...input, turnId: 'x', clientMessageId: 'm10', besideTurnId: 'unknown' }),
    ).rejects.toMatchObject({ code: 'not_found' })
    await h.close()
  })

  it('may stand beside a forgotten message, of which it needs only the place', async () => {
    const h = await byHand()
    const [one, two, three] = [await answered(h, 'one'), await answered(h, 'two'), await answered(h, 'three')]
    await h.db.turn.update({ where: { id: two.id }, data: { trashId: 'trash' } })
    const ids = { conversationId: 'c', turnId: 'branched', clientMessageId: 'm9', besideTurnId: two.id }
    const turn = await acceptMessage(h.caller, { ...ids, text: 'instead', options: PLAIN, uploadIds: [] })
    expect(turn).toMatchObject({ number: 2, parentId: one.id })
    await answer(h, 'Done.')
    await idle(h)
    expect((await shown(h)).turns).toEqual([one.id, 'branched'])
    expect((await h.turn(three.id)).parentId).toBe(two.id)
    await h.close()
  })
})

it('a message for the built-in engine is marked as one that no job sends, each version too', async () => {
  const h = await byHand()
  const [one] = [await answered(h, 'one')]
  const options = { ...PLAIN, model: OFFLINE_MODEL }
  const input = { conversationId: 'c', text: 'two', uploadIds: [], turnId: 't2', clientMessageId: 'm2' }
  await acceptMessage(h.caller, { ...input, options })
  expect([isOfflineTurn(await h.turn('t2')), isOfflineTurn(await h.turn(one.id))]).toEqual([true, false])
  await saveSetting(h.db, h.ownerId, 'c', 'model.answering', OFFLINE_MODEL)
  await answer(h, 'Done.')
  await idle(h)
  const again = { turnId: one.id, newTurnId: 't3', clientMessageId: 'm3', options: {} }
  await siblingTurn(h.caller, again, 'instead')
  expect(isOfflineTurn(await h.turn('t3'))).toBe(true)
  await answer(h, 'Done.')
  await idle(h)
  await h.close()
})

describe('what was chosen in the composer before the first message', () => {
  const chosen = { model: OFFLINE_MODEL, recall: 'off', thinking: true, preset: 'quick' } as const
  const input = { conversationId: 'c', text: 'one', uploadIds: [], turnId: 't1', clientMessageId: 'm1' }
  const next = (n: number) => ({ turnId: 't1', newTurnId: `t${n}`, clientMessageId: `m${n}`, options: {} })
  const recalls = async (h: Hands, turnId: string) => (await h.turn(turnId)).window

  it('holds for it and for the conversation, until another choice', async () => {
    const h = await byHand()
    await acceptMessage(h.caller, { ...input, options: { depth: 'simple' }, chosen })
    await answer(h, 'Done.')
    await idle(h)
    expect(await recalls(h, 't1')).toMatchObject({ recall: 'off' })
    expect(isOfflineTurn(await h.turn('t1'))).toBe(true)
    const settings = await loadSettings(h.db, h.ownerId, 'c')
    const keys = ['model.answering', 'recall.scope', 'thinking.enabled', 'thinking.preset'] as const
    expect(keys.map((key) => settings.get(key))).toEqual(
      Object.values(chosen).map((value) => ({ value, layer: 'conversation' })),
    )
    for (const key of ['model.answering', 'recall.scope']) await saveSetting(h.db, h.ownerId, 'c', key, null)
    await siblingTurn(h.caller, next(2), null)
    await answer(h, 'Again.')
    await idle(h)
    expect(await recalls(h, 't2')).toMatchObject({ recall: 'owner' })
    expect(isOfflineTurn(await h.turn('t2'))).toBe(false)
    await h.close()
  })

  it('is not what a message brings along from the command line, which each version of it repeats', async () => {
    const h = await byHand()
    await acceptMessage(h.caller, { ...input, options: { depth: 'simple', recall: 'off' } })
    await answer(h, 'Done.')
    await idle(h)
    await siblingTurn(h.caller, next(2), null)
    await answer(h, 'Again.')
    await idle(h)
    expect(await recalls(h, 't2')).toMatchObject({ recall: 'off' })
    await h.close()
  })
})

describe('a message of a program', () => {
  const sent = (h: Hands, turnId = 'p1') => {
    const ids = { conversationId: 'c', turnId, clientMessageId: turnId }
    const input = { ...ids, text: 'I live in York.', options: PLAIN, uploadIds: [] }
    return acceptMessage(h.caller, input, 'client:X')
  }

  it('is still not the person’s when they try it again, though they can be asked', async () => {
    const h = await byHand()
    await sent(h)
    ;(await h.model.next()).end(BROKEN)
    await idle(h)
    expect(isUnattended(await h.turn('p1'))).toBe(true)
    await retryTurn(h.caller, 'p1')
    await answer(h, 'Done.')
    await idle(h)
    const turn = await h.turn('p1')
    expect([turn.tainted, isOutsideMessage(turn), isUnattended(turn)]).toEqual([true, true, false])
    await h.close()
  })

  it('taints each version that repeats it, like an imported one, but not one that the person worded', async () => {
    const h = await byHand()
    await sent(h)
    await answer(h, 'Noted.')
    await idle(h)
    const imported = await answered(h, 'I live in Leeds.')
    await h.db.turn.update({ where: { id: imported.id }, data: { importedAt: new Date() } })
    const version = async (turnId: string, text: string | null) => {
      const newTurnId = h.runtime.id('turn')
      await siblingTurn(h.caller, { turnId, newTurnId, clientMessageId: newTurnId, options: {} }, text)
      await answer(h, 'Again.')
      await idle(h)
      const turn = await h.turn(newTurnId)
      return { id: newTurnId, is: [turn.tainted, isOutsideMessage(turn)] }
    }
    const again = await version('p1', null)
    const versions = [
      again,
      await version(again.id, null),
      await version('p1', 'I live in York.'),
      await version(imported.id, null),
      await version(again.id, 'I live in Cork.'),
    ]
    const [is, isNot] = [
      [true, true],
      [false, false],
    ]
    expect(versions.map((one) => one.is)).toEqual([is, is, is, is, isNot])
    await h.close()
  })

  it('becomes the person’s once they reword it while it waits', async () => {
    const h = await byHand()
    await h.send('c', 'zero', PLAIN)
    await sent(h)
    await editQueued(h.caller, 'p1', '/fast I live in York.')
    const is = async () => {
      const turn = await h.turn('p1')
      return [turn.tainted, isOutsideMessage(turn), isUnattended(turn)]
    }
    expect(await is()).toEqual([true, true, true])
    await editQueued(h.caller, 'p1', 'I live in Leeds.')
    expect(await is()).toEqual([false, false, true])
    await editQueued(h.caller, 'p1', 'I live in York.')
    expect(await is()).toEqual([false, false, true])
    for (const text of ['0', '1']) await answer(h, text)
    await idle(h)
    await h.close()
  })
})

it('a first message that is edited gives its conversation the title, unless somebody chose one', async () => {
  const h = await byHand()
  const edited = async (turnId: string, newTurnId: string, text: string) => {
    await siblingTurn(h.caller, { turnId, newTurnId, clientMessageId: newTurnId, options: PLAIN }, text)
    await answer(h, 'Noted.')
    await idle(h)
    return (await h.db.conversation.findUniqueOrThrow({ where: { id: 'c' } })).title
  }
  const ids = { conversationId: 'c', turnId: 't1', clientMessageId: 'm1' }
  await startTurn(h.caller, { ...ids, text: 'My PIN is on the fridge', uploadIds: [], options: PLAIN })
  await answer(h, 'Noted.')
  await idle(h)
  expect(await edited('t1', 't2', 'Which paint suits a fridge')).toBe(titleFor('Which paint suits a fridge'))
  const second = { conversationId: 'c', turnId: 't3', clientMessageId: 'm3' }
  await startTurn(h.caller, { ...second, text: 'And a door', uploadIds: [], options: PLAIN })
  await answer(h, 'Noted.')
  await idle(h)
  expect(await edited('t3', 't4', 'And a window')).toBe(titleFor('Which paint suits a fridge'))
  await h.db.conversation.update({ where: { id: 'c' }, data: { title: 'Paint' } })
  expect(await edited('t2', 't5', 'Which paint suits an oven')).toBe('Paint')
  await h.close()
})

describe('messages that wait', () => {
  it('of a program run although the person edited them and the one before them broke', async () => {
    const h = await byHand()
    await h.send('c', 'zero', PLAIN)
    await h.send('c', 'mine', PLAIN)
    const ids = { conversationId: 'c', turnId: 'p1', clientMessageId: 'p1' }
    await acceptMessage(h.caller, { ...ids, text: 'theirs', options: PLAIN, uploadIds: [] }, 'client:X')
    await editQueued(h.caller, 'p1', 'theirs, edited')
    ;(await h.model.next()).end(BROKEN)
    await answer(h, 'It runs.')
    await idle(h)
    expect((await h.turn('p1')).answer).toBe('It runs.')
    await h.close()
  })

  it('wait behind the new version of a running message that is edited, and run in its path', async () => {
    const h = await byHand()
    const first = await answered(h, 'zero')
    const [one, two, three] = [
      await h.send('c', 'one', PLAIN),
      await h.send('c', 'two', PLAIN),
      await h.send('c', 'three', PLAIN),
    ]
    await h.model.next()
    const edited = await siblingTurn(
      h.caller,
      { turnId: one.id, newTurnId: 'edited', clientMessageId: 'm9', options: {} },
      'one, edited',
    )
    expect(await shown(h)).toEqual({ turns: [first.id, 'edited'], queue: [two.id, three.id] })
    for (const said of ['1', '2', '3']) await answer(h, said)
    await idle(h)
    expect(await shown(h)).toEqual({ turns: [first.id, 'edited', two.id, three.id], queue: [] })
    expect([await h.turn(two.id), await h.turn(three.id)]).toMatchObject([
      { number: 3, parentId: 'edited', branchId: edited.branchId, status: 'completed' },
      { number: 4, parentId: two.id, branchId: edited.branchId, status: 'completed' },
    ])
    await h.close()
  })

  it('are shown where they run when the person sends them from another branch', async () => {
    const h = await byHand()
    const zero = await answered(h, 'zero')
    const one = await h.send('c', 'one', PLAIN)
    const two = await h.send('c', 'two', PLAIN)
    await h.model.next()
    await stopTurn(h.caller, one.id)
    await idle(h)
    await siblingTurn(
      h.caller,
      { turnId: zero.id, newTurnId: 'other', clientMessageId: 'm9', options: {} },
      'zero, edited',
    )
    await answer(h, 'other')
    await idle(h)
    expect(await shown(h)).toEqual({ turns: ['other'], queue: [two.id] })
    expect((await releaseQueue(h.caller, 'c'))?.id).toBe(two.id)
    await answer(h, 'two!')
    await idle(h)
    expect(await shown(h)).toEqual({ turns: [zero.id, one.id, two.id], queue: [] })
    await h.close()
  })
})

describe('other tabs', () => {
  it('learn of a message that is accepted, retried, released or discarded too', async () => {
    const h = await byHand()
    let rev = await memoryRev(h.db, h.ownerId)
    const told = async () => {
      const changes = await changesSince(h.db, h.ownerId, rev)
      rev = changes.at(-1)?.rev ?? rev
      return changes
        .filter(({ kind }) => kind === 'turn' || kind === 'status')
        .map(({ refId, op }) => `${op} ${refId}`)
    }
    const one = await h.send('c', 'one', PLAIN)
    const [two, three] = [await h.send('c', 'two', PLAIN), await h.send('c', 'three', PLAIN)]
    expect(await told()).toEqual([`put ${one.id}`, `put ${two.id}`, `put ${three.id}`])
    ;(await h.model.next()).end(BROKEN)
    await idle(h)
    await told()
    await discardQueued(h.caller, three.id)
    expect(await told()).toEqual([`del ${three.id}`])
    await retryTurn(h.caller, one.id)
    expect(await told()).toEqual([`put ${one.id}`])
    ;(await h.model.next()).end(BROKEN)
    await idle(h)
    await told()
    await releaseQueue(h.caller, 'c')
    expect(await told()).toEqual([`put ${two.id}`])
    await answer(h, 'two!')
    await idle(h)
    await h.close()
  })
})
