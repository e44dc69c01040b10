import { spawn } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { ended, installation } from '../testing-mneme'

const guides = path.resolve(import.meta.dirname, '../../docs/guides')
const files = readdirSync(guides).filter((name) => name.endsWith('.md'))
const scriptOf = (markdown: string) =>
  [...markdown.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, block]) => block).join('')

const removed: (() => void)[] = []
afterEach(() => {
  for (const remove of removed.splice(0)) remove()
})

/** Runs the commands in a fresh installation as a shell does, with `npm run mneme` as npm would run it. */
async function run(script: string) {
  const at = installation({ DATABASE_URL: '' })
  removed.push(at.remove)
  cpSync(path.join(at.root, 'examples/strategies.json'), at.at('examples/strategies.json'))
  mkdirSync(at.at('bin'))
  writeFileSync(
    at.at('bin/npm'),
    `#!/bin/sh
shift
[ "$1" = -s ] && shift
[ "$1 $2" = "mneme --" ] || exit 99
shift 2
cd '${at.root}' && exec ${at.command.map((word) => `'${word}'`).join(' ')} "$@"
`,
  )
  chmodSync(at.at('bin/npm'), 0o755)
  const env = { ...at.env, PATH: `${at.at('bin')}:${process.env.PATH}` }
  const done = await ended(spawn('sh', ['-exc', script], { cwd: at.folder, env }))
  return { ...done, at }
}

it('there are the guides that the documents promise', () => {
  expect(files.sort()).toEqual(['basic-use.md', 'domain-filtering.md', 'team-sharing.md'])
})

it.each(files)('every command of %s works, in order, in a fresh installation', async (name) => {
  const script = scriptOf(readFileSync(path.join(guides, name), 'utf8'))
  expect(script.split('\n').filter((line) => line.includes('npm run')).length).toBeGreaterThan(4)
  const { code, out, said } = await run(script)
  expect(code, `${out}\n${said}`).toBe(0)
  if (name === 'basic-use.md') expect(out.match(/blue flower pot/g)?.length).toBeGreaterThanOrEqual(4)
  if (name === 'domain-filtering.md')
    expect(out).toMatch(/"memoriesUsed": \[\s+"mis-00002",\s+"api-00001"\s+\]/)
  if (name === 'team-sharing.md') expect(out).toMatch(/Approved api-00001\.\s*$/)
})

it('negative control: a command that fails ends the guide', async () => {
  const { code, said } = await run('npm run -s mneme -- memories show str-00001\ntouch after\n')
  expect([code, said]).toEqual([1, expect.stringContaining('There is no database at')])
})
