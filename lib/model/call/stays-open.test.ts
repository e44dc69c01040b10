import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { chunk, toolCall } from '@/bench/providers/wire-chat'
import { withVirtualClock } from '@/bench/virtual-clock'
import { configAt, QUICK, testModels, testRequest } from '@/lib/model/testing'

const tool = { name: 'write_file', description: 'Writes.', inputSchema: z.object({ path: z.string() }) }
const usage = { choices: [], usage: { prompt_tokens: 7, completion_tokens: 3 } }
const stop = chunk({}, 'stop')

let close = () => {}
afterEach(() => close())

/** A call to a service that sends events, and then keeps the connection open. */
async function ask(
  events: unknown[],
  { api = 'chat', pings = false, totalMs = 3_000 as number | null, chunkGapMs = QUICK.chunkGapMs } = {},
) {
  const server = http.createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    for (const event of events) response.write(`data: ${JSON.stringify(event)}\n\n`)
    if (!pings) return
    const ping = () => {
      if (response.destroyed) return
      response.write(': ping\n\n')
      setTimeout(ping, 20)
    }
    ping()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  close = () => {
    server.closeAllConnections()
    server.close()
  }
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
  const config = configAt(url, api as 'chat')
  const timeouts = { ...QUICK, chunkGapMs, totalMs }
  const { models } = testModels(config, { timeouts, maxRetries: 0 })
  return withVirtualClock(() => models.call('fast', testRequest({ tools: [tool] })))
}

describe('a service that stays open', () => {
  it.each([
    ['chat', [chunk({ content: 'Lima.' }), stop]],
    ['chat', [chunk({ content: 'Lima.' }), stop, usage]],
    [
      'responses',
      [
        { type: 'response.output_text.delta', item_id: 'a', delta: 'Lima.' },
        { type: 'response.completed', response: { status: 'completed', output: [] } },
      ],
    ],
  ])('after the end of its answer has answered: %s %#', async (api, events) => {
    for (const pings of [false, true])
      expect(await ask(events, { api, pings })).toMatchObject({ error: null, text: 'Lima.', finish: 'stop' })
  })

  it('has answered even if silence counts before the end does', async () => {
    const call = toolCall({ id: 'a', name: 'write_file', args: { path: 'a.md' } }, 0)
    const events = [chunk({ tool_calls: [call] }), chunk({}, 'tool_calls')]
    const { error, calls } = await ask(events, { chunkGapMs: QUICK.drainMs / 2 })
    expect([error, calls.map(({ args }) => args)]).toEqual([null, [{ path: 'a.md' }]])
  })

  it('has not answered if it calls every event the last one', async () => {
    const events = ['Li', 'ma'].map((content) => chunk({ content }, 'stop'))
    expect((await ask(events)).error).toMatchObject({ code: 'provider_timeout' })
  })

  it.each([[[]], [[chunk({ content: 'Li' })]]])(
    'with comments alone is silent where the call has no other limit: %#',
    async (events) => {
      const { error } = await ask(events, { pings: true, totalMs: null })
      expect(error).toMatchObject({ code: 'provider_timeout', message: expect.stringContaining('nothing') })
    },
  )
})
