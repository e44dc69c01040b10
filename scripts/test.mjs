// npm test: lint, types, unit and integration tests, build, browser tests. Ends in `N passed, N failed`.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { bin, build, generate, install, nextEnv, requireNode, root, run } from './bootstrap.mjs'

requireNode()
install()
generate()

const out = mkdtempSync(path.join(os.tmpdir(), 'mneme-results-'))
let passed = 0
let failed = 0
const count = (ok) => (ok ? passed++ : failed++)
const timed = (name, work) => {
  const started = Date.now()
  console.log(`\n── ${name}`)
  work()
  console.log(`── ${name}: ${((Date.now() - started) / 1000).toFixed(0)} s`)
}
const json = (file) => {
  try {
    return JSON.parse(readFileSync(path.join(out, file), 'utf8'))
  } catch {
    return null
  }
}

timed('lint', () => count(run(bin('biome'), ['check', '--error-on-warnings', '.']) === 0))
timed('types', () => {
  run(bin('next'), ['typegen'], { NEXT_TELEMETRY_DISABLED: '1' })
  count(run(bin('tsc'), ['--noEmit']) === 0)
})
timed('unit and integration', () => {
  const code = run(bin('vitest'), [
    'run',
    '--config',
    'scripts/vitest.config.mts',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${path.join(out, 'vitest.json')}`,
  ])
  const report = json('vitest.json')
  passed += report?.numPassedTests ?? 0
  failed += report?.numFailedTests ?? 0
  // A file that cannot even be loaded has no failed test of its own.
  if (code !== 0 && !report?.numFailedTests) failed++
})
timed('build', () => build())
if (process.argv.includes('--no-browser')) console.log('browser tests left out')
else
  timed('browser', () => {
    const prepared = spawnSync(
      process.execPath,
      [
        '-e',
        "import('./scripts/browser.mjs').then((b) => b.ensureBrowser()).then((b) => console.log(b.executablePath ?? ''), (e) => { console.error(e.message); process.exit(1) })",
      ],
      { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] },
    )
    if (prepared.status !== 0) return count(false)
    const executable = prepared.stdout.trim().split('\n').at(-1)
    const code = run(bin('playwright'), ['test', '--config', 'e2e/playwright.config.ts'], {
      MNEME_E2E_RESULTS: path.join(out, 'playwright.json'),
      MNEME_E2E_CHROMIUM: executable ?? '',
      ...nextEnv,
    })
    const stats = json('playwright.json')?.stats
    passed += (stats?.expected ?? 0) + (stats?.flaky ?? 0)
    failed += stats?.unexpected ?? 0
    if (code !== 0 && !stats?.unexpected) failed++
  })

rmSync(out, { recursive: true, force: true })
console.log(`\n${passed} passed, ${failed} failed`)
process.exit(failed ? 1 : 0)
