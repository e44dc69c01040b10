import { describe, expect, it } from 'vitest'
import { testDb } from '@/lib/db/testing'
import type { Models } from '@/lib/model/models'
import type { Kind } from './kind'
import { kinds } from './kinds'
import { wellBehaved } from './kinds/wellbehaved'
import { casesOf, quickCasesOf, tryAll, tryCase } from './run'

/**
 * Kinds that do not end right yet, one a line. Update with `vitest -u` when the list gets shorter; a kind
 * that turns red is never added.
 */
const OPEN = 'open.txt'

const named = (name: string): Kind => {
  const kind = kinds.find((one) => one.name === name)
  if (!kind) throw new Error(`no kind "${name}"`)
  return kind
}
/** A broken variant that reports a failed answer as a complete one. */
const blind = (models: Models): Models => ({
  ...models,
  async call(role, request, sink) {
    const result = await models.call(role, request, sink)
    return result.error ? { ...result, error: null, finish: 'stop' } : result
  },
})

describe('compatible services', () => {
  it('have kinds with names of their own', () => {
    expect(kinds.map(({ name }) => name).filter((name, at, all) => all.indexOf(name) !== at)).toEqual([])
  })

  it('of every kind end in the right state with the right text, but for the open ones', async () => {
    const results = await tryAll(quickCasesOf(kinds))
    const red = results.filter(({ problems }) => problems.length > 0).map(({ one }) => one.kind)
    const lines = [...new Set(red)].map(({ finding, name }) => `${finding} ${name}\n`)
    await expect(lines.join('')).toMatchFileSnapshot(OPEN)
  })

  it('negative control: half an answer that is called complete is found', async () => {
    const at = await testDb()
    const [one] = casesOf([named('the connection closes in the middle')])
    const { problems } = await tryCase(at, one as never, blind)
    await at.close()
    expect(problems.join()).toMatch(/the status is "completed" instead of failed/)
  })

  it('OpenAI’s own way has no problems', async () => {
    const results = await tryAll(casesOf(wellBehaved))
    expect(results.flatMap(({ problems }) => problems)).toEqual([])
  })
})
