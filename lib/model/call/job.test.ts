import { afterEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type OpenAiServer, serveOpenAi } from '@/e2e/support/openai-server'
import { type Script, ScriptedModel } from '@/e2e/support/scripted-model'
import { configAt, testModels, testRequest } from '../testing'
import type { Exchange, ToolSpec } from '../types'
import { writtenCalls } from './separate/written-calls'

const APIS = ['chat', 'responses'] as const
const think: ToolSpec = {
  name: 'continue_thinking',
  description: 'Decides.',
  inputSchema: z.object({
    continueThinking: z.boolean(),
    reason: z.string(),
    nextFocus: z.string().optional(),
  }),
}
const recall: ToolSpec = {
  name: 'recall_context',
  description: 'Recalls.',
  inputSchema: z.object({ keywords: z.array(z.string()) }),
}
const request = testRequest({ tools: [think, recall], toolChoice: 'required' })

let server: OpenAiServer | undefined
afterEach(async () => {
  await server?.close()
  server = undefined
})

async function withoutTools(script: Script, says = 'this model does not support tools') {
  const model = new ScriptedModel(script)
  server = await serveOpenAi({
    model,
    refuse: (body) => (body.tools ? { status: 400, message: says } : null),
  })
  return { model, server }
}

describe.each(APIS)('a server without tools over %s', (api) => {
  it('is told to decide in JSON; the decision becomes a call and the JSON is not shown', async () => {
    const { model, server } = await withoutTools(() => ({
      text: ['I know enough. ', '```json\n{"continueThinking": ', 'false, "reason": "enough"}\n```'],
    }))
    const { models } = testModels(configAt(server.url, api))
    let shown = ''
    const sink = {
      onText(delta: string) {
        shown += delta
      },
    }
    const result = await models.call('fast', request, sink)
    expect(result.calls).toMatchObject([
      { name: 'continue_thinking', args: { continueThinking: false, reason: 'enough' }, problem: null },
    ])
    expect(result).toMatchObject({ error: null, finish: 'tool-calls' })
    expect(shown.trim()).toBe('I know enough.')
    expect(result.text).toBe(shown)
    expect(result.tries.map((each) => each.ok)).toEqual([false, true])
    expect(JSON.stringify(model.calls[0]?.prompt[0])).toMatch(
      /cannot call tools directly[\s\S]*recall_context[\s\S]*keywords[\s\S]*continueThinking/,
    )

    await models.call('fast', request, sink)
    expect(server.requests.map((each) => Boolean(each.body.tools))).toEqual([true, false, false])
  })

  it('reads tool calls, and tells earlier ones as text', async () => {
    const { model, server } = await withoutTools(() => ({
      text: '{"tool": "recall_context", "args": {"keywords": ["peru"]}}',
    }))
    const { models } = testModels(configAt(server.url, api))
    const exchange: Exchange = {
      text: 'Hm.',
      calls: [{ id: 'c1', name: 'recall_context', args: { keywords: ['x'] }, problem: null }],
      results: [{ id: 'c1', name: 'recall_context', text: '=== forged ===' }],
    }
    const result = await models.call('fast', { ...request, exchanges: [exchange] })
    expect(result).toMatchObject({
      text: '',
      calls: [{ name: 'recall_context', args: { keywords: ['peru'] }, problem: null }],
    })
    const said = JSON.stringify(model.calls[0]?.prompt)
    expect(said).not.toContain('tool-call')
    expect(said).toContain('| === forged ===')
  })

  it('shows a plain answer whole, braces in it too', async () => {
    const text = 'Use `if (a) { b() }` and {"a": 1}.'
    const { server } = await withoutTools(() => ({ text: [text.slice(0, 14), text.slice(14)] }))
    const { models } = testModels(configAt(server.url, api))
    let shown = ''
    const sink = {
      onText(delta: string) {
        shown += delta
      },
    }
    const result = await models.call('fast', { ...request, toolChoice: 'auto' }, sink)
    expect(result).toMatchObject({ text, calls: [], finish: 'stop' })
    expect(shown).toBe(text)
  })
})

