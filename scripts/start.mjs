// npm start / npm run dev: installs what is missing, generates, builds if stale, serves.
import { spawnSync } from 'node:child_process'
import { bin, build, fail, generate, install, loadEnvFile, nextEnv, requireNode, root, serve } from './bootstrap.mjs'

requireNode()
loadEnvFile()
install()
generate()

// The one zod schema of the environment is TypeScript, so it is asked in a process of its own.
const checked = spawnSync(process.execPath, ['--import', 'tsx', 'scripts/check-env.ts'], { cwd: root, encoding: 'utf8', env: process.env })
if (checked.status !== 0) fail(checked.stderr.trim() || 'The environment could not be read.')
const { host, port } = JSON.parse(checked.stdout)

const dev = process.argv.includes('--dev')
if (!dev) build()
const shown = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host
console.log(`\nMneme: http://${shown}:${port}\n`)
process.exit(
  await serve(bin('next'), [dev ? 'dev' : 'start', '-H', host, '-p', String(port)], { ...nextEnv, NODE_ENV: dev ? 'development' : 'production', HOST: host, PORT: String(port) }),
)
