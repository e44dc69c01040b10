import { spawn } from 'node:child_process'
import { pathToFileURL } from 'node:url'
import { expect, it } from 'vitest'
import { ended } from './testing-mneme'

const SERVER = `process.on('SIGTERM', () => { console.log('ended'); process.exit(0) })
console.log('up ' + process.pid)
setInterval(() => {}, 1000)`
const bootstrap = pathToFileURL('scripts/bootstrap.mjs').href
const START = `const { serve } = await import(${JSON.stringify(bootstrap)})
process.exit(await serve(process.execPath, ['-e', ${JSON.stringify(SERVER)}]))`

/** As npm runs a script: below a shell that passes no signal on. */
function started(event: string) {
  const env = { ...process.env, npm_lifecycle_event: event, START }
  const shell = spawn('sh', ['-c', '"$0" --input-type=module -e "$START"; exit $?', process.execPath], {
    env,
  })
  const end = ended(shell)
  const up = new Promise<number>((resolve) => {
    shell.stdout.on('data', (chunk: Buffer) => {
      const pid = /up (\d+)/.exec(chunk.toString())?.[1]
      if (pid) resolve(Number(pid))
    })
  })
  return { shell, end, up }
}
const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

it.skipIf(process.platform === 'win32')('a signal that ends npm ends the server, cleanly', async () => {
  const { shell, end, up } = started('start')
  const pid = await up
  shell.kill('SIGTERM')
  expect((await end).out).toContain('ended')
  expect(isAlive(pid)).toBe(false)
})

it.skipIf(process.platform === 'win32')(
  'a server that was not started by npm outlives its shell',
  async () => {
    const { shell, up } = started('')
    const pid = await up
    shell.kill('SIGTERM')
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    expect(isAlive(pid)).toBe(true)
    process.kill(pid, 'SIGTERM')
  },
)
