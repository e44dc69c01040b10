import { afterEach, describe, expect, it } from 'vitest'
import { harness, isThink } from '@/lib/agent/testing'
import { env, parseEnv, setEnv } from '@/lib/config/env'
import { countTokens } from '@/lib/model/tokens'
import { saveSetting } from '@/lib/settings/layers'
import { limits } from '@/lib/shared/limits'
import { DROP, planPrompt } from './plan'

const text = 'The quick brown fox jumps over the lazy dog near the old mill. '.repeat(700)
const real = env()
afterEach(() => setEnv(real))

describe('budgets of the sections', () => {
  const windowTokens = (totalTokens: number) =>
    planPrompt({
      role: { name: 'role', note: 'Rules.', items: [] },
      notes: {},
      sections: {
        window: [
          {
            item: { attributes: { turn: '1', who: 'user' }, text },
            keep: 1,
            order: 1,
            dropStage: DROP.windowTurns,
          },
        ],
      },
      tools: [],
      exchanges: [],
      totalTokens,
      countTokens,
    }).sections.find((section) => section.section === 'window')?.tokens ?? 0

  it('grow with the whole prompt', () => {
    const share = limits.prompt.sections.window
    expect(countTokens(text)).toBeGreaterThan(share * 1.3)
    expect(windowTokens(limits.prompt.totalTokens)).toBeLessThanOrEqual(share + 20)
    expect(windowTokens(limits.prompt.totalTokens * 2)).toBeGreaterThan(share * 1.3)
  })

  it('and so the window of a turn holds what a larger prompt has room for', async () => {
    const h = await harness((request) =>
      request.tools.length
        ? { calls: [{ name: 'complete_task', args: { result: 'Done.' } }] }
        : { text: 'Done.' },
    )
    await h.say('c1', text, { thinking: false })
    const windowOf = async (message: string) =>
      (await h.say('c1', message, { thinking: false, windowSize: 2 })).window as { tokens: number }
    await h.say('c1', text, { thinking: false })
    expect((await windowOf('Short.')).tokens).toBeLessThanOrEqual(limits.prompt.sections.window)
    await h.say('c1', text, { thinking: false })
    await saveSetting(h.db, h.ownerId, 'user', 'prompt.totalTokens', 60_000)
    expect((await windowOf('Short again.')).tokens).toBeGreaterThan(limits.prompt.sections.window)
    await h.close()
  })
})

describe('who decides how much a turn thinks', () => {
  it('the environment, where it forbids thinking, whatever the message says', async () => {
    const parsed = parseEnv({ NODE_ENV: 'test', ENABLE_REFLECTIVE_MODE: 'false', REFLECTIVE_MAX_STEPS: '3' })
    if (parsed.ok) setEnv(parsed.env)
    const h = await harness((request) =>
      isThink(request)
        ? { text: 'Hm.', calls: [{ name: 'continue_thinking', args: { continueThinking: false } }] }
        : { text: 'Done.' },
    )
    expect((await h.say('c1', 'Hello')).complexity).toMatchObject({
      enabled: false,
      by: 'environment',
      depth: 'simple',
      maxSteps: 1,
    })
    expect(
      (await h.say('c1', 'Why do I always procrastinate?', { thinking: true })).complexity,
    ).toMatchObject({
      enabled: false,
      by: 'environment',
      depth: 'moderate',
      maxSteps: 3,
    })
    await h.close()
  })
})
