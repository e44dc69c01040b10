import { expect, it } from 'vitest'
import { outsideHarness } from '@/lib/mcp/testing-session'
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
