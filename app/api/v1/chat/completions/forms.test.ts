import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pngOf } from '@/lib/shared/testing-images'
import {
  type Body,
  chunksIn,
  failure,
  type OpenAiEndpoint,
  openAiEndpoint,
  textIn,
} from '../../testing-endpoint'

let { turn, server, e, openai, close } = {} as OpenAiEndpoint
beforeAll(async () => {
  ;({ turn, server, e, openai, close } = await openAiEndpoint())
})
afterAll(() => close())
const user = (content: unknown) => ({ role: 'user', content })
const sent = () => server.requests.at(-1)?.body as Body
const asked = async (body: object) => {
  const response = await e.post({ model: 'mneme-raw', ...body })
  return { status: response.status, body: (await response.json()) as Body }
}
const tool = (name: string) => ({ type: 'function', function: { name, parameters: { type: 'object' } } })
const call = (id: string, name: string) => ({
  ...{ id, type: 'function', index: 0 },
  function: { name, arguments: '{}' },
})

describe('what real clients send', () => {
  it('calls side by side come with their places, and their results go back whatever their order', async () => {
    turn.now = {
      calls: [
        { name: 'soil', args: {}, id: 'a' },
        { name: 'rain', args: {}, id: 'b' },
      ],
    }
    const tools = [tool('soil'), tool('rain')]
    const messages = [user('How is bed 3?')]
    const { chunks } = await chunksIn(
      await e.post({ model: 'mneme-raw', messages, tools, stream: true, parallel_tool_calls: true }),
    )
    const calls = chunks.flatMap((chunk) => chunk.choices[0]?.delta.tool_calls ?? [])
    expect(calls.map(({ index, id }: Body) => [index, id])).toEqual([
      [0, 'a'],
      [1, 'b'],
    ])
    turn.now = { text: 'Dry.' }
    const image = {
      type: 'image_url',
      image_url: { url: `data:image/png;base64,${Buffer.from(pngOf(8, 8)).toString('base64')}` },
    }
    const results = [
      { role: 'assistant', content: null, refusal: null, tool_calls: [call('a', 'soil'), call('b', 'rain')] },
      { role: 'tool', tool_call_id: 'b', name: 'rain', content: [{ type: 'text', text: '2 mm' }, image] },
      { role: 'tool', tool_call_id: 'a', name: 'soil', content: 'dry' },
    ]
    const { status, body } = await asked({ messages: [...messages, ...results], tools })
    expect([status, body.choices[0].message.content]).toEqual([200, 'Dry.'])
    const told = sent().messages.filter(({ role }: Body) => role === 'tool')
    expect(Object.fromEntries(told.map((one: Body) => [one.tool_call_id, one.content]))).toEqual({
      a: 'dry',
      b: '2 mm\n[image_url of this result was not passed on]',
    })
  })

  it('messages may be empty, have names, and speak as developer; unknown fields are left aside', async () => {
    turn.now = { text: 'Hello.' }
    const messages = [
      { role: 'developer', content: [{ type: 'text', text: 'Be kind.' }], name: 'house' },
      { ...user('Hi.'), name: 'ann' },
      { role: 'assistant', content: [], audio: null, annotations: [], function_call: null },
      { role: 'assistant', content: null },
      { ...user([{ type: 'text', text: 'Again.' }]), cache_control: { type: 'ephemeral' } },
    ]
    const more = {
      ...{ logprobs: true, top_logprobs: 3, n: 1, user: 'ann', store: false, metadata: { chat_id: 'c' } },
      ...{ functions: [], tools: [], tool_choice: 'none', stop: null, seed: null, max_tokens: null },
      ...{
        response_format: { type: 'text' },
        service_tier: 'auto',
        logit_bias: {},
        chat_id: 'c',
        features: {},
      },
    }
    for (const model of ['mneme-raw', 'mneme-fast']) {
      const { status, body } = await asked({ model, messages, ...more })
      expect([status, body.choices?.[0]]).toMatchObject([
        200,
        { message: { role: 'assistant', content: 'Hello.' }, logprobs: null, finish_reason: 'stop' },
      ])
    }
    expect((await e.turns()).at(-1)?.userText).toBe('Again.')
  })

  it('tools that need not be called, as Open WebUI sends them with every message, are left alone', async () => {
    turn.now = { text: 'In April.' }
    const messages = [user('When do I sow the early leeks?')]
    for (const choice of [{}, { tool_choice: 'auto' }]) {
      const { status, body } = await asked({
        ...{ model: 'mneme-fast', messages, tools: [tool('search_notes')], ...choice },
      })
      expect([status, body.choices?.[0].message]).toEqual([200, { role: 'assistant', content: 'In April.' }])
      expect(JSON.stringify(sent())).not.toContain('search_notes')
    }
  })

  it('a stream that is left ends the provider’s call too', async () => {
    let goOn = () => {}
    turn.now = { text: ['One ', 'two.'], wait: new Promise<void>((resolve) => (goOn = resolve)) }
    const stream = await openai.chat.completions.create({
      ...{ model: 'mneme-raw', messages: [{ role: 'user', content: 'Count.' }], stream: true },
    })
    for await (const chunk of stream) if (chunk.choices[0]?.delta.content) break
    expect(await server.requests.at(-1)?.gone).toBe(true)
    goOn()
  })

  it('gets usage in a chunk of its own only where it asks for it', async () => {
    turn.now = { text: 'Hello.' }
    const messages = [user('Good day to you.')]
    const plain = await chunksIn(await e.post({ model: 'mneme-fast', messages, stream: true }))
    expect(plain.chunks.some((chunk) => 'usage' in chunk)).toBe(false)
    const stream_options = { include_usage: true, include_obfuscation: false }
    const counted = await chunksIn(
      await e.post({ model: 'mneme-fast', messages, stream: true, stream_options }),
    )
    expect(counted.chunks.at(-1)).toMatchObject({ choices: [], usage: { total_tokens: expect.any(Number) } })
    expect([textIn(counted.chunks), counted.done]).toEqual(['Hello.', true])
  })
})

