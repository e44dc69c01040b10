import { describe, expect, it } from 'vitest'
import { saveSetting } from '@/lib/settings/layers'
import type { RecallScope } from '@/lib/shared/schemas'
import { RECALL_NOTES } from './prompt/sections'
import { harness } from './testing'

const asks = (user: string) => user.includes('\nWhich colour')
/**
 * A conversation `c` beside another one that holds what is asked for; what the model was offered and told,
 * and from where recall brought something.
 */
async function ask(
  set: (h: Awaited<ReturnType<typeof harness>>) => Promise<unknown>,
  options: { recall?: RecallScope } = {},
) {
  const h = await harness((request) =>
    asks(request.user) && request.exchanges.length === 0
      ? { calls: [{ name: 'recall_context', args: { keywords: ['catamaran'] } }] }
      : { text: 'Noted.' },
  )
  await h.say('other', 'The catamaran is red.', { thinking: false })
  await h.say('c', 'Hello.', { thinking: false })
  await set(h)
  const turn = await h.say('c', 'Which colour?', { thinking: false, ...options })
  const request = h.models.requests.find((one) => asks(one.user))
  const hits = await h.db.recallHit.count({ where: { recall: { turnId: turn.id } } })
  await h.close()
  return {
    offered: request?.tools.some((tool) => tool.name === 'recall_context'),
    told: (['conversation', 'off'] as const).filter((reach) => request?.user.includes(RECALL_NOTES[reach])),
    hits,
  }
}
const nothing = async () => {}
const ALL = { offered: true, told: [], hits: 1 }
const HERE = { offered: true, told: ['conversation'], hits: 0 }
const OFF = { offered: false, told: ['off'], hits: 0 }

describe('how far recall reaches', () => {
  it('is all of the person’s conversations unless something else is said', async () => {
    expect(await ask(nothing)).toEqual(ALL)
  })

  it('is said by the message before the conversation, and by that before the person; off offers no tool and says so', async () => {
    expect(await ask((h) => saveSetting(h.db, h.ownerId, 'user', 'recall.scope', 'off'))).toEqual(OFF)
    expect(
      await ask(async (h) => {
        await saveSetting(h.db, h.ownerId, 'user', 'recall.scope', 'off')
        await saveSetting(h.db, h.ownerId, 'c', 'recall.scope', 'conversation')
      }),
    ).toEqual(HERE)
    expect(
      await ask((h) => saveSetting(h.db, h.ownerId, 'c', 'recall.scope', 'off'), { recall: 'owner' }),
    ).toEqual(ALL)
    expect(await ask(nothing, { recall: 'off' })).toEqual(OFF)
  })
})
