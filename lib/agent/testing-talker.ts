import { type TestDb, testDb } from '@/lib/db/testing'
import { everywhere, factsFor } from '@/lib/memory/facts/known-facts'
import { latest } from '@/lib/memory/facts/timeline'
import { testModels } from '@/lib/model/testing'
import { type Harness, harness } from './testing'

export type Talker = {
  at: TestDb
  h: Harness
  /** Says a line a minute later, and gives the answer. */
  say(text: string, conversation: string): Promise<string>
  /** "subject: predicate = object" of what holds now. */
  facts(): Promise<string[]>
}

export const builtIn = () => testModels({ provider: 'offline', delayMs: 0 }).models

/** A person who talks to `models`, or to a scripted model; close `at` when done. */
export async function startTalker(models?: Harness['deps']['models']): Promise<Talker> {
  const at = await testDb()
  const h = await harness(() => ({ text: 'Ready.' }), {}, { ...at, prefix: 'k_' })
  if (models) h.deps.models = models
  return {
    at,
    h,
    async say(text, conversation) {
      h.runtime.advance(60_000)
      const { answer } = await h.say(conversation, text, { preset: 'auto' })
      await h.jobs.tick()
      return answer
    },
    facts: async () =>
      (await factsFor(everywhere(h.db, at.ownerId)))
        .filter(({ until }) => until === null)
        .map((fact) => `${latest(fact).subject}: ${latest(fact).predicate} = ${latest(fact).object}`),
  }
}
