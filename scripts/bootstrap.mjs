// What every command does before TypeScript can run: plain JavaScript, no dependency.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { unsetEmpty } from '../lib/config/unset-empty.mjs'

unsetEmpty(process.env)

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..')
const at = (...parts) => path.join(root, ...parts)
const SOURCES = [
  'app',
  'components',
  'lib',
  'prisma',
  'public',
  'instrumentation.ts',
  'instrumentation-client.ts',
  'proxy.ts',
  'next.config.js',
  'tsconfig.json',
  'package-lock.json',
]

/** Prints one plain sentence and ends the process with code 1. */
export function fail(sentence) {
  console.error(sentence)
  process.exit(1)
}

export function requireNode() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major < 20 || (major === 20 && minor < 19))
    fail(
      `Mneme needs Node 20.19 or newer; this is ${process.versions.node}. Install a newer version from https://nodejs.org and run the command again.`,
    )
}

/** Runs a command with inherited output (only errors when `quiet`); returns its exit code. */
export function run(command, args, env = {}, quiet = false, cwd = root) {
  const result = spawnSync(command, args, {
    cwd,
    stdio: quiet ? ['ignore', 'ignore', 'inherit'] : 'inherit',
    env: { ...process.env, ...env },
  })
  if (result.error) fail(`${command} could not be started: ${result.error.message}`)
  return result.status ?? 1
}

const PARENT_MS = 250
const parent = process.ppid
/** The shell between npm and us passes no signal on, but ends by it. Without this, `kill` on npm leaves the server. */
function onceNpmIsGone(act) {
  if (!process.env.npm_lifecycle_event) return
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    act()
  }, PARENT_MS)
  timer.unref()
}

/**
 * Runs a long-lived command and forwards signals, also one that ended npm above us; resolves to its exit code.
 */
export function serve(command, args, env = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } })
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
    onceNpmIsGone(() => child.kill('SIGTERM'))
    child.on('exit', (code, signal) => resolve(signal ? 0 : (code ?? 1)))
  })
}

export const bin = (name) => at('node_modules', '.bin', name)

const sha = (text) => createHash('sha256').update(text).digest('hex')
const stamped = (file, value) => existsSync(file) && readFileSync(file, 'utf8') === value
function stamp(file, value) {
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, value)
}

/** SHA-256 over names and contents of files and folders below the root. */
export function treeHash(entries) {
  const hash = createHash('sha256')
  const visit = (entry) => {
    if (!existsSync(at(entry)) || entry === 'lib/db/generated') return
    if (statSync(at(entry)).isDirectory())
      for (const name of readdirSync(at(entry)).sort()) visit(`${entry}/${name}`)
    else if (!/\.test\.tsx?$/.test(entry)) hash.update(entry).update(readFileSync(at(entry)))
  }
  entries.forEach(visit)
  return hash.digest('hex')
}

export function loadEnvFile() {
  if (existsSync(at('.env'))) process.loadEnvFile(at('.env'))
  unsetEmpty(process.env)
}

/** npm: the one that runs this script, if one does. */
function npmCommand(args) {
  const cli = process.env.npm_execpath
  if (cli?.endsWith('.js')) return [process.execPath, [cli, ...args]]
  return [process.platform === 'win32' ? 'npm.cmd' : 'npm', args]
}
/** Runs npm; returns its exit code. */
export const npm = (args, env = {}, cwd = root) => run(...npmCommand(args), env, false, cwd)

const NOT_INSTALLED =
  'The packages could not be installed. Check your connection to the npm registry and run the command again.'

/**
 * Installs node_modules when the lock file changed since the last install. Of the packages' install scripts
 * only that of the SQLite driver is needed; it may have to compile, so it runs beside what comes next.
 * @returns resolved once databases can be opened.
 */
export async function install() {
  const want = sha(readFileSync(at('package-lock.json')) + process.versions.modules)
  if (stamped(at('node_modules', '.mneme-installed'), want)) return
  console.log('Installing packages (only once) …')
  // The AI SDK says Node >= 22 and runs on 20.19: loglevel=error keeps that notice away.
  const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  if (npm(['ci', '--include=dev', ...quiet], { NODE_ENV: 'development' })) fail(NOT_INSTALLED)
  // node-gyp compiles one file after the other otherwise.
  const [command, args] = npmCommand(['rebuild', 'better-sqlite3', '--loglevel=error'])
  const driver = spawn(command, args, { cwd: root, stdio: 'inherit', env: { ...process.env, JOBS: 'max' } })
  const [code] = await once(driver, 'exit')
  if (code) fail(NOT_INSTALLED)
  stamp(at('node_modules', '.mneme-installed'), want)
}

/** Writes the two provider schemas and generates the two Prisma clients when the models changed. */
export function generate() {
  const want =
    treeHash(['prisma/models.prisma', 'scripts/generate.mjs']) +
    readFileSync(at('node_modules/prisma/package.json'), 'utf8').match(/"version": "(.+?)"/)[1]
  if (stamped(at('lib/db/generated/.hash'), want)) return
  if (run(process.execPath, [at('scripts/generate.mjs')], {}, true))
    fail('The database client could not be generated.')
  stamp(at('lib/db/generated/.hash'), want)
}

/**
 * With room for what lives a moment, since a streamed answer makes much of it: half the time of garbage
 * collection. Also in the Dockerfile.
 */
const NODE_FLAGS = '--max-semi-space-size=32'
export const nextEnv = {
  NEXT_TELEMETRY_DISABLED: '1',
  NEXT_MANUAL_SIG_HANDLE: 'true',
  // A person's own options come last, so they win.
  NODE_OPTIONS: [NODE_FLAGS, process.env.NODE_OPTIONS].filter(Boolean).join(' '),
}

/** Builds the app when a source changed since the last build. */
export function build() {
  const want = treeHash(SOURCES)
  if (stamped(at('.next/mneme-build'), want)) return
  console.log('Building Mneme (a few minutes) …')
  // Kept quiet: Next compiles instrumentation.ts for its edge runtime too, where nothing of ours runs, and
  // warns of every Node API on the way.
  const built = spawnSync(bin('next'), ['build'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 1e8,
    env: { ...process.env, ...nextEnv, NODE_ENV: 'production' },
  })
  if (built.status !== 0) fail(`${built.stdout}${built.stderr}\nThe build failed; see the output above.`)
  stamp(at('.next/mneme-build'), want)
}
