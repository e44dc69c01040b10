import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { withVirtualClock } from './virtual-clock'

const SECOND = 1_000
/** What a busy machine does to a process. */
const stall = (ms: number) => {
  for (const until = performance.now() + ms; performance.now() < until; );
}
const server = createServer((request, response) => {
  stall(50)
  setTimeout(
    () => {
      stall(50)
      response.write('begun ')
      setTimeout(() => response.end('done'), SECOND)
    },
    Number(request.url?.slice(1)),
  )
})
const ask = (ms: number, limit: number) => {
  const { port } = server.address() as AddressInfo
  return fetch(`http://127.0.0.1:${port}/${ms}`, { signal: AbortSignal.timeout(limit) })
    .then((response) => response.text())
    .catch((error: Error) => error.name)
}

beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)))
afterAll(() => server.close())

it('keeps a pause and a limit that is almost as long apart, however long the work between them takes', async () => {
  const answers = await withVirtualClock(() =>
    Promise.all([52, 51.1, 50.9, 50].map((limit) => ask(50 * SECOND, limit * SECOND))),
  )
  expect(answers).toEqual(['begun done', 'begun done', 'TimeoutError', 'TimeoutError'])
})

it('runs timers in their order, also those that a timer starts, and none that was cleared', async () => {
  const ran: string[] = []
  await withVirtualClock(async () => {
    const cleared = setTimeout(() => ran.push('cleared'), 2 * SECOND)
    setTimeout(() => ran.push('third'), 9 * SECOND)
    setTimeout(() => {
      ran.push('first')
      clearTimeout(cleared)
      setTimeout(() => ran.push('second'), 7 * SECOND)
    }, SECOND)
    await new Promise((resolve) => setTimeout(resolve, 3_600 * SECOND))
  })
  expect(ran).toEqual(['first', 'second', 'third'])
})

it('waits for work outside the event loop', async () => {
  const ran: string[] = []
  await withVirtualClock(async () => {
    setTimeout(() => ran.push('timer'), SECOND)
    for (let n = 0; n < 20; n++) await readFile(import.meta.filename)
    ran.push('file')
    await new Promise((resolve) => setTimeout(resolve, 2 * SECOND))
  })
  expect(ran).toEqual(['file', 'timer'])
})

it('leaves the timers of others to the real clock when it ends', async () => {
  const { setTimeout: real } = globalThis
  const late = await withVirtualClock(async () => ({
    ran: new Promise((resolve) => setTimeout(resolve, 1, 'late')),
  }))
  expect(globalThis.setTimeout).toBe(real)
  expect(await late.ran).toBe('late')
})
