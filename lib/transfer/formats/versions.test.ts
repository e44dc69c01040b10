import { describe, expect, it } from 'vitest'
import { purgeTrash } from '@/lib/db/forget/purge/purge'
import { type TestDb, testDb } from '@/lib/db/testing'
import { exported, importJson, importText } from '@/lib/transfer/testing-import'
import { AFTER, conversationOf, forget, messages, SECRET, type TalkMessage, talk } from './testing-versions'

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

  const answered = (list: TalkMessage[]) =>
    list.map((one, i) => (i === list.length - 3 ? { ...one, content: `${one.content} And more.` } : one))
  const moved = (list: TalkMessage[]) => [
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

  it('takes no title from what was forgotten', async () => {
    const test = await testDb()
    const nameless = (list: TalkMessage[]) => ({ id: 'x', messages: list.slice(2) })
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
