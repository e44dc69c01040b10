import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { streamText } from 'ai'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { lastCalls, listTokens } from '@/lib/services/door/tokens'
import { search } from '@/lib/services/outside/fetch'
import { type Endpoint, endpoint } from '../../testing-endpoint'

let e: Endpoint
beforeAll(async () => {
  e = await endpoint()
})
afterAll(() => e.close())
const assistant = (content: string) => ({ role: 'assistant', content })
const user = (content: string) => ({ role: 'user', content })

describe('a message of another program', () => {
  it('becomes a turn of the person that names the program, and is tainted', async () => {
    const { status, text, body, conversation, turnId } = await e.say('My kiln is called Brunhilde.')
    expect([status, body.object, body.model]).toEqual([200, 'chat.completion', 'mneme-auto'])
    expect(text).toContain('Brunhilde')
    expect(body.choices[0].finish_reason).toBe('stop')
    const turn = await e.db.turn.findUniqueOrThrow({ where: { id: turnId }, include: { conversation: true } })
    expect(turn).toMatchObject({
      status: 'completed',
      answer: text,
      tainted: true,
      conversationId: conversation,
    })
    expect(turn.conversation.origin).toBe('client:LibreChat')
    const steps = await e.db.step.findMany({ where: { turnId, index: { lt: 1_000 } } })
    const sum = (of: (step: (typeof steps)[number]) => number | null) =>
      steps.reduce((total, step) => total + (of(step) ?? 0), 0)
    expect(body.usage).toMatchObject({
      prompt_tokens: sum((step) => step.inputTokens ?? step.estInputTokens),
      completion_tokens: sum((step) => step.outputTokens ?? step.estOutputTokens),
    })
    const who = { ...e.person, tokenId: 't', client: 'x', may: [], base: '' }
    const { result } = await search(who, { query: 'kiln Brunhilde' })
    expect(result.results[0]?.title).toContain('said by LibreChat, unconfirmed')
  })

  it('teaches no fact before the person approves it', async () => {
    const { turnId } = await e.say('My cat is called Miso.', [], { body: { model: 'mneme-fast' } })
    await e.jobs.tick()
    const facts = await e.db.fact.findMany()
    expect(facts.some(({ sourceTurnId }) => sourceTurnId === turnId)).toBe(true)
    expect(new Set(facts.map(({ status }) => status))).toEqual(new Set(['proposed']))
  })

  it('is streamed to a real client, with usage', async () => {
    const provider = createOpenAICompatible({ name: 'm', baseURL: e.base, apiKey: e.key, includeUsage: true })
    const result = streamText({
      model: provider.chatModel('mneme-fast'),
      prompt: 'My loom is called Ottilie.',
    })
    let text = ''
    for await (const piece of result.textStream) text += piece
    expect(text).toContain('Ottilie')
    expect(await result.finishReason).toBe('stop')
    const turn = await e.db.turn.findFirstOrThrow({ where: { userText: { contains: 'Ottilie' } } })
    expect([turn.answer, turn.depth]).toEqual([text, 'simple'])
    expect((await result.usage).outputTokens).toBeGreaterThan(0)
  })

  it('with the same key twice is one turn and the same answer, also at once', async () => {
    const headers = { 'idempotency-key': 'k-1' }
    const ask = () => e.say('My wagon is called Walburga.', [], { headers })
    const both = await Promise.all([ask(), ask()])
    const third = await ask()
    expect(new Set([...both, third].map(({ turnId }) => turnId)).size).toBe(1)
    expect(new Set([...both, third].map(({ text }) => text)).size).toBe(1)
    expect(await e.db.turn.count({ where: { userText: { contains: 'Walburga' } } })).toBe(1)
    const other = await e.say('My wagon is called Walburga.', [], { headers, key: await e.token('Other') })
    expect(other.turnId).not.toBe(third.turnId)
  })

  it('is refused in OpenAI’s form for what Mneme cannot do', async () => {
    const before = (await e.turns()).length
    const tools = [{ type: 'function', function: { name: 'look', parameters: { type: 'object' } } }]
    const refusals: [object, number, RegExp][] = [
      [{ model: 'gpt-9', messages: [user('x')] }, 404, /no model gpt-9/],
      [{ model: 'mneme-auto', messages: [] }, 400, /no messages/],
      [{ model: 'mneme-auto', messages: [{ role: 'oracle', content: 'x' }] }, 400, /role/],
      [{ model: 'mneme-auto', messages: [user('  ')] }, 400, /empty/],
      [{ model: 'mneme-auto', messages: [user('x'), assistant('y')] }, 400, /last message/],
      [
        { model: 'mneme-auto', messages: [user('x')], tools, tool_choice: 'required' },
        400,
        /does not support tools.*mneme-raw/,
      ],
      [
        { model: 'mneme-auto', messages: [user('Call report_ready with the word OK.')], tools },
        400,
        /does not support tools/,
      ],
      [
        { model: 'mneme-auto', messages: [user('x'), { role: 'tool', tool_call_id: '1', content: 'y' }] },
        400,
        /tools/,
      ],
      [
        { model: 'mneme-deep', messages: [user('x')], response_format: { type: 'json_object' } },
        400,
        /response_format/,
      ],
      [{ model: 'mneme-auto', messages: [user('x')], n: 2 }, 400, /^n: Mneme gives one answer/],
      [{ model: 'mneme-raw', messages: [user('x')], tool_choice: 'maybe' }, 400, /^tool_choice: It is none/],
      [
        { model: 'mneme-auto', messages: [{ role: 'user', content: [{ type: 'input_audio' }] }] },
        400,
        /images/,
      ],
    ]
    for (const [body, status, message] of refusals) {
      const response = await e.post(body)
      const { error } = (await response.json()) as { error: Record<string, unknown> }
      expect([response.status, error]).toEqual([
        status,
        {
          message: expect.stringMatching(message),
          type: 'invalid_request_error',
          param: null,
          code: expect.any(String),
        },
      ])
    }
    const half = await fetch(`${e.base}/chat/completions`, {
      ...{ method: 'POST', headers: { authorization: `Bearer ${e.key}` }, body: '{"model":' },
    })
    expect(half.status).toBe(400)
    expect((await e.turns()).length).toBe(before)
  })

  it('has the time zone that the program says, then the last known one; a wrong one is left aside', async () => {
    const zoneOf = async (zone?: string) => {
      const headers: Record<string, string> = zone ? { 'x-mneme-time-zone': zone } : {}
      const { turnId } = await e.say('What day is it?', [], { headers, body: { model: 'mneme-fast' } })
      const { options } = await e.db.turn.findUniqueOrThrow({ where: { id: turnId } })
      return (options as { timeZone?: string }).timeZone
    }
    expect([await zoneOf('Asia/Tokyo'), await zoneOf(), await zoneOf('{{ZONE}}')]).toEqual(
      Array(3).fill('Asia/Tokyo'),
    )
  })

  it('is in the list of calls without its words', async () => {
    const [token] = (await listTokens(e.person)).filter(({ name }) => name === 'LibreChat')
    const calls = await lastCalls(e.person, token?.id ?? '')
    expect(calls.some(({ tool, ids }) => tool === 'chat' && ids[0]?.startsWith('turn:'))).toBe(true)
    expect(JSON.stringify(calls)).not.toMatch(/Brunhilde|kiln/)
  })
})

