import { describe, expect, it } from 'vitest'
import { contextLimitIn } from '../support/context-limit'
import { ChatStream } from './chat-stream'
import { faultIn, faultOf } from './fault'

type Json = Record<string, unknown>
const said = (events: Json[], field = 'content') => {
  const stream = new ChatStream()
  const out = [...events.flatMap((event) => stream.next(event)), ...stream.end()]
  const deltas = out.flatMap(({ choices }) => (choices as { delta: Json }[]).map(({ delta }) => delta))
  return { text: deltas.map((delta) => delta[field] ?? '').join(''), carried: stream.carried, deltas }
}
const delta = (part: Json, finish_reason: string | null = null) => ({
  choices: [{ index: 0, delta: part, finish_reason }],
})
const message = (whole: Json) => ({
  choices: [{ index: 0, message: { role: 'assistant', ...whole }, finish_reason: 'stop' }],
})

describe('a whole message', () => {
  it('after its deltas adds only what they left out', () => {
    const parts = [delta({ content: 'Lima ' }), delta({ content: 'it is' })]
    expect(said([...parts, message({ content: 'Lima it is.' })]).text).toBe('Lima it is.')
    expect(said([...parts, message({ content: ' Lima it is' })]).text).toBe('Lima it is')
  })
})

it('reads long arguments once, even if each piece repeats the name', { tags: 'full' }, () => {
  const stream = new ChatStream()
  const whole = JSON.stringify({ path: 'a', text: 'x = { y };'.repeat(20_000) })
  const parse = JSON.parse
  let read = 0
  JSON.parse = (text: string) => {
    read += text.length
    return parse(text) as unknown
  }
  try {
    for (let at = 0; at < whole.length; at += 4)
      stream.next(
        delta({
          tool_calls: [
            { index: 0, id: 'c', function: { name: 'write_file', arguments: whole.slice(at, at + 4) } },
          ],
        }),
      )
  } finally {
    JSON.parse = parse
  }
  expect(read).toBeLessThan(10 * whole.length)
  const [{ choices }] = stream.end() as [{ choices: [{ delta: { tool_calls: { function: Json }[] } }] }]
  expect(choices[0].delta.tool_calls.map((call) => call.function.arguments)).toEqual([whole])
})

describe('an error', () => {
  it.each([
    { error: {} },
    { choices: [], error: { message: '', code: 0 } },
    { choices: [{ delta: { content: 'a' }, error: {} }], error: 0 },
    { choices: [], error: 'null' },
    { choices: [], error: { message: null, code: '200' } },
    { base_resp: { status_code: '0', status_msg: 'success' }, choices: [] },
    { message: 'processing' },
  ])('is not in %j', (event) => expect(faultIn(event)).toBeNull())

  it.each([
    [{ error: { code: 'rate_limit_exceeded' } }, null],
    [{ error: { message: '', code: 502 } }, 502],
    [{ error: true, message: 'No.' }, null],
    [{ base_resp: { status_code: '1008' } }, null],
    [{ choices: [{ error: { message: 'Overloaded' } }] }, null],
  ])('is in %j', (event, status) => expect(faultIn(event)).toMatchObject({ status }))
})

it('is heard without what it repeats of the request', () => {
  const echo = {
    messages: [{ content: 'Is the context window 512 tokens maximum? Which tools?' }],
    tools: [1],
  }
  for (const body of [
    { detail: [{ type: 'missing', loc: ['body', 'user'], msg: 'Field required', input: echo }] },
    { error: { message: 'Bad request', body: echo, failed_generation: '<function=x>' } },
    { error: { message: JSON.stringify({ message: 'Bad request', input: echo }) } },
  ]) {
    const fault = faultOf(body)
    expect(fault.heard).not.toMatch(/context window|tools|function=/)
    expect(contextLimitIn(fault, 422)).toBeNull()
  }
})
