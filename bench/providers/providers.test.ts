import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { testDb } from '@/lib/db/testing'
import type { Models } from '@/lib/model/models'
import { everyday } from '@/scripts/tier.mjs'
import { kinds, wellBehaved } from '.'
import type { Kind } from './kind'
import { casesOf, quickCasesOf, tryAll, tryCase } from './run'
import { fromTable } from './tables'

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
  it('have kinds with names and sources of their own', () => {
    expect(kinds.map(({ name }) => name).filter((name, at, all) => all.indexOf(name) !== at)).toEqual([])
    const sources = JSON.parse(readFileSync('bench/providers/data/sources.json', 'utf8'))
    const inCode = kinds.filter((kind) => !fromTable.includes(kind)).map(({ name }) => name)
    expect(Object.keys(sources).sort()).toEqual(inCode.sort())
  })

  it('of every kind end in the right state with the right text', { timeout: 1_800_000 }, async () => {
    const cases = everyday ? quickCasesOf(kinds).filter((_, i) => i % 12 === 0) : casesOf(kinds)
    const results = await tryAll(cases)
    expect(
      results.flatMap(({ one, problems }) =>
        problems.length ? `${one.kind.name}: ${problems.join('; ')}` : [],
      ),
    ).toEqual([])
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
