import { createOpenAI } from '@ai-sdk/openai'
import { generateText, type ModelMessage } from 'ai'
import OpenAI from 'openai'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { failure, type OpenAiEndpoint, openAiEndpoint } from '../testing-endpoint'

let { turn, server, e, openai, close } = {} as OpenAiEndpoint
beforeAll(async () => {
  ;({ turn, server, e, openai, close } = await openAiEndpoint())
})
afterAll(() => close())
const model = 'mneme-fast'
const pixel =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

it('answers, and goes on behind the response that is named, or that the input repeats', async () => {
  turn.now = { text: ['Leeks ', 'in April.'], reasoning: 'A question of the garden.' }
  const first = await openai.responses.create({ model, input: 'When do I sow leeks?' })
  expect([first.status, first.output_text]).toEqual(['completed', 'Leeks in April.'])
  expect(first.output.map(({ type }) => type)).toEqual(['reasoning', 'message'])
  expect(first.usage?.output_tokens).toBeGreaterThan(0)
  turn.now = { text: ['In May.'] }
  const input = [
    { role: 'user' as const, content: 'And beans?' },
    { role: 'user' as const, content: [{ type: 'input_text' as const, text: 'The broad ones.' }] },
  ]
  const second = await openai.responses.create({ model, input, previous_response_id: first.id })
  expect(second.previous_response_id).toBe(first.id)
  turn.now = { text: ['In June.'] }
  const repeated = await openai.responses.create({
    model,
    input: [
      { role: 'user', content: 'When do I sow leeks?' },
      ...(first.output as OpenAI.Responses.ResponseInputItem[]),
      { role: 'user', content: 'And beans?\nThe broad ones.' },
      ...(second.output as OpenAI.Responses.ResponseInputItem[]),
      { role: 'user', content: 'And pumpkins?' },
    ],
  })
  const turns = await e.turns()
  const idsOf = (responses: { id: string }[]) => responses.map(({ id }) => id.replace('resp_', ''))
  expect(turns.map(({ id }) => id)).toEqual(idsOf([first, second, repeated]))
  expect(new Set(turns.map(({ conversationId }) => conversationId)).size).toBe(1)
  expect(turns.map(({ parentId }) => parentId)).toEqual([null, ...idsOf([first, second])])
  expect(turns[1]?.userText).toBe('And beans?\nThe broad ones.')
})

it('streams the events of the protocol, whose pieces make the whole', async () => {
  turn.now = { text: ['In ', 'July.'], reasoning: 'Peas are late.' }
  const stream = openai.responses.stream({ model, input: 'And late peas?' })
  const types: string[] = []
  const numbers: number[] = []
  let said = ''
  for await (const event of stream) {
    types.push(event.type)
    numbers.push(event.sequence_number)
    if (event.type === 'response.output_text.delta') said += event.delta
  }
  const whole = await stream.finalResponse()
  expect(said).toBe('In July.')
  expect(whole.output).toMatchObject([{ type: 'reasoning' }, { content: [{ text: 'In July.' }] }])
  expect(numbers).toEqual(numbers.map((_, i) => i))
  expect([...new Set(types)]).toEqual([
    'response.created',
    'response.in_progress',
    'response.output_item.added',
    'response.reasoning_summary_part.added',
    'response.reasoning_summary_text.delta',
    'response.reasoning_summary_text.done',
    'response.reasoning_summary_part.done',
    'response.output_item.done',
    'response.content_part.added',
    'response.output_text.delta',
    'response.output_text.done',
    'response.content_part.done',
    'response.completed',
  ])
})

it('passes tools, their results and a form on with mneme-raw, which remembers nothing', async () => {
  const before = (await e.turns()).length
  const tools = [
    {
      ...{ type: 'function' as const, name: 'soil', description: 'The soil of a bed', strict: false },
      parameters: { type: 'object', properties: { bed: { type: 'integer' } } },
    },
  ]
  turn.now = { calls: [{ name: 'soil', args: { bed: 3 }, id: 'c1' }] }
  const input: OpenAI.Responses.ResponseInput = [{ role: 'user', content: 'How is bed 3?' }]
  const asked = await openai.responses.create({ model: 'mneme-raw', input, tools })
  expect(asked.output).toMatchObject([{ type: 'function_call', name: 'soil', arguments: '{"bed":3}' }])
  turn.now = { text: ['It is dry.'] }
  const call = asked.output[0] as OpenAI.Responses.ResponseFunctionToolCall
  const answered = await openai.responses.create({
    model: 'mneme-raw',
    input: [...input, call, { type: 'function_call_output', call_id: call.call_id, output: 'dry' }],
    tools,
  })
  expect(answered.output_text).toBe('It is dry.')
  expect(JSON.stringify(server.requests.at(-1)?.body)).toContain('dry')
  expect((await e.turns()).length).toBe(before)
})

