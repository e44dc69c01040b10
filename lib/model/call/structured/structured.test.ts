import { afterEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type OpenAiServer, type ServerOptions, serveOpenAi } from '@/e2e/support/openai-server'
import { type Script, ScriptedModel } from '@/e2e/support/scripted-model'
import { SupportMemory } from '@/lib/model/call/support/support'
import { configAt, testModels, testRequest } from '@/lib/model/testing'

const APIS = ['chat', 'responses'] as const
const title = z.object({ title: z.string().max(60), words: z.array(z.string()).optional() })
const GOOD = '{"title":"Peru"}'

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
const { exchanges: _e, tools: _t, toolChoice: _c, ...base } = testRequest()
const asked = { ...base, name: 'title', schema: title }
/** The response format on the wire, in either API. */
const formatOf = (body: Record<string, unknown>) => JSON.stringify(body.response_format ?? body.text ?? null)
const refuseFormat = (what: RegExp) => (body: Record<string, unknown>) =>
  what.test(formatOf(body)) ? { status: 400, message: 'response_format is not supported' } : null

describe.each(APIS)('a structured call over %s', (api) => {
  it('asks for the schema under its own name and returns the checked value', async () => {
    const { model, server } = await serve([{ text: ['{"ti', 'tle":"Peru"}'] }])
    const { value, result } = await testModels(configAt(server.url, api)).models.structured('utility', asked)
    expect(value).toEqual({ title: 'Peru' })
    expect(result).toMatchObject({ error: null, tries: [{ ok: true }] })
    expect(model.calls[0]?.responseFormat).toMatchObject({
      type: 'json',
      name: 'title',
      schema: { type: 'object', properties: { title: { type: 'string' } } },
    })
    expect(formatOf(server.requests[0]?.body ?? {})).toContain('"strict":false')
  })

  it('leaves the marks in its texts alone', async () => {
    const value = { title: 'Say </think>, <end_of_turn> and </tool_call>' }
    const { server } = await serve(() => ({ text: [JSON.stringify(value)] }))
    const config = configAt(server.url, api)
    const support = new SupportMemory()
    const { models } = testModels(config, { support })
    expect((await models.structured('utility', asked)).value).toEqual(value)
    expect([server.requests.length, support.of(config).opensThinking]).toEqual([1, false])
  })

  it('steps down from json_schema to json_object, says the schema in words, and remembers', async () => {
    const { server } = await serve(() => ({ text: GOOD }), { refuse: refuseFormat(/json_schema/) })
    const { models } = testModels(configAt(server.url, api))
    expect((await models.structured('utility', asked)).value).toEqual({ title: 'Peru' })
    expect((await models.structured('utility', asked)).value).toEqual({ title: 'Peru' })
    expect(
      server.requests.map((request) => /json_schema|json_object/.exec(formatOf(request.body))?.[0]),
    ).toEqual(['json_schema', 'json_object', 'json_object'])
    expect(JSON.stringify(server.requests[2]?.body)).toMatch(/one JSON object and nothing else[\s\S]*title/)
  })

  it('steps down to plain text and takes the object out of it', async () => {
    const { server } = await serve(
      [{ text: 'Sure! Here it is:\n```json\n{"title":"Peru"}\n```\nAnything else?' }],
      { refuse: refuseFormat(/json_/) },
    )
    const { value, result } = await testModels(configAt(server.url, api)).models.structured('utility', asked)
    expect(value).toEqual({ title: 'Peru' })
    expect(result.tries).toHaveLength(3)
  })

  it('repairs once, with what was wrong, and counts both calls', async () => {
    const { model, server } = await serve([
      { text: '{"titel":"Peru"}', usage: { inputTokens: 10, outputTokens: 3 } },
      { text: GOOD, usage: { inputTokens: 30, outputTokens: 4 } },
    ])
    const { value, result } = await testModels(configAt(server.url, api)).models.structured('utility', asked)
    expect(value).toEqual({ title: 'Peru' })
    expect(result.usage).toMatchObject({ inputTokens: 40, outputTokens: 7, estimated: false })
    const [wrong, repair] = model.calls[1]?.prompt.slice(-2) ?? []
    expect(wrong).toMatchObject({ role: 'assistant', content: [{ text: '{"titel":"Peru"}' }] })
    expect(JSON.stringify(repair)).toMatch(/expected string[\s\S]*title/)
  })

  it('gives up after one repair with a null and a reason', async () => {
    const { model, server } = await serve(() => ({ text: 'No.' }))
    const { value, result } = await testModels(configAt(server.url, api)).models.structured('utility', asked)
    expect(value).toBeNull()
    expect(result.error).toMatchObject({ code: 'provider_garbled' })
    expect(model.calls).toHaveLength(2)
  })
})
