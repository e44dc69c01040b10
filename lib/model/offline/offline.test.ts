import type { LanguageModelV4StreamPart } from '@ai-sdk/provider'
import { generateText, streamText } from 'ai'
import { afterEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type OpenAiServer, serveOpenAi } from '@/e2e/support/openai-server'
import { configAt, testModels, testRequest } from '@/lib/model/testing'
import { countTokens } from '@/lib/model/tokens'
import type { ModelConfig } from '@/lib/model/types'
import { build } from '@/lib/prompts/fence'
import { OFFLINE_MODEL } from '@/lib/shared/own-models'
import { OfflineModel } from './offline-model'
import { ACT_TOOLS, generate, optionsOf, section, THINK_TOOLS, task } from './testing'

describe('the offline model through the model layer', () => {
  let server: OpenAiServer | undefined
  afterEach(async () => {
    await server?.close()
    server = undefined
  })

  const task = (text: string) =>
    build([{ name: 'task', note: '', items: [{ attributes: { who: 'user' }, text }] }])
  const request = testRequest({ user: task('My canary is called Zorblin.'), toolChoice: 'none' })
  const offline: ModelConfig = { provider: 'offline', delayMs: 0 }

  it('answers at no cost, with its own counts marked as estimates', async () => {
    const { models } = testModels(offline)
    expect(models.describe('fast')).toEqual({ provider: 'offline', model: OFFLINE_MODEL, offline: true })
    const result = await models.call('fast', request)
    expect(result).toMatchObject({
      error: null,
      model: OFFLINE_MODEL,
      usage: { estimated: true, costMicros: 0 },
    })
    expect(result.text).toContain('Zorblin')
    expect(result.usage.inputTokens).toBeGreaterThan(5)
  })

  it.each(['chat', 'responses'] as const)(
    'says the same behind the real provider package over %s',
    async (api) => {
      server = await serveOpenAi({ model: new OfflineModel({ delayMs: 0 }) })
      const [direct, remote] = [
        await testModels(offline).models.call('fast', request),
        await testModels(configAt(server.url, api)).models.call('fast', request),
      ]
      expect(remote.text).toBe(direct.text)
      expect(remote.usage).toMatchObject({ ...server.reported(), estimated: false })
    },
  )

  it('exercises the repair: an object it does not know comes back null', async () => {
    const { exchanges: _e, tools: _t, toolChoice: _c, ...base } = request
    const { value, result } = await testModels(offline).models.structured('utility', {
      ...base,
      name: 'no-such-form',
      schema: z.object({ a: z.string() }),
    })
    expect(value).toBeNull()
    expect(result.tries.length).toBeGreaterThan(1)
  })

  it('stops when told to', async () => {
    const stop = new AbortController()
    const { models } = testModels({ provider: 'offline', delayMs: 50 })
    const result = await models.call(
      'fast',
      { ...request, signal: stop.signal },
      { onText: () => stop.abort() },
    )
    expect(result).toMatchObject({ aborted: true, finish: 'aborted' })
    expect(result.text.length).toBeGreaterThan(0)
  })
})

const model = new OfflineModel({ delayMs: 0 })
const memory = section('window', [
  { turn: '1', who: 'user', date: '2026-05-01' },
  'My boat is called Zefanur. 我的船在港口里。',
])

async function partsOf(
  stream: ReadableStream<LanguageModelV4StreamPart>,
): Promise<LanguageModelV4StreamPart[]> {
  const parts: LanguageModelV4StreamPart[] = []
  const reader = stream.getReader()
  for (let next = await reader.read(); !next.done; next = await reader.read()) parts.push(next.value)
  return parts
}

describe('the built-in engine as a language model', () => {
  it('streams word by word exactly what it generates, in every mode', async () => {
    const calls = [
      optionsOf([memory, task('What is my boat called?')]),
      optionsOf([memory, task('where is my horse?', 'Round 1 of at most 5.')], { tools: THINK_TOOLS }),
      optionsOf([memory, task('write "a\n\nb  c" to x.md')], { tools: ACT_TOOLS }),
      optionsOf([memory, task('我的船在哪里？')]),
    ]
    for (const options of calls) {
      const parts = await partsOf((await model.doStream(options)).stream)
      const deltas = parts.flatMap((part) => (part.type === 'text-delta' ? [part.delta] : []))
      const { text, calls: made } = await generate(model, options)
      expect(deltas.join('')).toBe(text)
      if (text.length > 40) expect(deltas.length).toBeGreaterThan(1)
      expect(
        parts.flatMap((part) =>
          part.type === 'tool-call'
            ? [{ id: part.toolCallId, name: part.toolName, args: JSON.parse(part.input) }]
            : [],
        ),
      ).toEqual(made)
      expect([parts[0]?.type, parts.at(-1)?.type]).toEqual(['stream-start', 'finish'])
    }
  })

  it('stops in the middle of a stream when it is aborted, even while it waits', async () => {
    const abort = new AbortController()
    const slow = new OfflineModel({ delayMs: 3_600_000 })
    const reader = (
      await slow.doStream(optionsOf([memory, task('What is my boat called?')], { abortSignal: abort.signal }))
    ).stream.getReader()
    const seen: string[] = []
    while (!seen.includes('text-delta')) seen.push((await reader.read()).value?.type ?? '')
    const next = reader.read()
    abort.abort()
    await expect(next).rejects.toThrow(/abort/i)
    await expect(
      model.doGenerate(optionsOf([task('Hello!')], { abortSignal: abort.signal })),
    ).rejects.toThrow(/abort/i)
    await expect(
      partsOf((await model.doStream(optionsOf([task('Hello!')], { abortSignal: abort.signal }))).stream),
    ).rejects.toThrow(/abort/i)
  })

  it('reports the tokens of our tokenizer, without reasoning', async () => {
    const options = optionsOf([memory, task('What is my boat called?')])
    const { usage, content } = await model.doGenerate(options)
    const answer = content[0]?.type === 'text' ? content[0].text : ''
    expect(usage.outputTokens).toEqual({
      total: countTokens(answer),
      text: countTokens(answer),
      reasoning: 0,
    })
    expect(usage.inputTokens.total).toBeGreaterThan(countTokens(build([memory])))
    const finish = (await partsOf((await model.doStream(options)).stream)).at(-1)
    expect(finish).toMatchObject({ type: 'finish', usage, finishReason: { unified: 'stop' } })
  })

  it('gives every call of a turn another id', async () => {
    const ids = await Promise.all(
      [1, 2, 3].map(async (round) =>
        (
          await generate(
            model,
            optionsOf([task('Where is my boat?', `Round ${round} of at most 5.`)], { tools: THINK_TOOLS }),
          )
        ).calls.map((call) => call.id),
      ),
    )
    expect(new Set(ids.flat()).size).toBe(ids.flat().length)
  })

  it('works behind the AI SDK', async () => {
    const prompt = build([memory, task('What is my boat called?')])
    expect((await generateText({ model, prompt })).text).toBe(
      'You told me: “My boat is called Zefanur.” [turn 1]',
    )
    let streamed = ''
    for await (const delta of streamText({ model, prompt }).textStream) streamed += delta
    expect(streamed).toBe('You told me: “My boat is called Zefanur.” [turn 1]')
  })
})
