import { expect, it } from 'vitest'
import { serveOpenAi } from '@/e2e/support/openai-server'
import { ScriptedModel } from '@/e2e/support/scripted-model'
import { configAt, testModels, testRequest } from '@/lib/model/testing'
import { SupportMemory } from './support'

/** Prompts of about so many tokens, of which the service counts others. @returns the room each answer was given. */
async function learns(prompts: [sent: number, read: number][]) {
  const counts = prompts.map(([, read]) => ({ text: 'Yes.', usage: { inputTokens: read } }))
  const server = await serveOpenAi({ model: new ScriptedModel([...counts, { text: 'Yes.' }]) })
  const config = configAt(server.url, 'chat', { model: 'small' })
  const support = new SupportMemory()
  const { models } = testModels(config, { support })
  const notices: string[] = []
  for (const [sent] of [...prompts, [10] as const]) {
    const user = 'So it is. '.repeat(sent / 4)
    const result = await models.call('fast', testRequest({ user, maxOutputTokens: 3_500 }))
    notices.push(...(result.notices ?? []))
  }
  await server.close()
  const rooms = server.requests.map(({ body }) => body.max_tokens)
  return { limit: support.of(config).contextTokens, rooms, notices }
}

it.each<[string, [number, number][]]>([
  ['once', [[5_600, 4_090]]],
  [
    'twice, of the same prompt',
    [
      [5_600, 4_090],
      [5_600, 4_090],
    ],
  ],
  [
    'in two calls, but more of the longer one',
    [
      [5_400, 4_020],
      [5_700, 4_090],
    ],
  ],
])('a count just below a power of two is no limit: %s', async (_, prompts) => {
  const { limit, rooms, notices } = await learns(prompts)
  expect([limit, notices]).toEqual([null, []])
  expect(new Set(rooms)).toEqual(new Set([3_500]))
})

it('the same count of a prompt that has grown is the limit, whatever came between', async () => {
  const { limit, notices } = await learns([
    [5_600, 4_090],
    [200, 190],
    [6_400, 4_090],
  ])
  expect([limit, notices]).toEqual([4_096, [expect.stringContaining('4,096')]])
})
