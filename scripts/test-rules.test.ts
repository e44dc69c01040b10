import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'

const root = path.resolve(import.meta.dirname, '..')
const browserTests = readdirSync(path.join(root, 'e2e'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .map((name) => ({ name, text: readFileSync(path.join(root, 'e2e', name), 'utf8') }))
/** Names of files whose text matches. */
const having = (pattern: RegExp) =>
  browserTests.filter(({ text }) => pattern.test(text)).map(({ name }) => name)

describe('browser tests', () => {
  it('wait for what they expect, never for a time', () => {
    expect(having(/waitForTimeout/)).toEqual([])
  })

  it('are tried once, like all others', () => {
    expect(having(/\bretries\b/)).toEqual([])
    expect(readFileSync(path.join(root, 'scripts/vitest.config.mts'), 'utf8')).not.toMatch(/\bretry\b/)
  })

  it('have no tag but the one of npm test', () => {
    const tags = browserTests.flatMap(({ text }) => text.match(/\btag: '@[^']*'/g) ?? [])
    expect([...new Set(tags)]).toEqual(["tag: '@everyday'"])
  })
})
