import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type OpenAiServer, serveOpenAi } from '@/e2e/support/openai-server'
import { ScriptedModel } from '@/e2e/support/scripted-model'
import { configAt, testModels, testRequest } from '@/lib/model/testing'
import { FULL, type Support } from '@/lib/shared/model-support'
import { type Problem, problem } from './failure'
import { bodyFor, lesser } from './support/refusals'
import { SupportMemory } from './support/support'
import { faultOf } from './wire/fault'

type Json = Record<string, unknown>
const tool = { name: 'write_file', description: 'Writes.', inputSchema: z.object({ path: z.string() }) }

let server: OpenAiServer | undefined
afterEach(async () => {
  await server?.close()
  server = undefined
})

/** A call to a service that refuses some requests, and what was learned of it. */
async function ask(
  refuse: (body: Json, index: number) => { status: number; error: Json } | null,
  request: Parameters<typeof testRequest>[0] = {},
) {
  const bodies: Json[] = []
  server = await serveOpenAi({
    model: new ScriptedModel(() => ({ text: 'Lima.' })),
    fault({ body }, _, response) {
      bodies.push(body)
      const refused = refuse(body, bodies.length - 1)
      if (!refused) return false
      response.writeHead(refused.status, { 'content-type': 'application/json' })
      response.end(JSON.stringify(refused.error))
      return true
    },
  })
  const config = configAt(server.url, 'chat', { model: 'test-model' })
  const support = new SupportMemory()
  const { models } = testModels(config, { support })
  const result = await models.call('fast', testRequest(request))
  return { result, bodies, learned: support.of(config) }
}
const error = (status: number, message: string, more: Json = {}) => ({
  status,
  error: { error: { message, code: status, ...more } },
})

describe('a refusal', () => {
  it.each<[number, string, Json]>([
    [
      400,
      "Failed to call a function. See 'failed_generation' for more details.",
      { code: 'tool_use_failed' },
    ],
    [500, 'Failed to parse tool call arguments as JSON: [json.exception.parse_error.101]', {}],
    [500, 'The function app is restarting.', {}],
    [500, 'An unexpected error occurred in the tool server.', {}],
    [500, 'The image server is restarting.', {}],
  ])('that is a bad moment is tried again as it was: %i %s', async (status, message, more) => {
    const { result, bodies, learned } = await ask(
      (_, index) => (index === 0 ? error(status, message, more) : null),
      { tools: [tool] },
    )
    expect(result).toMatchObject({ error: null, text: 'Lima.' })
    expect([bodies.length, bodies[1]]).toEqual([2, bodies[0]])
    expect(learned).toEqual(FULL)
  })

  it('whose words may be about one request counts for this call alone', async () => {
    const { result, bodies, learned } = await ask(
      ({ tools }) => (tools ? error(400, 'Something about your tools went wrong.') : null),
      { tools: [tool] },
    )
    expect([result.error, bodies.length, learned]).toEqual([null, 2, FULL])
  })
})

const problemOf = (status: number, body: unknown): Problem => {
  const { words, heard } = faultOf(body)
  const made = problem('provider_error', '', '', status >= 500)
  return { ...made, failure: { ...made.failure, said: words }, status, heard }
}
const BODY = {
  ...{
    model: 'm',
    messages: [
      { role: 'system', content: 'x' },
      { role: 'user', content: 'y' },
    ],
  },
  ...{ max_tokens: 4_096, temperature: 0, stream: true, stream_options: {}, tools: [1], tool_choice: 'auto' },
}
const RESPONSES = {
  ...{
    model: 'm',
    input: [],
    max_output_tokens: 4_096,
    store: false,
    include: ['x'],
    tools: [1],
    stream: true,
  },
  ...{ instructions: 'sys', text: { format: {} }, tool_choice: 'required' },
}
/** What is sent of a body in a form. */
const sent = (body: Json, support: Support): Json => {
  const left = [support.tools === 'native' ? '' : 'tools', support.form === 'text' ? 'response_format' : '']
  return Object.fromEntries(Object.entries(bodyFor(body, support)).filter(([name]) => !left.includes(name)))
}
const ask1 = (message: string, body: Json, status = 400) =>
  lesser(FULL, problemOf(status, { error: { message, code: status } }), body, false, new Set())

describe('words about something else', () => {
  it.each([
    ['Model m is retired. Please choose an alternative model.', BODY, 404],
    ['Insufficient credit: temperature of your account is fine', BODY, 400],
    ['The serverless function timed out.', BODY, 500],
    ['Internal error in tool server', BODY, 500],
    ['Cannot stream: upstream text', BODY, 400],
    ['You have 3 max_tokens left. retry 20', BODY, 400],
    ['The store is closed', { ...RESPONSES, text: undefined }, 400],
    ['Please follow the instructions in our documentation', { ...RESPONSES, text: {} }, 400],
    ['Invalid input text', { ...RESPONSES, text: {} }, 400],
    ['You need provisioned throughput.', BODY, 400],
  ] as const)('changes nothing: %s', (message, body, status) =>
    expect(ask1(message, body, status)).toBeNull(),
  )
})

describe('any refusal', () => {
  const WORDS =
    'max_tokens max_completion_tokens temperature tool_choice tools function response_format json_schema system role content null alternate consecutive unsupported unknown not supported must be at most 4000 300 too large reasoning_content image stream_options param extra inputs not permitted only reasoning.summary maximum <= failed'.split(
      ' ',
    )
  it('leads to an end after a few forms, none of them twice', () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 8 }), {
          minLength: 1,
          maxLength: 5,
        }),
        fc.constantFrom({ ...BODY, response_format: {} }, RESPONSES),
        fc.constantFrom(400, 404, 422, 500),
        fc.boolean(),
        (said, body, status, images) => {
          let support = FULL
          const tried = new Set<string>()
          for (let asked = 0; ; asked++) {
            expect(tried.has(JSON.stringify(support))).toBe(false)
            expect(asked).toBeLessThan(25)
            tried.add(JSON.stringify(support))
            const message = said[asked % said.length]?.join(' ')
            const less = lesser(
              support,
              problemOf(status, { error: { message } }),
              sent(body, support),
              images,
              tried,
            )
            if (!less) return
            support = { ...support, ...less.change }
          }
        },
      ),
    )
  })
})
