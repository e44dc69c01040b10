import { afterEach, beforeEach, expect, it } from 'vitest'
import { PLAIN } from '@/lib/agent/testing-hands'
import { purgeTrash } from '@/lib/db/forget/purge/purge'
import { titleFor } from '@/lib/heuristics/titles/title'
import { learningBy, noted, type Replies } from '@/lib/jobs/learning/testing-learning'
import { forgetTurns } from './forget'

const NAMED = 'My boat is called Nutmeg.'
const LEAKS = 'My boat leaks, and its mast is 40 years old. What do I do?'
const NEXT = 'How long does varnish take to dry?'
const TITLE = 'Repairs of the "old lady"'

let h: Awaited<ReturnType<typeof learningBy>>
beforeEach(async () => {
  const fact = { subject: 'boat', predicate: 'name', object: 'Nutmeg', confidence: 0.9, quote: NAMED }
  const turn_notes: Replies['turn_notes'] = ({ user }) =>
    user.includes(LEAKS) ? noted({ title: TITLE }) : noted({ facts: [fact], title: 'Harbours' })
  h = await learningBy({ turn_notes })
  await h.say('d', NAMED, PLAIN)
  await h.jobs.tick()
  await h.say('d', 'Thank you!', PLAIN)
  await h.say('c', LEAKS, PLAIN)
  await h.db.conversation.update({ where: { id: 'c' }, data: { title: titleFor(LEAKS) } })
  await h.jobs.tick()
  await h.say('c', NEXT, PLAIN)
  expect(await title()).toBe(TITLE)
})
afterEach(() => h.close())

const title = async () => (await h.db.conversation.findUniqueOrThrow({ where: { id: 'c' } })).title
const forgetFirst = (conversationId: string) =>
  forgetTurns(h.caller, { conversationId, from: 1, to: 1, files: false })

it('a title that a model gave goes with its message, also with quotation marks in it', async () => {
  await forgetFirst('c')
  expect(await title()).toBe(titleFor(NEXT))
})

it('and when something else that the model was shown was forgotten before', async () => {
  const notes = () => h.db.step.findFirstOrThrow({ where: { phase: 'notes', turn: { conversationId: 'c' } } })
  expect((await notes()).text).toContain('harbours')
  await forgetFirst('d')
  h.runtime.advance(31_000)
  expect(await purgeTrash(h.db, h.runtime.now())).toBe(1)
  expect((await notes()).text).toBe(JSON.stringify({ title: TITLE }))
  expect(await title()).toBe(TITLE)
  await forgetFirst('c')
  expect(await title()).toBe(titleFor(NEXT))
})
