import { describe, expect, it } from 'vitest'
import { blobOf, getBlobs, putBlobs } from '@/lib/db/engine/blobs'
import { trashConversation } from '@/lib/db/forget/trash'
import { listConversations, pinConversation, renameConversation } from '@/lib/db/turns/conversations'
import { limits } from '@/lib/shared/limits'
import { deleteSecret, readSecret, readSettings, writeSecret, writeSetting } from '../settings'
import { type Contract, codeOf, newOwner, say, unique } from './fixture'

export function values(open: Contract) {
  describe('values', () => {
    it('come back as they were written: JSON of every shape', async () => {
      const { db } = open()
      const ownerId = await newOwner(db)
      const odd = {
        texts: [
          '',
          ' ',
          'quote \' " `',
          'line\nbreak\ttab',
          'ä 中 😀 e\u0301',
          '</script>',
          '$1 :name ?',
          '\\u0000',
        ],
        numbers: [0, -1, 1.5, 1e21, 2 ** 53 - 1, -(2 ** 53 - 1), 1e-7],
        others: [true, false, null, [], {}, [[[]]]],
        deep: { a: { b: { c: [{ d: null }] } } },
      }
      await writeSetting(db, ownerId, 'user', 'odd', odd)
      for (const [i, value] of ['text', 7, false, [1, 'two'], 0, ''].entries())
        await writeSetting(db, ownerId, 'user', `one${i}`, value)
      const { user: read } = await readSettings(db, ownerId)
      expect(read.get('odd')).toEqual(odd)
      expect([0, 1, 2, 3, 4, 5].map((i) => read.get(`one${i}`))).toEqual([
        'text',
        7,
        false,
        [1, 'two'],
        0,
        '',
      ])
    })

    it('come back as they were written: dates to the millisecond, in order, by model and by raw SQL', async () => {
      const { db } = open()
      const ownerId = await newOwner(db)
      const dates = [
        '1970-01-01T00:00:00.001Z',
        '2026-05-01T09:59:59.999Z',
        '2026-05-01T10:00:00.000Z',
        '2999-12-31T23:59:59.999Z',
      ].map((text) => new Date(text))
      await db.$transaction(
        dates.flatMap((date) => putBlobs(db, ownerId, [blobOf(date.toISOString(), 1)], date)),
      )
      const raw = await db.blob.findMany({ where: { ownerId }, orderBy: { createdAt: 'asc' } })
      expect(raw.map((blob) => [blob.createdAt.toISOString(), blob.text])).toEqual(
        dates.map((date) => [date.toISOString(), date.toISOString()]),
      )
      for (const date of dates) expect(await db.blob.count({ where: { ownerId, createdAt: date } })).toBe(1)
      expect(await db.blob.count({ where: { ownerId, createdAt: { lt: dates[2] as Date } } })).toBe(2)
      await db.blob.create({
        data: { ownerId, hash: 'model', text: '', bytes: 0, tokens: 0, createdAt: dates[1] as Date },
      })
      expect(await db.blob.count({ where: { ownerId, createdAt: dates[1] as Date } })).toBe(2)
    })

    it('are owned: settings and secrets of two people with the same names', async () => {
      const { db } = open()
      const [ownerId, other] = [await newOwner(db), await newOwner(db)]
      const cipher = (byte: number) => new Uint8Array([0, byte, 255, 10])
      for (const [id, byte] of [
        [ownerId, 1],
        [other, 2],
      ] as const) {
        await writeSetting(db, id, 'user', 'theme', byte)
        await writeSecret(db, id, 'key', cipher(9), 'zzzz')
        await writeSecret(db, id, 'key', cipher(byte), `000${byte}`)
      }
      await writeSetting(db, ownerId, 'user', 'theme', null)
      await deleteSecret(db, other, 'key')
      expect([
        (await readSettings(db, ownerId)).user.size,
        (await readSettings(db, other)).user.get('theme'),
      ]).toEqual([0, 2])
      expect([...((await readSecret(db, ownerId, 'key'))?.cipher ?? [])]).toEqual([...cipher(1)])
      expect([await readSecret(db, other, 'key'), (await readSecret(db, ownerId, 'key'))?.last4]).toEqual([
        null,
        '0001',
      ])
    })

    it('store one text once, however many write it at once', async () => {
      const { db } = open()
      const [ownerId, other] = [await newOwner(db), await newOwner(db)]
      const texts = Array.from({ length: 8 }, (_, i) => blobOf(`text ${i}`, i))
      const shuffled = (i: number) => [...texts.slice(i % 8), ...texts.slice(0, i % 8), ...texts.slice(0, 2)]
      await Promise.all(
        Array.from({ length: 24 }, (_, i) => db.$transaction(putBlobs(db, ownerId, shuffled(i), new Date()))),
      )
      await db.$transaction(putBlobs(db, other, texts.slice(0, 1), new Date()))
      expect(await db.blob.count({ where: { ownerId } })).toBe(8)
      const found = await getBlobs(db, ownerId, [
        ...texts.map((blob) => blob.hash),
        'missing',
        ...texts.map((blob) => blob.hash),
      ])
      expect([...found.values()].sort()).toEqual(texts.map((blob) => blob.text))
    })
  })

  describe('the list of conversations', () => {
    it('is searched by title in any case and script, with no special characters', async () => {
      const { db } = open()
      const ownerId = await newOwner(db)
      const titles = ['Der große ÄRGER', 'ПРИВЕТ мир', '100 % sure_thing', 'plain', 'gone Ärger']
      const ids = new Map<string, string>()
      for (const title of titles)
        ids.set(title, (await say(db, ownerId, unique('conv'), { title })).conversationId)
      await trashConversation(db, ownerId, ids.get('gone Ärger') ?? '', unique('trash'), new Date())
      await say(db, await newOwner(db), unique('conv'), { title: 'plain ärger of another' })
      const search = async (query: string) =>
        (await listConversations(db, ownerId, { query })).map((conversation) => conversation.title)
      expect(await search('ärger')).toEqual(['Der große ÄRGER'])
      expect(await search('привет')).toEqual(['ПРИВЕТ мир'])
      expect([
        await search('0 %'),
        await search('%'),
        await search('_'),
        await search("'"),
        await search('"'),
      ]).toEqual([['100 % sure_thing'], ['100 % sure_thing'], ['100 % sure_thing'], [], []])
      expect(await search('  PLAIN ')).toEqual(['plain'])
      expect(await search('')).toHaveLength(4)
    })

    it('lists a pinned conversation however old it is, and once', async () => {
      const { db } = open()
      const ownerId = await newOwner(db)
      const at = (i: number) => new Date(Date.parse('2026-05-01T00:00:00Z') + i * 1_000)
      const { listPage } = limits.conversation
      const rows = Array.from({ length: listPage + 3 }, (_, i) => ({
        id: unique('conv'),
        ownerId,
        title: `t${i}`,
        createdAt: at(i),
        updatedAt: at(i),
      }))
      await db.conversation.createMany({ data: rows })
      for (const index of [0, listPage]) await pinConversation(db, ownerId, rows[index]?.id ?? '', at(999))
      const titles = (await listConversations(db, ownerId, {})).map((conversation) => conversation.title)
      expect(titles).toEqual(
        Array.from({ length: listPage + 3 }, (_, i) => `t${listPage + 2 - i}`).filter(
          (title) => title !== 't1',
        ),
      )
      const older = await listConversations(db, ownerId, { before: { at: at(2), id: rows[2]?.id ?? '' } })
      expect(older.map((conversation) => conversation.title)).toEqual(['t1'])
    })

    it('is newest first, page by page, and renaming is the owner’s', async () => {
      const { db } = open()
      const ownerId = await newOwner(db)
      const at = (i: number) => new Date(Date.parse('2026-05-01T00:00:00Z') + i * 1_000)
      for (let i = 0; i < 5; i++) await say(db, ownerId, unique('conv'), { title: `t${i}`, now: at(i) })
      const all = await listConversations(db, ownerId, {})
      expect(all.map((conversation) => conversation.title)).toEqual(['t4', 't3', 't2', 't1', 't0'])
      const older = (before: (typeof all)[number] | undefined) =>
        listConversations(db, ownerId, {
          before: { at: new Date(before?.updatedAt ?? 0), id: before?.id ?? '' },
        })
      expect((await older(all[2])).map((conversation) => conversation.title)).toEqual(['t1', 't0'])
      // An import may have given several the same time.
      await db.conversation.updateMany({ where: { ownerId }, data: { updatedAt: at(9) } })
      const same = await listConversations(db, ownerId, {})
      expect((await older(same[1])).map(({ id }) => id)).toEqual(same.slice(2).map(({ id }) => id))
      expect(await codeOf(renameConversation(db, await newOwner(db), all[0]?.id ?? '', 'theirs'))).toBe(
        'not_found',
      )
      await renameConversation(db, ownerId, all[0]?.id ?? '', 'mine')
      expect(
        (await listConversations(db, ownerId, { query: 'mine' })).map(({ turns, running }) => [
          turns,
          running,
        ]),
      ).toEqual([[1, false]])
    })
  })
}
