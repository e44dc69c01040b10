import { afterEach, describe, expect, it } from 'vitest'
import { type OpenAiServer, serveOpenAi } from '@/e2e/support/openai-server'
import { type Script, ScriptedModel } from '@/e2e/support/scripted-model'
import { configAt, testModels } from '@/lib/model/testing'
import { limits } from '@/lib/shared/limits'
import { harness } from './testing'
import { PLAIN } from './testing-hands'

let server: OpenAiServer | undefined
afterEach(async () => {
  await server?.close()
  server = undefined
})

async function sayTo(script: Script, api: 'chat' | 'responses') {
  server = await serveOpenAi({ model: new ScriptedModel(script) })
  const h = await harness(() => ({}))
  h.deps.models = testModels(configAt(server.url, api)).models
  const turn = await h.say('c', 'Look it up.', PLAIN)
  const steps = await h.db.step.findMany({ where: { turnId: turn.id }, orderBy: { index: 'asc' } })
  await h.close()
  return { turn, steps }
}
const LIST = { name: 'list_files', args: {} }
const MISSING = { name: 'read_file', args: { path: 'missing.md' } }

describe.each(['chat', 'responses'] as const)('a model that goes on calling tools, over %s', (api) => {
  it('and never answers fails with that, not with an empty answer', async () => {
    const { turn, steps } = await sayTo(() => ({ calls: [LIST] }), api)
    expect(turn).toMatchObject({
      status: 'failed',
      error: {
        code: 'tool_loop',
        message: `The model called tools in ${limits.action.fastSteps - 1} steps but never wrote an answer.`,
      },
    })
    expect(steps.at(-1)?.error).toMatchObject({ message: 'The model called a tool instead of answering.' })
  })

  it('that fail is told so, whether it calls again or says nothing in the end', async () => {
    for (const last of [{ calls: [MISSING] }, {}]) {
      const { turn } = await sayTo((options) => (options.tools?.length ? { calls: [MISSING] } : last), api)
      expect(turn.error).toMatchObject({
        code: 'tool_loop',
        message: `${limits.action.consecutiveMistakes} tool calls in a row failed, and the model wrote no answer.`,
      })
    }
  })
})
