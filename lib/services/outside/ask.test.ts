import { afterEach, beforeEach, expect, it } from 'vitest'
import type { HandCall } from '@/lib/agent/testing-hand-model'
import { byHand, type Hands } from '@/lib/agent/testing-hands'
import { zoneFor } from '@/lib/db/turns/turns'
import { SCOPES } from '@/lib/shared/door'
import { readOptions } from '@/lib/shared/schemas'
import { askForProgram } from './ask'

let h: Hands
beforeEach(async () => {
  h = await byHand()
})
afterEach(() => h.close())

const asked = async (question: string, answer: (call: HandCall) => void) => {
  const who = { ...h.caller, tokenId: 'token', client: 'Codex', may: SCOPES, base: '' }
  const watch = { signal: new AbortController().signal, onEvent: () => {} }
  const end = askForProgram(who, { question }, watch).catch((error: unknown) => error)
  await h.model.serve(
    answer,
    end.then(() => {}),
  )
  return end
}

it('an answer that breaks off is no answer', async () => {
  const error = { code: 'provider_cut', message: 'The answer was cut off.' } as const
  expect(await asked('Where is the mole?', (call) => call.say('It is ').end({ error }))).toMatchObject(error)
  const turn = await h.db.turn.findFirstOrThrow()
  expect([turn.status, turn.answer]).toEqual(['failed', 'It is'])
  let stopped = ''
  const whenStopped = await asked('Where is the quay?', (call) => {
    call.say('It is ')
    void h.db.turn.findFirstOrThrow({ where: { status: 'running' } }).then(({ id }) => {
      stopped = id
      return h.runner.stop(h.ownerId, id)
    })
  })
  expect((await h.turn(stopped)).status).toBe('stopped')
  expect(whenStopped).toMatchObject({ code: 'interrupted', message: 'The answer was cut short.' })
})

it('a question is asked in the person’s time zone, which stays theirs', async () => {
  const told = h.say('c', 'Hello.', { thinking: false, timeZone: 'Asia/Tokyo' })
  await h.model.serve(
    (call) => call.say('Hello.').end(),
    told.then(() => {}),
  )
  h.runtime.advance(1_000)
  await asked('Where is the mole?', (call) => call.say('In the north.').end())
  const turn = await h.db.turn.findFirstOrThrow({ orderBy: { createdAt: 'desc' } })
  expect([turn.userText, readOptions(turn.options).timeZone]).toEqual(['Where is the mole?', 'Asia/Tokyo'])
  expect(await zoneFor(h.caller)).toBe('Asia/Tokyo')
})
