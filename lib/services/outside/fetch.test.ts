import { expect, it } from 'vitest'
import { outsideHarness } from '@/lib/mcp/testing-session'
import { startSample } from '@/lib/services/transfer/sample'
import { contextFor, conversationsInWords } from './context'
import { fetchMemory, search } from './fetch'

it('a title and a long text end with a whole character', async () => {
  const h = await outsideHarness()
  for (const start of ['A heron', 'My heron']) await h.say('chat', `${start} ${'🦢'.repeat(13_000)}`)
  const { results } = (await search(h.whoOf(), { query: 'heron' })).result
  const fetched = await Promise.all(results.map(({ id }) => fetchMemory(h.whoOf(), { id })))
  expect(results.length).toBeGreaterThan(1)
  for (const text of [...results.map(({ title }) => title), ...fetched.map(({ result }) => result.text)])
    expect([text.slice(-20), text.isWellFormed()]).toEqual([text.slice(-20), true])
  await h.close()
})

it('a program never finds the sample, which is nothing the person said', async () => {
  const h = await outsideHarness()
  await startSample(h.caller)
  await h.say('chat', 'I insured my boat for the summer.')
  const { results } = (await search(h.whoOf(), { query: 'insurance' })).result
  expect(results.map(({ title }) => title)).toEqual(
    results.map(() => expect.stringContaining('I insured my boat')),
  )
  expect(results).not.toEqual([])
  const { conversations } = (await conversationsInWords(h.whoOf(), { limit: 10 })).result
  expect(conversations.map(({ title }) => title)).toEqual([expect.stringContaining('boat')])
  expect((await contextFor(h.whoOf())).result.text).not.toContain('repair')
  await h.close()
})
