import { describe, expect, it } from 'vitest'
import { readLog } from '@/lib/db/turns/events'
import { turnDtos } from '@/lib/db/turns/turn-dto'
import type { ModelResult } from '@/lib/model/types'
import { saveSetting } from '@/lib/settings/layers'
import type { TurnDto } from '@/lib/shared/dto'
import { CONTINUE } from '@/lib/shared/turn/continue'
import { foldEvents } from '@/lib/shared/turn/live'
import { cutNotice } from './action'
import { harness, isThink } from './testing'

it.each([
  [{ sent: 2_048, written: 2_040 }, /limit of 2,048 tokens.*Continue it\.$/],
  [{ sent: 4_096, written: 4_096 }, /“Longest answer” in Settings: 4,096/],
  [{ sent: 4_096, written: 6 }, /after 6 tokens: the service reached its own limit/],
  [{ sent: null, written: 900 }, /after 900 tokens: the service reached its own limit/],
])('a cut names the limit that was reached: %j', (cap, words) => {
  const [notice] = cutNotice({ finish: 'length', cap }, 4_096)
  expect(notice).toMatch(words)
  expect(/raise|Longest answer/.test(notice ?? '')).toBe(cap.written === 4_096)
})

const noticesOf = (turn: TurnDto | undefined) => turn?.steps.flatMap((step) => step.notices)

async function answeredWith(finish: ModelResult['finish']) {
  const h = await harness(() => ({ text: 'As far as it', finish }))
  const turn = await h.say('c', 'Tell me all.', { thinking: false })
  const [dto] = await turnDtos(h.db, h.ownerId, [turn])
  const log = await readLog(h.db, turn.id, turn.attempt)
  const folded =
    dto &&
    foldEvents(
      dto,
      log.map((frame) => frame.event),
    )
  await h.close()
  return { status: turn.status, answer: turn.answer, notices: noticesOf(dto), live: noticesOf(folded) }
}

describe('an answer that the model did not end by itself', () => {
  it('counts as given, with a notice of why it stops there, live and stored', async () => {
    const length = await answeredWith('length')
    expect(length).toMatchObject({ status: 'completed', answer: 'As far as it' })
    expect(length.notices).toEqual([
      'The answer was cut off at the token limit (“Longest answer” in Settings: 4,096). Continue it, or raise the limit.',
    ])
    const withheld = await answeredWith('content-filter')
    expect(withheld.notices).toEqual([expect.stringContaining('withheld')])
    expect([length.live, withheld.live]).toEqual([length.notices, withheld.notices])
  })

  it('is continued without a search of memory for our own words', async () => {
    const h = await harness(() => ({ text: 'Your last answer was cut off where the gate is green.' }))
    const searched = async (text: string) => {
      const turn = await h.say('c', text, { depth: 'moderate' })
      const [dto] = await turnDtos(h.db, h.ownerId, [turn])
      return dto?.steps.flatMap((step) => step.recalls).length
    }
    await searched(CONTINUE)
    expect([await searched(CONTINUE), await searched(`${CONTINUE} Please.`)]).toEqual([0, 1])
    await h.close()
  })

  it('has no notice when it is complete (control)', async () => {
    expect((await answeredWith('stop')).notices).toEqual([])
  })

  it('may be as long as the setting says, also where a round of thinking answers at once', async () => {
    const decide = { name: 'continue_thinking', args: { continueThinking: false, reason: 'Enough.' } }
    const h = await harness((request) =>
      isThink(request) ? { calls: [decide] } : { text: 'Cut', finish: 'length' },
    )
    await saveSetting(h.db, h.ownerId, 'user', 'answer.maxTokens', 9_000)
    const turn = await h.say('c', 'Tell me all.')
    expect(h.models.requests.map((request) => request.maxOutputTokens)).toEqual([9_000, 9_000])
    const [dto] = await turnDtos(h.db, h.ownerId, [turn])
    expect(noticesOf(dto)?.[0]).toContain('Settings: 9,000')
    await expect(saveSetting(h.db, h.ownerId, 'user', 'answer.maxTokens', 10)).rejects.toMatchObject({
      code: 'invalid',
    })
    await h.close()
  })
})
