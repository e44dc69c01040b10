import { afterEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { type OpenAiServer, type ServerOptions, serveOpenAi } from '@/e2e/support/openai-server'
import { type Script, ScriptedModel } from '@/e2e/support/scripted-model'
import { configAt, testModels, testRequest } from '@/lib/model/testing'
import type { Exchange, ToolSpec } from '@/lib/model/types'

const APIS = ['chat', 'responses'] as const
let server: OpenAiServer | undefined
afterEach(async () => {
  await server?.close()
  server = undefined
})

async function serve(script: Script, more: Partial<ServerOptions> = {}) {
  const model = new ScriptedModel(script)
  server = await serveOpenAi({ model, ...more })
  return { model, server }
}

const readFile: ToolSpec = {
  name: 'read_file',
  description: 'Reads a file.',
  inputSchema: z.object({ path: z.string(), lines: z.int().default(20) }),
}
const think: ToolSpec = {
  name: 'continue_thinking',
  description: 'Decides.',
  inputSchema: z.object({ continueThinking: z.boolean(), reason: z.string() }),
}

describe.each(APIS)('a call over %s', (api) => {
  it('carries text, tool calls, finish and the exact usage through the real provider package', async () => {
    const usage = { inputTokens: 321, cachedTokens: 123, outputTokens: 45, reasoningTokens: 6 }
    const { model, server } = await serve([
      {
        text: ['I will ', 'look.'],
        calls: [
          { name: 'read_file', args: { path: 'a.txt' } },
          { name: 'continue_thinking', args: { continueThinking: true, reason: 'x' } },
        ],
        usage,
      },
    ])
    const { models } = testModels(configAt(server.url, api))
    const deltas: string[] = []
    const result = await models.call(
      'fast',
      testRequest({ tools: [readFile, think], toolChoice: 'required', temperature: 0.3 }),
      { onText: (delta) => deltas.push(delta) },
    )
    expect(deltas).toEqual(['I will ', 'look.'])
    expect(result).toMatchObject({
      error: null,
      finish: 'tool-calls',
      text: 'I will look.',
      provider: new URL(server.url).host,
      model: 'gpt-5.4-mini',
    })
    expect(result.calls.map(({ name, args, problem }) => ({ name, args, problem }))).toEqual([
      { name: 'read_file', args: { path: 'a.txt', lines: 20 }, problem: null },
      { name: 'continue_thinking', args: { continueThinking: true, reason: 'x' }, problem: null },
    ])
    expect(new Set(result.calls.map((call) => call.id)).size).toBe(2)
    expect(result.usage).toEqual({
      ...usage,
      estimated: false,
      costMicros: Math.round(198 * 0.75 + 123 * 0.075 + 45 * 4.5),
    })
    const sent = model.calls[0]
    expect(sent?.prompt).toEqual([
      { role: 'system', content: 'You are a test.' },
      { role: 'user', content: [{ type: 'text', text: 'What is the capital of Peru?' }] },
    ])
    expect(sent?.tools?.map((tool) => tool.name)).toEqual(['read_file', 'continue_thinking'])
    expect(sent).toMatchObject({ toolChoice: { type: 'required' }, maxOutputTokens: 100 })
  })

  it('sends the earlier steps of the turn as native tool messages, odd calls included', async () => {
    const { model, server } = await serve([{ text: 'Done.' }])
    const { models } = testModels(configAt(server.url, api))
    const exchange: Exchange = {
      text: 'Looking.',
      calls: [
        { id: 'c1', name: 'read_file', args: { path: 'a' }, problem: null },
        { id: 'c2', name: 'no such/tool', args: '{"broken', problem: 'There is no such tool.' },
      ],
      results: [
        { id: 'c1', name: 'read_file', text: 'content of a' },
        { id: 'c2', name: 'no such/tool', text: 'There is no such tool.' },
      ],
    }
    await models.call('fast', testRequest({ exchanges: [exchange], tools: [readFile] }))
    expect(model.calls[0]?.prompt.slice(2)).toEqual([
      {
        role: 'assistant',
        content: [
          { type: 'text', text: 'Looking.' },
          { type: 'tool-call', toolCallId: 'c1', toolName: 'read_file', input: { path: 'a' } },
          { type: 'tool-call', toolCallId: 'c2', toolName: 'no_such_tool', input: { unparsed: '{"broken' } },
        ],
      },
      expect.objectContaining({ role: 'tool' }),
      ...(api === 'chat' ? [expect.objectContaining({ role: 'tool' })] : []),
    ])
    expect(JSON.stringify(model.calls[0]?.prompt)).toContain('content of a')
  })

  it('turns what the model called wrongly into words for it, never into an exception', async () => {
    const { server } = await serve([
      {
        calls: [
          { name: 'format_disk', args: { now: true } },
          { name: 'read_file', args: '{"path": "uncl' },
          { name: 'read_file', args: { folder: 42 } },
          { name: 'read_file', args: { path: 'ok' } },
        ],
      },
    ])
    const { models } = testModels(configAt(server.url, api))
    const { calls, error } = await models.call('fast', testRequest({ tools: [readFile] }))
    expect(error).toBeNull()
    expect(calls.map((call) => call.problem)).toEqual([
      'There is no tool "format_disk". The tools are: read_file.',
      'The arguments are not valid JSON. Send one JSON object.',
      expect.stringMatching(
        /do not fit[\s\S]*at path\nNot known: "folder"\. The arguments are: path, lines\./,
      ),
      null,
    ])
  })

  it('gives repeated or missing call ids new ones, across the steps of a turn too', async () => {
    const { server } = await serve([
      {
        calls: [
          { name: 'read_file', args: { path: 'a' }, id: 'call_0' },
          { name: 'read_file', args: { path: 'b' }, id: 'call_0' },
        ],
      },
    ])
    const { models } = testModels(configAt(server.url, api))
    const exchange: Exchange = {
      text: '',
      calls: [{ id: 'call_0', name: 'read_file', args: {}, problem: null }],
      results: [{ id: 'call_0', name: 'read_file', text: '' }],
    }
    const { calls } = await models.call('fast', testRequest({ tools: [readFile], exchanges: [exchange] }))
    expect(new Set(['call_0', ...calls.map((call) => call.id)]).size).toBe(3)
  })

  it('takes no call for an answer with toolChoice none, and asks again without tools', async () => {
    const { model, server } = await serve([
      { calls: [{ name: 'read_file', args: {} }] },
      { text: 'In words then.' },
    ])
    const { models } = testModels(configAt(server.url, api))
    const result = await models.call('fast', testRequest({ tools: [readFile], toolChoice: 'none' }))
    expect(model.calls[0]).toMatchObject({ tools: [{ name: 'read_file' }], toolChoice: { type: 'none' } })
    expect(model.calls[1]?.tools).toBeUndefined()
    expect(result).toMatchObject({ error: null, text: 'In words then.', calls: [], finish: 'stop' })
    expect(result.tries.map((each) => each.reason)).toEqual([
      'The model called a tool instead of answering.',
      'ok',
    ])
    expect(model.calls[1]?.prompt.at(-1)).toMatchObject({
      role: 'user',
      content: [{ text: expect.stringMatching(/empty\. Answer now/) }],
    })
  })

  it('takes an answer in words where a call was required, and a cut-off one as such', async () => {
    const { server } = await serve([
      { text: 'I would rather talk.' },
      { text: 'and so', finish: 'length' },
      { text: 'cut too', finish: 'length' },
    ])
    const { models } = testModels(configAt(server.url, api))
    expect(
      await models.call('fast', testRequest({ tools: [readFile], toolChoice: 'required' })),
    ).toMatchObject({ error: null, text: 'I would rather talk.', finish: 'stop' })
    expect(
      await models.call('fast', testRequest({ tools: [readFile], toolChoice: 'required' })),
    ).toMatchObject({ error: null, finish: 'length' })
    expect(await models.call('fast', testRequest())).toMatchObject({
      error: null,
      text: 'cut too',
      finish: 'length',
    })
  })

  it('says so when all tokens went into thinking, and when the filter took the answer', async () => {
    const { server } = await serve([
      { finish: 'length', usage: { outputTokens: 100 } },
      { finish: 'content-filter' },
    ])
    const { models } = testModels(configAt(server.url, api))
    expect((await models.call('fast', testRequest())).error).toMatchObject({
      code: 'provider_empty',
      message: 'The model used all of its 100 tokens before it wrote anything.',
    })
    expect((await models.call('fast', testRequest())).error).toMatchObject({
      code: 'provider_empty',
      message: expect.stringMatching(/content filter/),
    })
  })

  it('estimates where the server reports nothing, and says so', async () => {
    const { server } = await serve([{ text: 'four words are here', usage: {} }])
    const strip: typeof fetch = async (input, init) => {
      const response = await fetch(input, init)
      return new Response((await response.text()).replaceAll('"usage"', '"not_usage"'), response)
    }
    const { models } = testModels(configAt(server.url, api), { fetch: strip })
    const { usage } = await models.call('fast', testRequest())
    expect(usage).toMatchObject({ estimated: true, outputTokens: 4 })
    expect(usage.inputTokens).toBeGreaterThan(10)
  })

  it('sends no Authorization header without a key, though the process has one', async () => {
    const { server } = await serve([{ text: 'hello' }])
    vi.stubEnv('OPENAI_API_KEY', 'sk-of-the-process')
    const { models } = testModels(configAt(server.url, api, { apiKey: null }))
    await models.call('fast', testRequest())
    vi.unstubAllEnvs()
    expect(server.requests[0]?.headers.authorization).toBeUndefined()
  })

  it('follows no redirect, so that no key goes to another address', async () => {
    const elsewhere = await serveOpenAi({ model: new ScriptedModel(() => ({ text: 'taken in' })) })
    const away: ServerOptions['fault'] = (_, __, response) =>
      Boolean(response.writeHead(307, { location: `${elsewhere.url}/elsewhere` }).end())
    const { server } = await serve([], { fault: away })
    for (const reach of ['own', 'trusted'] as const) {
      const { models } = testModels(configAt(server.url, api, { reach }))
      expect((await models.call('fast', testRequest())).error).toMatchObject({
        code: 'provider_error',
        message: expect.stringMatching(/redirects to another URL \(307\)/),
      })
    }
    expect(elsewhere.requests).toEqual([])
    await elsewhere.close()
  })
})

describe('what is wrong on our side', () => {
  it('is a failure too, never an exception', async () => {
    const { models } = testModels(configAt('not an address', 'chat'))
    expect(await models.call('fast', testRequest())).toMatchObject({
      error: { message: expect.any(String) },
      provider: 'unknown',
    })
    const undescribable = {
      name: 'odd',
      description: '',
      inputSchema: z.custom<string>(() => true).transform((value) => value.length),
    }
    const result = await testModels(configAt('http://127.0.0.1:9/v1', 'chat')).models.call(
      'fast',
      testRequest({ tools: [undescribable, { ...undescribable, name: 'dated', inputSchema: z.date() }] }),
    )
    expect(result.error).not.toBeNull()
  })
})

describe('reasoning', () => {
  it.each(APIS)(
    'over %s streams apart from the text, and what was streamed is what is returned',
    async (api) => {
      const { server } = await serve([
        { reasoning: ['Let me ', 'see.'] },
        { reasoning: 'Again.', text: 'Lima.' },
      ])
      const { models } = testModels(configAt(server.url, api))
      let streamed = ''
      const result = await models.call('reflective', testRequest(), {
        onReasoning(delta) {
          streamed += delta
        },
      })
      expect(result).toMatchObject({ text: 'Lima.', reasoning: 'Let me see.\n\nAgain.' })
      expect(streamed).toBe(result.reasoning)
    },
  )

  it('is asked of OpenAI as summaries, until it says that this account gets none', async () => {
    const { server } = await serve(() => ({ text: 'Lima.' }), {
      refuse: (body) =>
        JSON.stringify(body.reasoning ?? '').includes('summary')
          ? { status: 400, message: 'Your organization must be verified to generate reasoning summaries.' }
          : null,
    })
    const toTest: typeof fetch = (input, init) =>
      fetch(String(input).replace('https://api.openai.com/v1', server.url), init)
    const { models } = testModels(
      {
        provider: 'openai',
        baseUrl: null,
        apiKey: 'k',
        api: 'responses',
        model: 'gpt-5.4-mini',
        reach: 'trusted',
      },
      { fetch: toTest },
    )
    expect(models.describe('fast')).toEqual({ provider: 'openai', model: 'gpt-5.4-mini', offline: false })
    expect(await models.call('fast', testRequest())).toMatchObject({
      text: 'Lima.',
      tries: [{ ok: false }, { ok: true }],
    })
    expect(await models.call('fast', testRequest())).toMatchObject({ tries: [{ ok: true }] })
    expect(server.requests.map((request) => [request.body.reasoning, request.body.store])).toEqual([
      [{ summary: 'auto' }, false],
      [undefined, false],
      [undefined, false],
    ])
  })
})

describe('the test server', () => {
  it('withholds a request until it is released', async () => {
    const { model, server } = await serve(() => ({ text: 'late' }))
    server.hold((request) => request.index === 0)
    const { models } = testModels(configAt(server.url, 'chat'))
    const call = models.call('fast', testRequest())
    await server.seen(() => true)
    expect(model.calls).toHaveLength(0)
    server.release()
    expect(await call).toMatchObject({ text: 'late' })
  })

  it.each(APIS)('answers without streaming too, lists its models and checks a key (%s)', async (api) => {
    const { server } = await serve([{ text: 'hello', usage: { inputTokens: 3, outputTokens: 1 } }], {
      key: 'k-1',
      models: ['m-1'],
    })
    const headers = { authorization: 'Bearer k-1', 'content-type': 'application/json' }
    const body =
      api === 'chat'
        ? { model: 'm-1', messages: [{ role: 'user', content: 'hi' }] }
        : { model: 'm-1', input: [{ role: 'user', content: 'hi' }] }
    const path = api === 'chat' ? '/chat/completions' : '/responses'
    const answer = await (
      await fetch(server.url + path, { method: 'POST', headers, body: JSON.stringify(body) })
    ).text()
    expect(answer).toContain('"hello"')
    expect(await (await fetch(`${server.url}/models`, { headers })).json()).toMatchObject({
      data: [{ id: 'm-1' }],
    })
    expect((await fetch(`${server.url}/models`)).status).toBe(401)
    expect(server.reported()).toMatchObject({ inputTokens: 3, outputTokens: 1 })
  })
})
