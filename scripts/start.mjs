// npm start / npm run dev: installs what is missing, generates, builds if stale, serves.
import { spawnSync } from 'node:child_process'
import net from 'node:net'
import {
  bin,
  build,
  fail,
  generate,
  install,
  loadEnvFile,
  nextEnv,
  requireNode,
  root,
  serve,
} from './bootstrap.mjs'

requireNode()
loadEnvFile()
const driver = install()
generate()

// The one zod schema of the environment is TypeScript, so it is asked in a process of its own.
const { bundle } = await import('./bundle.mjs')
const checked = spawnSync(process.execPath, [await bundle('scripts/check-env.ts')], {
  cwd: root,
  encoding: 'utf8',
  env: process.env,
})
if (checked.status !== 0) fail(checked.stderr.trim() || 'The environment could not be read.')
const { host, port } = JSON.parse(checked.stdout)

// Asked before the address is printed: Next would only say so after it, in its own words.
await new Promise((free) => {
  const probe = net.createServer()
  probe.once('error', (error) => {
    const why =
      error.code === 'EADDRINUSE'
        ? `Port ${port} is in use.`
        : `Port ${port} on ${host} cannot be used (${error.code}).`
    fail(
      `${why} Stop whatever is using it, or choose another port, for example: PORT=${Number(port) + 1} npm start`,
    )
  })
  probe.listen(Number(port), host, () => probe.close(free))
})

const dev = process.argv.includes('--dev')
if (!dev) build()
await driver
const shown = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host
console.log(`\nMneme: http://${shown}:${port}\n`)
process.exit(
  await serve(bin('next'), [dev ? 'dev' : 'start', '-H', host, '-p', String(port)], {
    ...nextEnv,
    NODE_ENV: dev ? 'development' : 'production',
    HOST: host,
    PORT: String(port),
  }),
)
