import { afterEach, describe, expect, it } from 'vitest'
import { type OpenAiServer, serveOpenAi } from '@/e2e/support/openai-server'
import { ScriptedModel } from '@/e2e/support/scripted-model'
import { ReflectiveAgent } from '@/lib/agent/reflective-agent'
import { type Harness, harness } from '@/lib/agent/testing'
import { env, parseEnv, setEnv } from '@/lib/config/env'
import { hasSample, startSample } from './sample'
import { modelsOfJob, modelsOfTurn } from './turn-models'

const real = env()
let server: OpenAiServer
afterEach(async () => {
  setEnv(real)
  await server.close()
})

describe('the sample conversation', () => {
  it('is played on this machine though a provider is set: turns and their jobs', async () => {
    server = await serveOpenAi({ model: new ScriptedModel(() => ({ text: 'From the provider.' })) })
    const parsed = parseEnv({
      NODE_ENV: 'test',
      MNEME_SECRET: 'a secret for the tests only',
      OPENAI_BASE_URL: server.url,
      MNEME_FAST_MODEL: 'm',
      MNEME_OFFLINE_DELAY_MS: '0',
    })
    if (parsed.ok) setEnv(parsed.env)
    const h: Harness = await harness(() => ({}), {
      runTurn: async (run) =>
        new ReflectiveAgent({ ...h.deps, models: await modelsOfTurn(h.db, h.runtime, run.turn) }).run(run),
    })
    expect(await hasSample(h.db, h.ownerId)).toBe(false)
    const { conversationId } = await startSample({
      db: h.db,
      ownerId: h.ownerId,
      runtime: h.runtime,
      runner: h.runner,
    })
    const turns = await h.db.turn.findMany({ where: { conversationId }, orderBy: { number: 'asc' } })
    for (const turn of turns) await h.runner.settled(turn.id)
    expect(server.requests).toEqual([])
    expect([await hasSample(h.db, h.ownerId), await hasSample(h.db, 'another')]).toEqual([true, false])
    expect((await h.db.turn.findMany({ where: { conversationId } })).map((turn) => turn.status)).toEqual(
      turns.map(() => 'completed'),
    )
    expect(new Set((await h.db.step.findMany()).map((step) => step.provider))).toEqual(new Set(['offline']))
    const about = (turnId: string) =>
      modelsOfJob(h.db, h.runtime, { ownerId: h.ownerId, payload: { turnId } })
    expect((await about(turns[0]?.id ?? '')).describe('utility').offline).toBe(true)

    // The person's next message goes to the provider (control).
    const next = await h.say(conversationId, 'And now?', { thinking: false })
    expect(next.answer).toBe('From the provider.')
    expect((await about(next.id)).describe('utility').offline).toBe(false)
    await h.close()
  })
})
