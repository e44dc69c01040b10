import { describe, expect, it } from 'vitest'
import { contextLimitIn } from '../support/context-limit'
import { faultIn, faultOf } from './fault'

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