describe('what nobody should send', () => {
  const one = [user('x')]
  it.each([
    ['a list', [], /^Invalid input: expected object/],
    ['nothing', null, /^Invalid input: expected object/],
    ['no model', { messages: one }, /^model: /],
    ['a model that is a number', { model: 5, messages: one }, /^model: /],
    ['messages that are a text', { model: 'mneme-auto', messages: 'x' }, /^messages: /],
    ['an empty content', { model: 'mneme-auto', messages: [user([])] }, /empty/],
    ['a content of null', { model: 'mneme-auto', messages: [user(null)] }, /empty/],
    ['a content of numbers', { model: 'mneme-auto', messages: [user([1])] }, /^messages.0.content/],
    [
      'an image elsewhere',
      {
        model: 'mneme-raw',
        messages: [user([{ type: 'image_url', image_url: { url: 'http://10.0.0.1/a.png' } }])],
      },
      /data URLs/,
    ],
    [
      'an image that is none',
      {
        model: 'mneme-raw',
        messages: [user([{ type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } }])],
      },
      /cannot be sent/,
    ],
    ['no room to answer', { model: 'mneme-raw', messages: one, max_tokens: 0 }, /^max_tokens: /],
    ['heat', { model: 'mneme-raw', messages: one, temperature: 99 }, /^temperature: /],
    [
      'tools of another kind',
      { model: 'mneme-raw', messages: one, tools: [{ type: 'custom', custom: { name: 'x' } }] },
      /function/,
    ],
    ['a chain of keys', JSON.parse('{"__proto__":{"model":"mneme-auto"},"constructor":1}'), /^model: /],
  ])('is refused with what is wrong, in OpenAI’s form: %s', async (_, body, words) => {
    const response = await e.post(body)
    const { error } = (await response.json()) as Body
    expect([response.status, error]).toEqual([
      400,
      {
        ...{ message: expect.stringMatching(words), type: 'invalid_request_error', param: null },
        code: 'invalid',
      },
    ])
  })

  it('the package says what is wrong', async () => {
    const wrong = { model: 'mneme-auto', messages: [{ role: 'user' as const, content: 'x' }], n: 2 }
    expect(await failure(openai.chat.completions.create(wrong))).toEqual([
      ...[400, 'invalid'],
      expect.stringContaining('Mneme gives one answer'),
    ])
  })
})
