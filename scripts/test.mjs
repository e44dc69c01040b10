// npm test: lint, types, unit and integration tests, build, browser tests. Ends in `N passed, N failed`.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { bin, generate, install, requireNode, root } from './bootstrap.mjs'

requireNode()
install()
generate()

const out = mkdtempSync(path.join(os.tmpdir(), 'mneme-results-'))
let passed = 0
let failed = 0
const count = (ok) => (ok ? passed++ : failed++)
/** Prints whole lines, since stages run at once. @returns the exit code and the last line. */
async function run(command, args, env = {}) {
  const child = spawn(command, args, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...env },
  })
  const closed = once(child, 'close')
  let last = ''
  for await (const line of createInterface({ input: child.stdout })) {
    console.log(line)
    last = line
  }
  const [code] = await closed
  return { code, last }
}
const script = (code) => run(process.execPath, ['-e', code])
const timed = async (name, work) => {
  const started = Date.now()
  console.log(`\n── ${name}`)
  await work()
  console.log(`── ${name}: ${((Date.now() - started) / 1000).toFixed(0)} s`)
}
const json = (file) => {
  try {
    return JSON.parse(readFileSync(path.join(out, file), 'utf8'))
  } catch {
    return null
  }
}

async function lint() {
  count((await run(bin('biome'), ['check', '--error-on-warnings', '.'])).code === 0)
}
async function types() {
  await run(bin('next'), ['typegen'], { NEXT_TELEMETRY_DISABLED: '1' })
  count((await run(bin('tsc'), ['--noEmit'])).code === 0)
}
async function unit() {
  const { code } = await run(bin('vitest'), [
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
}
let built = false
async function build() {
  built = (await script("import('./scripts/bootstrap.mjs').then((b) => b.build())")).code === 0
  if (!built) failed++
}
async function browser() {
  const found = await script(
    "import('./scripts/browser.mjs').then((b) => b.ensureBrowser()).then((b) => console.log(b.executablePath ?? ''), (e) => { console.error(e.message); process.exit(1) })",
  )
  if (found.code !== 0) return count(false)
  const { code } = await run(bin('playwright'), ['test', '--config', 'e2e/playwright.config.ts'], {
    MNEME_E2E_RESULTS: path.join(out, 'playwright.json'),
    MNEME_E2E_CHROMIUM: found.last.trim(),
    NEXT_TELEMETRY_DISABLED: '1',
  })
  const stats = json('playwright.json')?.stats
  passed += (stats?.expected ?? 0) + (stats?.flaky ?? 0)
  failed += stats?.unexpected ?? 0
  if (code !== 0 && !stats?.unexpected) failed++
}

await timed('lint', lint)
await timed('types', types)
// Each leaves a part of the processor idle, so the browser tests run beside the others.
await Promise.all([
  timed('unit and integration', unit),
  timed('build', build).then(() => {
    if (process.argv.includes('--no-browser')) console.log('browser tests left out')
    else if (built) return timed('browser', browser)
  }),
])

rmSync(out, { recursive: true, force: true })
console.log(`\n${passed} passed, ${failed} failed`)
process.exit(failed ? 1 : 0)
