import { afterEach, beforeEach, expect, it } from 'vitest'
import { trashConversation } from '@/lib/db/forget/trash'
import { type TestDb, testDb } from '@/lib/db/testing'
import { ContextMemoryStore } from '@/lib/memory/context/context-memory-store'
import { seedStream } from './seed-export'
import { countWords, importRuntime } from './testing-import'

let at: TestDb
beforeEach(async () => {
  at = await testDb()
})
afterEach(() => at.close())

const runtime = importRuntime()
const deps = () => ({ db: at.db, ownerId: at.ownerId, runtime, countTokens: countWords })
const store = (conversationId: string) => new ContextMemoryStore({ ...deps(), conversationId })
async function exported(conversationId?: string) {
  let text = ''
  for await (const piece of seedStream(deps(), conversationId)) text += piece
  return JSON.parse(text)
}

it('has the contexts and summaries of a conversation in the shapes of the seed, which a store imports', async () => {
  const { id } = await store('boats').storeContext('Files: [main.ts]', ['list_files'])
  await store('boats').storeSummary(id, 'Looked at main.ts', ['One file'])
  const memory = await exported('boats')
  expect(memory).toEqual({
    contexts: [
      {
        ...{
          id,
          turnNumber: 1,
          fullContext: expect.stringContaining('main.ts'),
          tokenCount: expect.any(Number),
        },
        ...{ toolCalls: ['list_files'], summary: 'Looked at main.ts' },
      },
    ],
    summaries: [
      {
        ...{ id: `sum_${id}`, contextId: id, turnNumber: 1, summary: 'Looked at main.ts' },
        ...{ insights: ['One file'], tokenCount: expect.any(Number) },
      },
    ],
    currentTurn: 1,
  })
  await store('copy').import({ ...memory, contexts: memory.contexts })
  expect((await exported('copy')).contexts[0].fullContext).toBe(memory.contexts[0].fullContext)
})

it('has every conversation, without those in the trash; an unknown one is an error', async () => {
  expect(await exported()).toEqual({ conversations: [] })
  await store('boats').storeContext('About boats')
  await store('tea').storeContext('About tea')
  const ids = async () => (await exported()).conversations.map(({ id }: { id: string }) => id).sort()
  expect(await ids()).toEqual(['boats', 'tea'])
  await trashConversation(at.db, at.ownerId, 'tea', 'trash_t', new Date())
  expect(await ids()).toEqual(['boats'])
  await expect(exported('tea')).rejects.toMatchObject({ code: 'not_found' })
  await expect(exported('nope')).rejects.toMatchObject({ code: 'not_found' })
})
