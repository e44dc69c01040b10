import { describe, expect, it } from 'vitest'
import { byHand, type Hands } from '@/lib/agent/testing-hands'
import { purgeTrash } from '@/lib/db/forget/purge/purge'
import { testModels } from '@/lib/model/testing'
import { forgetTurns, listForgotten } from './forget'

/** The built-in engine, as in a memory without a model. */
async function told(...lines: string[]): Promise<Hands> {
  const h = await byHand()
  h.deps.models = testModels({ provider: 'offline', delayMs: 0 }).models
  for (const line of lines) {
    await h.say('c', line)
    await h.jobs.tick()
  }
  return h
}

/** The turns and places that the proof of a purged turn lists. */
async function leftAfter(h: Hands, number: number): Promise<unknown[]> {
  await forgetTurns(h.caller, { conversationId: 'c', from: number, to: number, files: false })
  h.runtime.advance(31_000)
  await purgeTrash(h.db, h.runtime.now())
  const [latest] = await listForgotten(h.db, h.ownerId)
  const proof = latest?.proof
  if (proof?.stage !== 'gone') throw new Error('it was not purged')
  return [...proof.also.map((turn) => turn.number), ...proof.elsewhere]
}

const TALK = [
  'My cat is called Miso.',
  'I live in Galway.',
  'Where do I live?',
  'Hello!',
  'My dentist is Dr. Brandt.',
  'What is the name of my cat?',
  'Tell me about my dentist.',
  'How are you?',
  'Tell me a joke',
  'What do you know about me?',
  'My dentist retired. My new dentist is Dr. Lind.',
  'Who is my dentist?',
  'Tell me a story',
  'What is 17 + 25?',
  'Thank you!',
  'What is the capital of France?',
  'Write a haiku about rain.',
  'Can you help me with my taxes?',
]

const LEFT = [
  'My cat is called Miso and my code is QX7-4411.',
  'Hello!',
  'Tell me a joke',
  'Where is Miso now?',
  'How are you?',
  'The door opens with QX7-4411.',
  'Tell me a joke',
  'What is 17 + 25?',
]

describe('what the proof says is left of small talk', () => {
  it('is nothing', async () => {
    const h = await told(...TALK)
    for (const number of [9, 4, 10, 17, 18, 16, 8, 15])
      expect.soft([TALK[number - 1], await leftAfter(h, number)]).toEqual([TALK[number - 1], []])
    await h.close()
  })

  it('is the turns that still say a name, a code or the same sentence, and none that only quote those', async () => {
    const h = await told(...LEFT)
    expect(await leftAfter(h, 1)).toEqual([4, 6])
    expect(await leftAfter(h, 3)).toEqual([7])
    await h.close()
  })
})
