// npm test: lint, types, unit and integration tests, build, browser tests. `--all` (npm run test:all) adds what
// only the full tier runs; `--no-browser` leaves the browser out. Ends in `N passed, N failed`.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { bin, build, generate, install, nextEnv, requireNode, root, run } from './bootstrap.mjs'
import { browserTimes } from './test-times.mjs'

const SLOWEST = 20
/** How many failures are named, so that they stay among the last 30 lines. */
const NAMED = 24
const started = Date.now()
requireNode()
// Read by tier.mjs in every process below.
process.env.MNEME_TESTS = process.argv.includes('--all') ? 'all' : 'everyday'

const out = mkdtempSync(path.join(os.tmpdir(), 'mneme-results-'))
const at = (name) => path.join(out, name)
let passed = 0
let failed = 0
const stages = []
const files = []
const failures = []

const seconds = (ms) => `${(ms / 1000).toFixed(1).padStart(7)} s`
async function stage(name, work) {
  const began = Date.now()
  console.log(`\n── ${name}`)
  await work()
  stages.push(`${seconds(Date.now() - began)}  ${name}`)
  console.log(`── ${stages.at(-1).trim()}`)
}
function fail(name) {
  failed++
  failures.push(name)
}
const check = (name, code) => (code === 0 ? passed++ : fail(name))
/** A run that ends badly without a failed test, or without a report, counts as one failure. */
function count(name, code, read) {
  let report = { passed: 0, failed: 0, failures: [], files: [] }
  try {
    report = read()
  } catch {}
  passed += report.passed
  failed += report.failed
  files.push(...report.files)
  failures.push(...report.failures)
  if (code !== 0 && !report.failed) fail(`${name} ended with ${code}`)
}
const json = (name) => JSON.parse(readFileSync(at(name), 'utf8'))

/** Looks for a browser, or installs one, beside the other stages. */
function findBrowser() {
  const script =
    "import('./scripts/browser.mjs').then((b) => b.ensureBrowser()).then((b) => console.log(b.executablePath ?? ''), (e) => { console.error(e.message); process.exit(1) })"
  const stdio = ['ignore', 'pipe', 'inherit']
  const child = spawn(process.execPath, ['-e', script], { cwd: root, stdio })
  return Promise.all([text(child.stdout), once(child, 'exit')]).then(([said, [code]]) =>
    code === 0 ? said.trim().split('\n').at(-1) : null,
  )
}

let driver
await stage('install', () => {
  driver = install()
  generate()
})
const withBrowser = !process.argv.includes('--no-browser')
const browser = withBrowser ? findBrowser() : null
await stage('lint', () => check('lint', run(bin('biome'), ['check', '--error-on-warnings', '.'])))
await stage('types', () => {
  run(bin('next'), ['typegen'], { NEXT_TELEMETRY_DISABLED: '1' })
  check('types', run(bin('tsc'), ['--noEmit']))
})
await stage('build', () => build())
await stage('the SQLite driver', () => driver)
await stage('unit and integration', () => {
  const reporters = ['--reporter=default', '--reporter=./scripts/test-times.mjs']
  const args = ['run', '--config', 'scripts/vitest.config.mts', ...reporters]
  const code = run(bin('vitest'), args, { MNEME_TEST_TIMES: at('vitest.json') })
  count('Vitest', code, () => json('vitest.json'))
})
if (withBrowser)
  await stage('browser', async () => {
    const executable = await browser
    if (executable === null) return fail('no browser')
    const code = run(bin('playwright'), ['test', '--config', 'e2e/playwright.config.ts'], {
      MNEME_E2E_RESULTS: at('playwright.json'),
      MNEME_E2E_CHROMIUM: executable,
      ...nextEnv,
    })
    count('Playwright', code, () => browserTimes(json('playwright.json')))
  })
else console.log('browser tests left out')

rmSync(out, { recursive: true, force: true })
const slowest = files.sort((a, b) => b.ms - a.ms).slice(0, SLOWEST)
console.log(`\nThe slowest ${slowest.length} files`)
for (const { file, ms } of slowest) console.log(`${seconds(ms)}  ${file}`)
console.log('\nStages')
for (const line of [...stages, `${seconds(Date.now() - started)}  together`]) console.log(line)
if (failures.length) console.log('\nFailed')
for (const failure of failures.slice(0, NAMED)) console.log(failure)
if (failures.length > NAMED) console.log(`and ${failures.length - NAMED} more`)
console.log(`\n${passed} passed, ${failed} failed`)
process.exit(failed ? 1 : 0)