it('takes images, and the same key as the same turn', async () => {
  turn.now = { text: ['A dot.'] }
  const input: OpenAI.Responses.ResponseInput = [
    {
      role: 'user',
      content: [
        { type: 'input_text', text: 'What is this?' },
        { type: 'input_image', image_url: pixel, detail: 'auto' },
      ],
    },
  ]
  const headers = { 'Idempotency-Key': 'one' }
  const first = await openai.responses.create({ model, input }, { headers })
  const again = await openai.responses.create({ model, input }, { headers })
  expect([again.id, again.output_text]).toEqual([first.id, 'A dot.'])
  const [stored] = (await e.turns()).slice(-1)
  expect([stored?.id, JSON.stringify(stored?.attachments)]).toEqual([
    first.id.replace('resp_', ''),
    expect.stringContaining('image/png'),
  ])
})

it('goes on for the AI SDK, which names earlier answers instead of sending them', async () => {
  const sdk = createOpenAI({ baseURL: e.base, apiKey: e.key })
  const ask = async (model: string, messages: ModelMessage[], text: string) => {
    turn.now = { text: [text], reasoning: 'Tools.' }
    const result = await generateText({ model: sdk.responses(model), instructions: 'Be brief.', messages })
    return { said: result.text, messages: [...messages, ...result.responseMessages] }
  }
  const spade: ModelMessage[] = [{ role: 'user', content: 'Where is the spade?' }]
  const first = await ask(model, spade, 'In the shed.')
  const second = await ask(
    model,
    [...first.messages, { role: 'user', content: 'And the rake?' }],
    'Behind it.',
  )
  expect([first.said, second.said]).toEqual(['In the shed.', 'Behind it.'])
  const [one, two] = (await e.turns()).slice(-2)
  expect([two?.parentId, two?.userText]).toEqual([one?.id, 'And the rake?'])
  const raw = await ask('mneme-raw', spade, 'In the shed.')
  await expect(ask('mneme-raw', [...raw.messages, ...spade], '')).rejects.toThrow(/store: false/)
})

it('is read again by its id, whole or streamed, while it runs too, and is not deleted by a program', async () => {
  let goOn = () => {}
  turn.now = { text: ['Two ', 'rakes.'], wait: new Promise<void>((resolve) => (goOn = resolve)) }
  const running = await openai.responses.create({
    model: 'mneme-deep',
    input: 'What is there?',
    stream: true,
  })
  const started = running[Symbol.asyncIterator]()
  const { value } = await started.next()
  const id = value.type === 'response.created' ? value.response.id : ''
  expect(await openai.responses.retrieve(id)).toMatchObject({ id, status: 'in_progress', output: [] })
  goOn()
  for await (const _ of { [Symbol.asyncIterator]: () => started });
  const whole = await openai.responses.retrieve(id)
  expect([whole.output_text, whole.status, whole.model]).toEqual(['Two rakes.', 'completed', 'mneme-deep'])
  expect(whole.usage?.output_tokens).toBeGreaterThan(0)
  let said = ''
  for await (const event of await openai.responses.retrieve(id, { stream: true }))
    if (event.type === 'response.output_text.delta') said += event.delta
  expect(said).toBe('Two rakes.')
  expect(await failure(openai.responses.delete(id))).toEqual([
    405,
    'invalid',
    expect.stringMatching(/forget/),
  ])
  expect((await openai.responses.retrieve(id)).output_text).toBe('Two rakes.')
  const other = new OpenAI({ baseURL: e.base, apiKey: await e.token('A curious one'), maxRetries: 0 })
  expect(await failure(other.responses.retrieve(id))).toMatchObject([404, 'not_found', expect.any(String)])
  expect(await failure(openai.responses.cancel(id))).toMatchObject([404, 'not_found', expect.any(String)])
  expect(await failure(openai.embeddings.create({ model: 'm', input: 'x' }))).toEqual([
    ...[404, 'not_found'],
    expect.stringMatching(/does not answer POST \/api\/v1\/embeddings.*It answers/),
  ])
})

it('refuses what it cannot do, and the ids of others and of what was forgotten', async () => {
  turn.now = { text: ['Yes.'] }
  const own = await openai.responses.create({ model, input: 'Is the shed locked?' })
  const other = new OpenAI({ baseURL: e.base, apiKey: await e.token('Another program'), maxRetries: 0 })
  const behind = (client: OpenAI, id: string) =>
    failure(client.responses.create({ model, input: 'And now?', previous_response_id: id }))
  const unknown = [404, 'not_found', expect.stringContaining('no response of this id')]
  expect(await behind(other, own.id)).toEqual(unknown)
  expect(await behind(openai, 'resp_turn_never')).toEqual(unknown)
  await e.db.conversation.updateMany({
    where: { turns: { some: { id: own.id.replace('resp_', '') } } },
    data: { trashId: 'gone' },
  })
  expect(await behind(openai, own.id)).toEqual(unknown)
  const refused = async (body: object) =>
    String(await failure(openai.responses.create({ model, input: 'Hi', ...body } as never)))
  expect(await refused({ model: 'mneme-raw', previous_response_id: own.id })).toContain(
    'mneme-raw stores nothing',
  )
  expect(await refused({ input: [{ type: 'computer_call' }] })).toContain('The input is a text, or a list')
  expect(await refused({ tools: [{ type: 'web_search' }] })).toContain('Only tools of the type function')
})
