import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import http from 'node:http'
import path from 'node:path'
import { json } from 'node:stream/consumers'
import { afterEach, expect, it } from 'vitest'
import { z } from 'zod'
import { freePort } from '../free-ports.mjs'
import { ended, installation, inThisProcess } from '../testing-mneme'

const guides = path.resolve(import.meta.dirname, '../../docs/guides')
const files = readdirSync(guides).filter((name) => name.endsWith('.md'))
const scriptOf = (markdown: string) =>
  [...markdown.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, block]) => block).join('')

const removed: (() => void)[] = []
afterEach(() => {
  for (const remove of removed.splice(0)) remove()
})

/** What stands for npm: it hands its command to the process of the test, and then says and ends as told. */
const CLIENT = `import { readFileSync } from 'node:fs'
const [run, ...words] = process.argv.slice(2).filter((word) => word !== '-s')
if (run !== 'run' || words.splice(0, 2).join(' ') !== 'mneme --') process.exit(99)
const input = words.includes('-') ? readFileSync(0, 'utf8') : ''
const body = JSON.stringify({ args: words, env: process.env, input })
const { code, out, said } = await (await fetch(process.env.TEST_URL, { method: 'POST', body })).json()
process.stdout.write(out)
process.stderr.write(said)
process.exitCode = code
`
const asked = z.object({
  args: z.array(z.string()),
  env: z.record(z.string(), z.string()),
  input: z.string(),
})

/**
 * Runs the commands in a fresh installation as a shell does. Of `npm run mneme` only the process is left out,
 * which the tests of the commands start.
 */
async function run(script: string) {
  const at = installation({ DATABASE_URL: '' })
  removed.push(at.remove)
  cpSync(path.join(at.root, 'examples/strategies.json'), at.at('examples/strategies.json'))
  const port = await freePort()
  const server = http.createServer(async (request, response) => {
    const { args, env, input } = asked.parse(await json(request))
    response.end(JSON.stringify(await inThisProcess(env, args, input)))
  })
  await once(server.listen(port, '127.0.0.1'), 'listening')
  removed.push(() => server.close())
  mkdirSync(at.at('bin'))
  writeFileSync(at.at('client.mjs'), CLIENT)
  writeFileSync(at.at('bin/npm'), `#!/bin/sh\nexec '${process.execPath}' '${at.at('client.mjs')}' "$@"\n`)
  chmodSync(at.at('bin/npm'), 0o755)
  const TEST_URL = `http://127.0.0.1:${port}`
  const env = { ...at.env, TEST_URL, PATH: `${at.at('bin')}:${process.env.PATH}` }
  const shell = spawn('sh', ['-exc', script], { cwd: at.folder, env, stdio: ['ignore', 'pipe', 'pipe'] })
  return { ...(await ended(shell)), at }
}

it('there are the guides that the documents promise', () => {
  expect(files.sort()).toEqual(['basic-use.md', 'domain-filtering.md', 'team-sharing.md'])
})

it.each(files)(
  'every command of %s works, in order, in a fresh installation',
  { tags: 'full' },
  async (name) => {
    const script = scriptOf(readFileSync(path.join(guides, name), 'utf8'))
    expect(script.split('\n').filter((line) => line.includes('npm run')).length).toBeGreaterThan(4)
    const { code, out, said } = await run(script)
    expect(code, `${out}\n${said}`).toBe(0)
    if (name === 'basic-use.md') expect(out.match(/blue flower pot/g)?.length).toBeGreaterThanOrEqual(4)
    if (name === 'domain-filtering.md')
      expect(out).toMatch(/"memoriesUsed": \[\s+"api-00001",\s+"mis-00002"\s+\]/)
    if (name === 'team-sharing.md') expect(out).toMatch(/Approved api-00001\.\s*$/)
  },
)

it('negative control: a command that fails ends the guide', { tags: 'full' }, async () => {
  const { code, said } = await run('npm run -s mneme -- memories show str-00001\ntouch after\n')
  expect([code, said]).toEqual([1, expect.stringContaining('There is no database at')])
})
