import { describe, expect, it } from 'vitest'
import { purgeTrash } from '@/lib/db/forget/purge/purge'
import { restoreTrash } from '@/lib/db/forget/trash'
import { type TestDb, testDb } from '@/lib/db/testing'
import { exported, importJson, importRuntime, importText } from '@/lib/transfer/testing-import'
import { AFTER, conversationOf, forget, messages, type Said, SECRET, talk } from './testing-versions'

const shown = async ({ db, ownerId }: TestDb) =>
  (
    await db.turn.findMany({
      where: { ownerId, conversation: { trashId: null } },
      orderBy: [{ conversationId: 'asc' }, { number: 'asc' }],
    })
  ).map(({ number, status, trashId }) =>
    status === 'forgotten' || trashId ? `${number} forgotten` : `${number}`,
  )
/** Whether anything stored contains it. The export leaves out the trash. */
const saysIt = async (test: TestDb) =>
  (await exported(test)).includes(SECRET) ||
  (await test.db.conversation.findMany()).some(({ title }) => title.includes(SECRET))

describe('a newer export of a conversation in which a turn was forgotten', () => {
  for (const dated of [true, false])
    it(`only appends new turns, in the undo time and later (${dated ? 'dated' : 'undated'})`, async () => {
      const test = await testDb()
      await importJson(test, talk(messages(4, dated)))
      const id = await conversationOf(test)
      await forget(test, [2], id)
      expect(await importJson(test, talk(messages(5, dated)))).toMatchObject({
        added: 1,
        turns: 1,
        conversations: [{ id, title: 'Boats', turns: 1 }],
      })
      await purgeTrash(test.db, AFTER)
      expect(await importJson(test, talk(messages(6, dated)))).toMatchObject({
        added: 1,
        turns: 1,
        conversations: [{ id, title: 'Boats', turns: 1 }],
      })
      expect([await shown(test), await saysIt(test)]).toEqual([
        ['1', '2 forgotten', '3', '4', '5', '6'],
        false,
      ])
      expect(await importJson(test, talk(messages(6, dated)))).toMatchObject({ added: 0, unchanged: 1 })
      await test.close()
    })

  it('adds them behind a forgotten end too, and undo brings back what was there', async () => {
    const test = await testDb()
    await importJson(test, talk(messages(2)))
    const id = await conversationOf(test)
    await forget(test, [1, 2], id)
    expect(await importJson(test, talk(messages(3)))).toMatchObject({
      added: 1,
      turns: 1,
      conversations: [{ id }],
    })
    await restoreTrash(test.db, test.ownerId, 'trash_1')
    expect(await shown(test)).toEqual(['1', '2', '3'])
    await test.close()
  })

  const answered = (list: Said[]) =>
    list.map((one, i) => (i === list.length - 3 ? { ...one, content: `${one.content} And more.` } : one))
  const moved = (list: Said[]) => [
    { role: 'user', content: 'Before it all.', at: 1_600_000_000 },
    { role: 'assistant', content: 'Yes.', at: 1_600_000_001 },
    ...list,
  ]
  it.each([
    ['an answer has become longer since', answered(messages(5)), ['1', '2 forgotten', '3', '4', '5']],
    [
      'a turn stands before the others since, so that only dates tell',
      moved(messages(4)),
      ['1', '2', '3 forgotten', '4', '5'],
    ],
  ])(
    'that becomes another version, since %s, has the turn as forgotten and says so',
    async (_, list, expected) => {
      const test = await testDb()
      await importJson(test, talk(messages(4)))
      await forget(test, [2], await conversationOf(test))
      await purgeTrash(test.db, AFTER)
      const report = await importJson(test, talk(list))
      expect(report).toMatchObject({
        added: 1,
        turns: 4,
        conversations: [
          {
            title: 'Boats (another version)',
            turns: 4,
            reason: '1 message that you forgot here was left out.',
          },
        ],
      })
      expect([(await shown(test)).slice(4), await saysIt(test)]).toEqual([expected, false])
      const grown = [...list, { role: 'user', content: 'And now?', at: 1_700_009_000 }]
      expect(await importJson(test, talk(grown))).toMatchObject({
        added: 1,
        turns: 1,
        conversations: [{ id: report.conversations[0]?.id }],
      })
      const copy = await testDb()
      expect(await importText(copy, await exported(test))).toMatchObject({ added: 2, refused: 0 })
      expect((await shown(copy)).filter((turn) => turn.includes('forgotten'))).toHaveLength(2)
      await Promise.all([test.close(), copy.close()])
    },
  )

  it.each([
    ['no dates', messages(4, false)],
    ['one date for all', messages(4).map((one) => ({ ...one, at: 1_700_000_000 }))],
  ])(
    'that has %s keeps new words that stand where the forgotten turn stood, behind an edit',
    async (_, list) => {
      const test = await testDb()
      await importJson(test, talk(list))
      await forget(test, [3], await conversationOf(test))
      await purgeTrash(test.db, AFTER)
      const fresh = list.map((one, i) => (i >= 2 && i < 6 ? { ...one, content: `New words ${i}.` } : one))
      const report = await importJson(test, talk(fresh))
      expect([report.conversations[0], (await exported(test)).includes('New words 4.')]).toMatchObject([
        { status: 'added', turns: 4 },
        true,
      ])
      await test.close()
    },
  )

  it('takes no title from what was forgotten', async () => {
    const test = await testDb()
    const nameless = (list: Said[]) => ({ id: 'x', messages: list.slice(2) })
    await importJson(test, nameless(messages(4)))
    await forget(test, [1], await conversationOf(test))
    await purgeTrash(test.db, AFTER)
    await test.db.conversation.updateMany({ data: { title: 'Boat 3' } })
    expect(
      await importJson(test, { ...nameless(answered(messages(5))), title: `Of the ${SECRET}` }),
    ).toMatchObject({ conversations: [{ title: 'Boat 3 (another version)' }] })
    expect(await saysIt(test)).toBe(false)
    await test.close()
  })

  it('is not taken for what was chatted and forgotten behind it here', async () => {
    const test = await testDb()
    await importJson(test, talk(messages(2)))
    const id = await conversationOf(test)
    const last = await test.db.turn.findFirstOrThrow({ where: { conversationId: id, number: 2 } })
    const own = {
      ...last,
      id: importRuntime().id('turn'),
      number: 3,
      parentId: last.id,
      clientMessageId: 'own',
      importedAt: null,
      messages: [],
      userText: 'Mine.',
    }
    await test.db.turn.create({
      data: { ...own, attachments: [], options: {}, complexity: {}, window: {}, error: {} },
    })
    await test.db.conversation.update({ where: { id }, data: { activeLeafId: own.id } })
    await forget(test, [3], id)
    expect(await importJson(test, talk(messages(3)))).toMatchObject({
      added: 1,
      turns: 3,
      conversations: [{ title: 'Boats (another version)' }],
    })
    await test.close()
  })
})

describe('a Mneme export from before a turn was forgotten', () => {
  it('becomes a copy that says it restores the turn, also when it was imported here', async () => {
    const test = await testDb()
    await importJson(test, talk(messages(3)))
    const early = await exported(test)
    await forget(test, [2], await conversationOf(test))
    await purgeTrash(test.db, AFTER)
    const reason =
      'This copy brings back a message that you forgot here. Forget it in the copy too, or remove this import.'
    const report = await importText(test, early)
    expect(report).toMatchObject({ added: 1, conversations: [{ reason }] })
    expect((await importText(test, await exported(test))).conversations.map((one) => one.reason)).toEqual([
      undefined,
      undefined,
    ])
    const copy = await testDb()
    expect((await importText(copy, early)).conversations[0]?.reason).toBeUndefined()
    const there = await conversationOf(copy)
    await forget(copy, [1, 2], there)
    const later = JSON.parse(early) as { conversations: { conversation: { title: string } }[] }
    for (const { conversation } of later.conversations) conversation.title = 'Boats again'
    expect((await importJson(copy, later)).conversations[0]?.reason).toMatch(
      /^This copy brings back 2 messages that you forgot here. Forget them/,
    )
    await Promise.all([test.close(), copy.close()])
  })
})
