import { describe, expect, it } from 'vitest'
import type { Db } from '@/lib/db/engine/client'
import { restoreTrash, trashConversation } from '@/lib/db/forget/trash'
import { archiveConversation, listConversations } from '@/lib/db/turns/conversations'
import { addTag, deleteTag, listTags, removeTag, renameTag, tagsOf } from '@/lib/db/turns/tags'
import { type Contract, codeOf, newOwner, say, unique } from './fixture'

const START = new Date('2026-05-01T10:00:00.000Z')
const later = (ms: number) => new Date(START.getTime() + ms)

/** An owner with conversations of these titles, the last one newest. */
async function talks(db: Db, ...titles: string[]) {
  const ownerId = await newOwner(db)
  const ids: string[] = []
  for (const [i, title] of titles.entries()) {
    const id = unique('conv')
    await say(db, ownerId, id, { title, now: later(i) })
    ids.push(id)
  }
  const titlesOf = async (filter: Parameters<typeof listConversations>[2]) =>
    (await listConversations(db, ownerId, filter)).map(({ title }) => title)
  const tags = async () => (await listTags(db, ownerId)).map(({ name, listed, all }) => [name, listed, all])
  const [a = '', b = '', c = ''] = ids
  return { ownerId, a, b, c, titlesOf, tags }
}

/** Archive and tags. */
export function organising(open: Contract) {
  describe('tags', () => {
    it('are one per person however they are written, and filter the list', async () => {
      const { db } = open()
      const { ownerId, a, b, titlesOf, tags } = await talks(db, 'boats', 'bread', 'bridges')
      await addTag(db, ownerId, [a], 'Ärger')
      await addTag(db, ownerId, [a, b], 'ÄRGER')
      expect([await tags(), await tagsOf(db, ownerId, b)]).toEqual([[['Ärger', 2, 2]], ['Ärger']])
      expect([await titlesOf({ tag: 'ärger' }), await titlesOf({ tag: 'ärger', query: 'boat' })]).toEqual([
        ['bread', 'boats'],
        ['boats'],
      ])
      await archiveConversation(db, ownerId, b, later(10))
      expect([await tags(), await titlesOf({ tag: 'ärger' })]).toEqual([[['Ärger', 1, 2]], ['boats']])
      expect([await titlesOf({ query: 'ÄRG' }), await titlesOf({ query: 'wärger' })]).toEqual([
        ['bread', 'boats'],
        [],
      ])
      await removeTag(db, ownerId, a, 'ärger')
      await removeTag(db, ownerId, b, 'ärger')
      expect([await tags(), await codeOf(removeTag(db, ownerId, b, 'ärger'))]).toEqual([[], 'not_found'])
    })

    it('are renamed, merged and deleted for all conversations, the trash included', async () => {
      const { db } = open()
      const { ownerId, a, b, c, tags } = await talks(db, 'boats', 'bread', 'bridges')
      await addTag(db, ownerId, [a, b], 'Sea')
      await addTag(db, ownerId, [b, c], 'Water')
      const trashId = unique('trash')
      await trashConversation(db, ownerId, a, trashId, later(10))
      expect(await tags()).toEqual([
        ['Sea', 1, 1],
        ['Water', 2, 2],
      ])
      await renameTag(db, ownerId, 'sea', 'WATER')
      expect(await tags()).toEqual([['WATER', 2, 2]])
      await restoreTrash(db, ownerId, trashId)
      expect([await tags(), await tagsOf(db, ownerId, c)]).toEqual([[['WATER', 3, 3]], ['WATER']])
      await renameTag(db, ownerId, 'water', 'Water')
      const had = await deleteTag(db, ownerId, 'Water')
      expect([had.sort(), await tags()]).toEqual([[a, b, c].sort(), []])
      await addTag(db, ownerId, had, 'Water')
      expect(await tags()).toEqual([['Water', 3, 3]])
    })

    it('are their person’s: another one neither reads nor changes them', async () => {
      const { db } = open()
      const { ownerId, a, tags } = await talks(db, 'boats')
      await addTag(db, ownerId, [a], 'Sea')
      const other = await newOwner(db)
      const refused = await Promise.all([
        codeOf(addTag(db, other, [a], 'Mine')),
        codeOf(removeTag(db, other, a, 'Sea')),
        codeOf(renameTag(db, other, 'Sea', 'Mine')),
        codeOf(deleteTag(db, other, 'Sea')),
      ])
      expect(refused).toEqual(Array(4).fill('not_found'))
      expect([await listTags(db, other), await tags()]).toEqual([[], [['Sea', 1, 1]]])
    })
  })
}
