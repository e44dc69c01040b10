import { describe, expect, it } from 'vitest'
import { ScriptedModels } from '@/lib/agent/testing'
import { byHand, type Hands, PLAIN } from '@/lib/agent/testing-hands'
import { purgeTrash } from '@/lib/db/forget/purge/purge'
import { deleteConversation } from '@/lib/services/forget/forget'
import { limits } from '@/lib/shared/limits'

async function scripted(script: ConstructorParameters<typeof ScriptedModels>[0]): Promise<Hands> {
  const h = await byHand()
  h.deps.models = new ScriptedModels(script)
  return h
}
const cited = async (h: Hands, turnId: string, answer: string) =>
  (await h.db.citation.findMany({ where: { turnId }, orderBy: { index: 'asc' } })).map((row) => [
    row.kind,
    row.refId,
    answer.slice(row.start, row.end),
  ])

describe('what an answer cites', () => {
  it('is kept with the turn: each mark that names a turn which stood in the prompt, at its place', async () => {
    const answer =
      'Red [turn 1], then blue [turns 1, 2]. Not `[turn 1]`, nor [turn 3], [turn 4] or [turn 99].'
    const h = await scripted((request) => ({ text: request.user.includes('\nWhich') ? answer : 'Noted.' }))
    const [one, two] = [
      await h.say('c', 'The boat is red.', PLAIN),
      await h.say('c', 'Now it is blue.', PLAIN),
    ]
    const asked = await h.say('c', 'Which colour?', PLAIN)
    expect(await cited(h, asked.id, answer)).toEqual([
      ['turn', one.id, '[turn 1]'],
      ['turn', one.id, '[turns 1, 2]'],
      ['turn', two.id, '[turns 1, 2]'],
    ])
    await h.close()
  })

  it('is no turn that the prompt did not show', async () => {
    const h = await scripted((request) => ({
      text: request.user.includes('\nWhich') ? 'Red [turn 1] [turn 2].' : 'Noted.',
    }))
    const turns = [await h.say('c', 'The boat is red.', PLAIN), await h.say('c', 'Now it is blue.', PLAIN)]
    await h.db.summary.deleteMany({})
    const asked = await h.say('c', 'Which colour?', { ...PLAIN, windowSize: 2 })
    expect(await cited(h, asked.id, 'Red [turn 1] [turn 2].')).toEqual([['turn', turns[1]?.id, '[turn 2]']])
    await h.close()
  })

  it('may be a turn of another conversation that was recalled, until that is forgotten', async () => {
    const h = await scripted((request) => {
      if (!request.user.includes('\nWhich')) return { text: 'Noted.' }
      return request.exchanges.length
        ? { text: 'Red [turn 2].' }
        : { calls: [{ name: 'recall_context', args: { keywords: ['catamaran'] } }] }
    })
    await h.say('other', 'Hello.', PLAIN)
    const told = await h.say('other', 'The catamaran is red.', PLAIN)
    const asked = await h.say('c', 'Which colour?', PLAIN)
    expect(await cited(h, asked.id, 'Red [turn 2].')).toEqual([['turn', told.id, '[turn 2]']])
    await deleteConversation(h.caller, 'other')
    h.runtime.advance(limits.trash.undoMs + 1_000)
    await purgeTrash(h.db, h.runtime.now())
    expect(await h.db.citation.count()).toBe(0)
    await h.close()
  })

  it('is the turn of the conversation that a mark names, though this one has a turn of that number', async () => {
    const answer = 'Red [turn 1 of conversation other], not [turn 1]; nor [turn 1 of conversation third].'
    const h = await scripted((request) => {
      if (!request.user.includes('\nWhich')) return { text: 'Noted.' }
      return request.exchanges.length
        ? { text: answer }
        : { calls: [{ name: 'recall_context', args: { keywords: ['catamaran'] } }] }
    })
    const told = await h.say('other', 'The catamaran is red.', PLAIN)
    await h.say('third', 'Hello.', PLAIN)
    const own = await h.say('c', 'Hello.', PLAIN)
    const asked = await h.say('c', 'Which colour?', PLAIN)
    expect(await cited(h, asked.id, answer)).toEqual([
      ['turn', told.id, '[turn 1 of conversation other]'],
      ['turn', own.id, '[turn 1]'],
    ])
    await h.close()
  })
})
