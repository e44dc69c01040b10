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
})
