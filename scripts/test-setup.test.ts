/** @module-tag full */
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'

const root = path.resolve(import.meta.dirname, '..')
const place = mkdtempSync(path.join(os.tmpdir(), 'mneme-left-'))
afterAll(() => rmSync(place, { recursive: true, force: true }))

/**
 * Runs a command of `node_modules/.bin` that keeps its temporary files in a folder of its own. @returns the
 * names there of folders of ours.
 */
function left(
  name: string,
  args: string[],
  env: Record<string, string> = {},
): { code: number | null; folders: string[] } {
  const folder = path.join(place, String(readdirSync(place).length))
  mkdirSync(folder)
  const run = spawnSync(path.join(root, 'node_modules/.bin', name), args, {
    cwd: root,
    env: { ...process.env, ...env, TMPDIR: folder, VITEST: undefined },
    encoding: 'utf8',
  })
  return { code: run.status, folders: readdirSync(folder).filter((entry) => entry.startsWith('mneme-')) }
}

describe('what a run leaves in the place for temporary files', () => {
  it('is nothing of test files with a database', () => {
    expect(
      left('vitest', ['run', '--config', 'scripts/vitest.config.mts', 'lib/memory/context/window.test.ts']),
    ).toEqual({ code: 0, folders: [] })
  })

  it('is nothing of the browser tests', () => {
    const files = ['e2e/shared/window.spec.ts', '--list']
    expect(left('playwright', ['test', '--config', 'e2e/playwright.config.ts', ...files])).toEqual({
      code: 0,
      folders: [],
    })
  })
})
