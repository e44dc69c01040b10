import { afterEach, describe, expect, it } from 'vitest'
import { testDb } from '@/lib/db/testing'
import { everywhere, factsFor } from '@/lib/memory/facts/known-facts'
import { latest } from '@/lib/memory/facts/timeline'
import { testModels } from '@/lib/model/testing'
import { editFact, listFacts } from '@/lib/services/facts'
import { harness } from './testing'

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

/** Says each line a minute later, and gives the answers. */
async function talker() {
  const at = await testDb()
  closing.push(at.close)
  const h = await harness(() => ({ text: 'Ready.' }), {}, { ...at, prefix: 'k_' })
  h.deps.models = testModels({ provider: 'offline', delayMs: 0 }).models
  const say = async (text: string, conversation = 'a') => {
    h.runtime.advance(60_000)
    const { answer } = await h.say(conversation, text, { preset: 'auto' })
    await h.jobs.tick()
    return answer
  }
  const facts = async () =>
    (await factsFor(everywhere(h.db, at.ownerId)))
      .filter(({ until }) => until === null)
      .map((fact) => `${latest(fact).subject}: ${latest(fact).predicate} = ${latest(fact).object}`)
  const correct = async (old: string, object: string) => {
    h.runtime.advance(60_000)
    const who = { db: h.db, ownerId: at.ownerId, runtime: h.runtime }
    const [fact] = (await listFacts(who, old)).subjects.flatMap(({ now }) => now)
    await editFact(who, { ids: fact?.ids ?? [], predicate: fact?.predicate ?? '', object })
  }
  return { say, facts, correct }
}

describe('a value that the person wrote on the Facts page', () => {
  const told = async () => {
    const by = await talker()
    await by.say("I'm a nurse and I work at St James's.")
    await by.say("I don't work nights any more, I'm on days.")
    await by.correct('James', 'the Nuffield')
    return by
  }

  it.each(['a', 'b'])(
    'is the answer after older sentences, asked in conversation %s',
    async (conversation) => {
      const { say } = await told()
      expect(await say('Where do I work?', conversation)).toMatch(
        /^You wrote on the Facts page: “I work at the Nuffield\.”/,
      )
    },
  )

  it('gives way to what is said after it', async () => {
    const { say } = await told()
    await say('I work at the Royal now.')
    const [now] = (await say('Where do I work?', 'b')).split('\n\n')
    expect(now).toContain('“I work at the Royal now.”')
  })
})
