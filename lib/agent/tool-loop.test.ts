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

type Reply = Exclude<Script, unknown[]>

async function sayTo(script: Reply, api: 'chat' | 'responses') {
  let requests = 0
  const counted: Reply = (...call) => {
    requests++
    return script(...call)
  }
  server = await serveOpenAi({ model: new ScriptedModel(counted) })
  const h = await harness(() => ({}))
  h.deps.models = testModels(configAt(server.url, api)).models
  const turn = await h.say('c', 'Look it up.', PLAIN)
  const steps = await h.db.step.findMany({ where: { turnId: turn.id }, orderBy: { index: 'asc' } })
  await h.close()
  return { turn, steps, requests }
}
const LIST = { name: 'list_files', args: {} }
const MISSING = { name: 'read_file', args: { path: 'missing.md' } }

describe.each(['chat', 'responses'] as const)('a model that goes on calling tools, over %s', (api) => {
  it('and never answers ends in what its tools returned, within the cap', async () => {
    const { turn, steps } = await sayTo(() => ({ calls: [LIST] }), api)
    expect(turn.status).toBe('completed')
    expect(turn.answer).toMatch(/^The model called tools to the end[\s\S]*- The workspace has no files\./)
    expect(steps).toHaveLength(limits.action.fastSteps)
    expect(JSON.stringify(steps.at(-1)?.tries)).toContain('Reached the step limit.')
  })

  it('that fail is told so, and what was known is the end', async () => {
    const { turn, steps } = await sayTo(() => ({ calls: [MISSING] }), api)
    expect(turn.status).toBe('completed')
    expect(turn.answer).toContain('missing.md')
    expect(steps).toHaveLength(limits.action.consecutiveMistakes + 1)
    expect(JSON.stringify(steps.at(-1)?.tries)).toContain('Stopped using tools after repeated failures.')
  })

  it('that fail, and says nothing in the end, fails with a sentence after three nudges', async () => {
    const { turn, requests } = await sayTo(
      (options) => (options.tools?.length ? { calls: [MISSING] } : {}),
      api,
    )
    expect(turn.error).toMatchObject({
      code: 'tool_loop',
      message: `${limits.action.consecutiveMistakes} tool calls in a row failed, and the model wrote no answer.`,
    })
    expect(requests).toBe(limits.action.consecutiveMistakes + 1 + limits.model.maxNudges)
  })
})
