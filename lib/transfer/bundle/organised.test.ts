import { describe, expect, it } from 'vitest'
import { testDb } from '@/lib/db/testing'
import { seedConversation } from '@/lib/db/testing-seed'
import { archiveConversation, listConversations } from '@/lib/db/turns/conversations'
import { addTag, listTags } from '@/lib/db/turns/tags'
import { exported, importJson, importText } from '@/lib/transfer/testing-import'

const AT = new Date('2026-03-02T08:00:00.123Z')
type Exported = { conversations: { conversation: { tags?: unknown; archivedAt?: unknown } }[] }

async function organised() {
  const from = await testDb()
  const { conversationId: id } = await seedConversation(from, [{ userText: 'Boats?', answer: 'Boats.' }])
  const before = await exported(from)
  await addTag(from.db, from.ownerId, [id], 'Sea')
  await archiveConversation(from.db, from.ownerId, id, AT)
  return { from, before, text: await exported(from) }
}

describe('an export of an archived conversation with tags', () => {
  it('brings both, written as the person here writes the tag', async () => {
    const { from, text } = await organised()
    const to = await testDb()
    const { conversationId } = await seedConversation(to, [{ userText: 'Mine.', answer: 'Yours.' }])
    await addTag(to.db, to.ownerId, [conversationId], 'SEA')
    expect(await importText(to, text)).toMatchObject({ added: 1, refused: 0 })
    expect(await listConversations(to.db, to.ownerId, { archived: true })).toMatchObject([
      { archivedAt: AT.toISOString(), tags: ['SEA'] },
    ])
    expect(await listTags(to.db, to.ownerId)).toEqual([{ name: 'SEA', listed: 1, all: 2 }])
    await Promise.all([from.close(), to.close()])
  })

  it('is nothing new where it was organised after an earlier export, and changes nothing there', async () => {
    const { from, before, text } = await organised()
    expect(await importText(from, before)).toMatchObject({ added: 0, unchanged: 1 })
    expect(await exported(from)).toBe(text)
    await from.close()
  })

  it('comes in without either, as earlier versions wrote it; with impossible tags it is refused', async () => {
    const { from, text } = await organised()
    const to = await testDb()
    const file = JSON.parse(text) as Exported
    for (const { conversation } of file.conversations) conversation.tags = ['x'.repeat(33)]
    expect(await importJson(to, file)).toMatchObject({ added: 0, refused: 1 })
    for (const { conversation } of file.conversations) {
      delete conversation.tags
      delete conversation.archivedAt
    }
    expect(await importJson(to, file)).toMatchObject({ added: 1, refused: 0 })
    expect(await listConversations(to.db, to.ownerId, {})).toMatchObject([{ archivedAt: null, tags: [] }])
    await Promise.all([from.close(), to.close()])
  })
})
