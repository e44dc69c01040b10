import OpenAI from 'openai'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { failure, type OpenAiEndpoint, openAiEndpoint } from '../../testing-endpoint'

let { turn, server, e, openai, close } = {} as OpenAiEndpoint
beforeAll(async () => {
  ;({ turn, server, e, openai, close } = await openAiEndpoint())
})
afterAll(() => close())
const user = (content: string) => [{ role: 'user' as const, content }]

it('lists models and chats, whole and streamed with usage, and continues what it said', async () => {
  const models = await openai.models.list()
  expect(models.data.map(({ id }) => id)).toContain('mneme-auto')
  expect((await openai.models.retrieve('mneme-deep')).id).toBe('mneme-deep')
  expect(await failure(openai.models.retrieve('gpt-9'))).toMatchObject([404, 'not_found', expect.any(String)])
  turn.now = { text: ['Leeks ', 'in April.'] }
  const messages = user('When do I sow leeks in my garden?')
  const { data: whole, response } = await openai.chat.completions
    .create({ model: 'mneme-fast', messages })
    .withResponse()
  const said = whole.choices[0]?.message
  expect(said?.content).toBe('Leeks in April.')
  const more = [
    ...messages,
    { role: 'assistant' as const, content: said?.content ?? '' },
    ...user('And beans?'),
  ]
  turn.now = { text: ['In ', 'May.'] }
  const stream = openai.chat.completions.stream({
    ...{ model: 'mneme-fast', messages: more, stream_options: { include_usage: true } },
  })
  const last = await stream.finalChatCompletion()
  expect([last.choices[0]?.message.content, last.choices[0]?.finish_reason]).toEqual(['In May.', 'stop'])
  expect(last.usage?.completion_tokens).toBeGreaterThan(0)
  const conversationId = response.headers.get('x-mneme-conversation') ?? ''
  expect(await e.db.turn.count({ where: { conversationId } })).toBe(2)
})

it('runs its tools with mneme-raw', async () => {
  turn.now = { calls: [{ name: 'soil', args: { bed: 3 }, id: 'c1' }] }
  const runner = openai.chat.completions.runTools({
    model: 'mneme-raw',
    messages: user('How is bed 3?'),
    tools: [
      {
        type: 'function',
        function: {
          ...{ name: 'soil', description: 'The soil of a bed.', parse: JSON.parse },
          parameters: { type: 'object', properties: { bed: { type: 'integer' } } },
          function: ({ bed }: { bed: number }) => {
            turn.now = { text: 'Dry.' }
            return `bed ${bed}: dry`
          },
        },
      },
    ],
  })
  expect(await runner.finalContent()).toBe('Dry.')
  expect(JSON.stringify(server.requests.at(-1)?.body)).toContain('bed 3: dry')
})

it('learns what went wrong', { tags: 'full' }, async () => {
  const asked = { messages: user('Hello?'), model: 'mneme-auto' }
  const other = new OpenAI({ baseURL: e.base, apiKey: 'mneme_wrong', maxRetries: 0 })
  expect(await failure(other.models.list())).toMatchObject([
    401,
    'unauthorised',
    expect.stringMatching(/token/),
  ])
  expect(await failure(openai.chat.completions.create({ ...asked, model: 'gpt-9' }))).toMatchObject([
    404,
    'not_found',
    expect.stringMatching(/gpt-9/),
  ])
  await server.close()
  const stream = await openai.chat.completions.create({ ...asked, stream: true })
  const read = async () => {
    for await (const _ of stream);
  }
  expect(await failure(read())).toMatchObject([undefined, 'provider_unreachable', expect.any(String)])
})