describe('the door', () => {
  it('lists four models to a token that may chat, and to no other', async () => {
    const models = (key: string, headers = {}) =>
      fetch(`${e.base}/models`, { headers: { authorization: `Bearer ${key}`, ...headers } })
    const list = (await (await models(e.key)).json()) as { data: { id: string; object: string }[] }
    expect(list.data.map(({ id }) => id)).toEqual(['mneme-auto', 'mneme-fast', 'mneme-deep', 'mneme-raw'])
    const reader = await e.token('Reader', ['read'])
    const refused = await models(reader)
    expect([refused.status, await refused.json()]).toMatchObject([403, { error: { code: 'forbidden' } }])
    const wrong = await models('mneme_wrong')
    expect([wrong.status, await wrong.json()]).toMatchObject([
      401,
      { error: { type: 'invalid_request_error' } },
    ])
    expect((await models(e.key, { origin: 'https://evil.example' })).status).toBe(403)
    expect((await models(e.key, { cookie: 'mneme_access=x' })).status).toBe(403)
  })

  it('refuses more than 20 MB, and a call over the minute’s limit', async () => {
    const large = await e.post({ model: 'mneme-auto', messages: [user('x'.repeat(20_000_001))] })
    expect(large.status).toBe(413)
    const key = await e.token('Busy')
    const statuses = await Promise.all(
      Array.from({ length: 62 }, () =>
        fetch(`${e.base}/models`, { headers: { authorization: `Bearer ${key}` } }),
      ),
    )
    const late = statuses.find(({ status }) => status === 429)
    expect(late?.headers.get('retry-after')).toMatch(/^\d+$/)
    expect(await late?.json()).toMatchObject({
      error: { type: 'rate_limit_error', code: 'rate_limit_exceeded' },
    })
  })
})
