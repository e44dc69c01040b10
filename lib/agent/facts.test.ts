import { afterEach, describe, expect, it } from 'vitest'
import { type Harness, harness } from '@/lib/agent/testing'
import { runTool, toolsOf } from '@/lib/agent/tools/registry'
import type { ToolContext } from '@/lib/agent/tools/tool'
import { acceptTurn } from '@/lib/db/turns/accept-turn'
import { turnDtos } from '@/lib/db/turns/turn-dto'
import { everywhere, factsFor } from '@/lib/memory/facts/known-facts'
import { latest } from '@/lib/memory/facts/timeline'
import { lexicalIndexOf } from '@/lib/memory/index/memory-index'
import { quarterTokens } from '@/lib/memory/text/testing-names'
import { testModels } from '@/lib/model/testing'
import type { RecallScope } from '@/lib/shared/schemas'

let h: Harness
afterEach(() => h.close())

async function person(): Promise<(conversation: string, text: string) => Promise<string>> {
  h = await harness(() => ({}))
  h.deps.models = testModels({ provider: 'offline', delayMs: 0 }).models
  return async (conversation, text) => {
    h.runtime.advance(60_000)
    const { answer } = await h.say(conversation, text, { preset: 'auto' })
    await h.jobs.tick()
    return answer
  }
}
const known = async () =>
  (await factsFor(everywhere(h.db, h.ownerId))).map((fact) => {
    const { subject, predicate, object } = latest(fact)
    return `${subject} ${predicate} ${object}${fact.until ? ' (earlier)' : ''}`
  })

describe('facts', () => {
  it('answer in another conversation, with their turn, and the latest value wins', async () => {
    const say = await person()
    await say('a', 'My cat is called Miso.')
    expect(await known()).toEqual(['cat name Miso'])
    expect(await say('b', 'What is my cat called?')).toContain('Miso.” [turn 1 of')
    await say('b', 'Her name is now Mochi.')
    expect(await known()).toEqual(['cat name Miso (earlier)', 'cat name Mochi'])
    const answer = await say('c', "What's my cat called?")
    expect(answer).toContain('“Her name is now Mochi.” [turn 2 of')
    expect(answer).toMatch(/Earlier \(.*Miso/)
  })

  it('of an edited message are those of the version on the active path', async () => {
    const say = await person()
    await say('a', 'My dog is called Rex.')
    const [first] = await h.db.turn.findMany()
    h.runtime.advance(60_000)
    const userText = 'My dog is called Max.'
    const { turn } = await acceptTurn(
      h.db,
      h.ownerId,
      {
        ...{ id: h.runtime.id('turn'), conversationId: 'a', clientMessageId: 'edited', userText },
        ...{ userTokens: 5, options: {}, attachments: [], title: '', branchId: h.runtime.id('br') },
        now: h.runtime.now(),
      },
      { beside: first?.id ?? '' },
    )
    await h.runner.kick(h.ownerId, 'a')
    await h.runner.settled(turn.id)
    await h.jobs.tick()
    expect(await known()).toEqual(['dog name Max'])
  })

  it('are looked up by subject, and by the time at which they held', async () => {
    const say = await person()
    await say('a', 'I live in Galway.')
    h.runtime.advance(40 * 24 * 3_600_000)
    await say('a', 'I moved to Cork. I live in Cork now.')
    const lookUp = async (args: object) => {
      const memory = {
        ...everywhere(h.db, h.ownerId),
        index: lexicalIndexOf(),
        limit: 3,
        zone: 'UTC',
        now: () => h.runtime.now(),
        countTokens: quarterTokens,
      }
      const call = { id: 'call_1', name: 'lookup_user_facts', args, problem: null }
      return runTool(call, { memory, now: memory.now } as ToolContext, toolsOf('act', 'owner'))
    }
    const now = await lookUp({ subject: 'user', predicate: 'lives in' })
    expect(now.result).toContain('user: lives in = Cork (before: Galway)')
    expect(now.sources?.map(({ kind }) => kind)).toContain('fact')
    const then = await lookUp({ predicate: 'lives in', at: '30_to_60_days_ago' })
    expect(then.result).toContain('user: lives in = Galway')
    expect(then.result).not.toContain('Cork')
    expect((await lookUp({ subject: 'boat' })).result).toBe('No fact matches.')
    const close = (await lookUp({ subject: 'user', predicate: 'day off' })).result
    expect(close).toMatch(/^No fact matches\. The closest:\n.*user: lives in = Cork/s)
  })

  it('stay in their conversation when recall does, and out of the prompt when it is off', async () => {
    const say = await person()
    await say('a', 'My cat is called Miso.')
    const here = async (conversation: string, recall: RecallScope) => {
      h.runtime.advance(60_000)
      const { id } = await h.say(conversation, 'What is my cat called?', { preset: 'auto', recall })
      const [dto] = await turnDtos(h.db, h.ownerId, await h.db.turn.findMany({ where: { id } }))
      return dto?.steps.some(({ sections }) => sections.some(({ section }) => section === 'facts'))
    }
    expect([await here('b', 'conversation'), await here('a', 'off'), await here('b', 'owner')]).toEqual([
      false,
      false,
      true,
    ])
  })
})
