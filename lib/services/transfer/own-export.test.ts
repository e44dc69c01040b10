import { afterEach, expect, it } from 'vitest'
import { byHand, type Hands } from '@/lib/agent/testing-hands'
import { purgeTrash } from '@/lib/db/forget/purge/purge'
import { testModels } from '@/lib/model/testing'
import { exported, importText } from '@/lib/transfer/testing-import'
import { listFacts } from '../facts'
import { forgetTurns } from '../forget/forget'

let h: Hands
afterEach(() => h.close())

async function told(...lines: [conversationId: string, text: string][]) {
  h = await byHand()
  h.deps.models = testModels({ provider: 'offline', delayMs: 0 }).models
  for (const [conversationId, text] of lines) {
    h.runtime.advance(60_000)
    await h.say(conversationId, text, { preset: 'auto' })
    await h.jobs.tick()
  }
}
const proposed = async () => (await listFacts(h.caller)).proposed.map(({ object }) => object)

it('a Mneme export from before one turn was forgotten adds that conversation again, and nothing else', async () => {
  await told(
    ['c', 'My cat is called Miso.'],
    ['c', 'I live in Galway.'],
    ['d', 'What is my cat called?'],
    ['e', 'My boat is called Petrel.'],
  )
  const early = await exported(h)
  await forgetTurns(h.caller, { conversationId: 'c', from: 1, to: 1, files: false })
  h.runtime.advance(31_000)
  await purgeTrash(h.db, h.runtime.now())
  expect(await exported(h, 'd')).toContain('(forgotten)')

  const report = await importText(h, early, { runtime: h.runtime })
  expect(report.conversations.map(({ sourceId, status }) => [sourceId, status]).sort()).toEqual([
    ['c', 'added'],
    ['d', 'unchanged'],
    ['e', 'unchanged'],
  ])
  expect(report.conversations.find(({ status }) => status === 'added')?.reason).toContain('you forgot here')
  expect([report.facts, await proposed()]).toEqual([{ added: 1, leftOut: 0 }, ['Miso']])
  expect(await importText(h, early, { runtime: h.runtime })).toMatchObject({
    added: 0,
    unchanged: 3,
    facts: { added: 0 },
  })
})