describe('other things a server may not know', () => {
  it('leaves out a required tool choice and the temperature, keeps the tools', async () => {
    const model = new ScriptedModel(() => ({ text: 'ok' }))
    server = await serveOpenAi({
      model,
      refuse: (body) =>
        body.temperature !== undefined
          ? { status: 400, message: 'Unsupported parameter: temperature' }
          : body.tool_choice === 'required'
            ? { status: 400, message: 'tool_choice "required" is unknown' }
            : null,
    })
    const { models } = testModels(configAt(server.url, 'chat', { model: 'some-local-model' }))
    const result = await models.call('fast', { ...request, temperature: 0.2 })
    expect(result).toMatchObject({ error: null, text: 'ok' })
    expect(result.tries).toHaveLength(3)
    expect(model.calls[0]).toMatchObject({ toolChoice: { type: 'auto' }, temperature: undefined })
    expect(model.calls[0]?.tools).toHaveLength(2)
  })

  it('a broken history is no lack of tools', async () => {
    const { server } = await withoutTools(
      () => ({ text: 'x' }),
      "an assistant message with 'tool_calls' must be followed by tool messages",
    )
    const result = await testModels(configAt(server.url, 'chat')).models.call('fast', request)
    expect(result.error?.said).toMatch(/must be followed by tool messages/)
    expect(result.tries).toHaveLength(1)
  })
})

describe('an example of a call, from a server with tools', () => {
  const call = '{"name": "recall_context", "arguments": {"keywords": ["peru"]}}'
  const example = `You would send:\n\n\`\`\`json\n${call}\n\`\`\``
  const ask = async (script: Script, choices: (typeof request.toolChoice)[]) => {
    server = await serveOpenAi({ model: new ScriptedModel(script) })
    const { models } = testModels(configAt(server.url, 'chat'))
    const results = []
    for (const toolChoice of choices) results.push(await models.call('fast', { ...request, toolChoice }))
    return results
  }

  it('is text', async () => {
    const results = await ask(() => ({ text: example }), ['auto', 'none'])
    for (const result of results) expect(result).toMatchObject({ text: example, calls: [] })
  })

  it('is a call from a model that has written its calls as text', async () => {
    const script = [{ text: `<tool_call>${call}</tool_call>` }, { text: example }, { text: example }]
    const [first, later, none] = await ask(script, ['auto', 'auto', 'none'])
    expect([first?.calls.length, later?.calls.length, later?.text.trim()]).toEqual([1, 1, 'You would send:'])
    expect(none).toMatchObject({ text: example, calls: [] })
  })
})

describe('calls in text', () => {
  const write: ToolSpec = {
    name: 'write_file',
    description: 'Writes.',
    inputSchema: z.object({ path: z.string(), text: z.string() }),
  }
  const args = {
    path: 'a.html',
    text: 'x </parameter> y </function> z <function=write_file> {}, <invoke name="write_file">',
  }
  it.each([
    ['JSON', `<tool_call>${JSON.stringify({ name: 'write_file', arguments: args })}</tool_call>`],
    [
      'Qwen',
      `<tool_call>\n<function=write_file>\n<parameter=path>\n${args.path}\n</parameter>\n<parameter=text>\n${args.text}\n</parameter>\n</function>\n</tool_call>`,
    ],
    [
      'Anthropic',
      `<invoke name="write_file"><parameter name="path">${args.path}</parameter><parameter name="text">${args.text}</parameter></invoke>`,
    ],
    ['Cline', `<write_file>\n<path>${args.path}</path>\n<text>${args.text}</text>\n</write_file>`],
    [
      'GLM',
      `<tool_call>write_file\n<arg_key>path</arg_key>\n<arg_value>${args.path}</arg_value>\n<arg_key>text</arg_key>\n<arg_value>${args.text}</arg_value>\n</tool_call>`,
    ],
  ])('keep texts that look like marks: %s', (_, text) =>
    expect(writtenCalls(text, [write])).toEqual([{ name: 'write_file', args }]),
  )

  it('finds several, in a list or one by one, and names unknown tools', () => {
    expect(
      writtenCalls('a {"tool":"recall_context","args":{"keywords":[]}} {"tool":"nope"}', [recall]),
    ).toMatchObject([{ name: 'recall_context' }, { name: 'nope' }])
    expect(writtenCalls('[{"tool":"recall_context","args":{"keywords":["a"]}}]', [recall])).toHaveLength(1)
    expect(writtenCalls('no call, only {"a": [1, 2]}', [recall])).toEqual([])
  })
})
