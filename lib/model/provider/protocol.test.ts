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
