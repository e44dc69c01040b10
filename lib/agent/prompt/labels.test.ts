import { afterEach, describe, expect, it } from 'vitest'
import { type Harness, harness, isThink } from '@/lib/agent/testing'
import { manifestSchema } from '@/lib/db/turns/steps'
import type { ModelRequest } from '@/lib/model/types'

let h: Harness
afterEach(() => h.close())

const MODERATE = { thinking: false }
const MARK = '[turn 1 of conversation other]'
/** Tells something elsewhere, then asks for it; `reply` answers the question. */
async function asked(reply: (request: ModelRequest) => string, told = 'The boat is red.') {
  h = await harness((request) => ({
    text: request.user.endsWith('Which colour is the boat?') ? reply(request) : 'Noted.',
  }))
  const elsewhere = await h.say('other', told, MODERATE)
  const turn = await h.say('c', 'Which colour is the boat?', MODERATE)
  const request = h.models.requests.at(-1)
  const events = await h.db.event.findMany({ where: { turnId: turn.id } })
  return { elsewhere, turn, user: request?.user ?? '', events: JSON.stringify(events) }
}

describe('labels in a turn', () => {
  it('are what the model cites; what is stored and streamed has marks, and the manifest says what they were', async () => {
    const { elsewhere, turn, user, events } = await asked(() => 'Red [b1], see `[b1]`.')
    expect(user).toMatch(/--- id=b1 who=user date=\S+ age=\S+\n\| The boat is red\./)
    expect(user).not.toMatch(/score=|context=|conversation=/)
    expect(turn.answer).toBe(`Red ${MARK}, see \`[b1]\`.`)
    expect(events).not.toContain('Red [b1]')
    const rows = await h.db.citation.findMany({ where: { turnId: turn.id } })
    expect(rows).toMatchObject([{ kind: 'turn', refId: elsewhere.id, start: 4, end: 4 + MARK.length }])
    const step = await h.db.step.findFirstOrThrow({ where: { turnId: turn.id } })
    expect(manifestSchema.parse(step.manifest).labels).toEqual({ b1: elsewhere.id })
  })

  it('leave no trace in later prompts, where marks of other conversations go and those of this one stay', async () => {
    await asked(() => 'Red [b1].')
    await h.say('c', 'And the mast?', MODERATE)
    const [, said] = h.models.requests.at(-1)?.history ?? []
    expect(said?.text).toBe('Red.')
  })

  it('are others where a text has them, which stays as it is', async () => {
    const { turn, user } = await asked(() => 'It says [b1], which is red [c1].', 'The boat [b1] is red.')
    expect(user).toMatch(/--- id=c1 who=user .*\n\| The boat \[b1\] is red\./)
    expect(turn.answer).toBe(`It says [b1], which is red ${MARK}.`)
  })

  it('can be looked up, as numbers of turns can', async () => {
    h = await harness((request) =>
      isThink(request) && request.user.endsWith('boat?')
        ? { calls: [{ name: 'recall_context', args: { ids: ['b1', '1', 't2', '[z9]'] } }] }
        : { text: 'Done.' },
    )
    await h.say('other', 'The boat is red.', MODERATE)
    for (const text of ['The mast is tall.', 'The sail is torn.']) await h.say('c', text, MODERATE)
    const turn = await h.say('c', 'Which colour is the boat?', { maxRounds: 2 })
    const [recall] = await h.db.recall.findMany({ where: { turnId: turn.id, source: 'recall_context' } })
    expect(recall?.request).toMatchObject({ turnNumbers: [1, 2], contextIds: [expect.any(String), 'z9'] })
    expect(recall?.nearMisses).toMatchObject({ note: 'no context z9' })
    expect(await h.db.recallHit.count({ where: { recallId: recall?.id ?? '' } })).toBe(3)
  })
})
