import { expect, it } from 'vitest'
import { harness, isThink } from '@/lib/agent/testing'
import { nextStepIndex, storedSteps } from '@/lib/db/turns/steps'
import { limits } from '@/lib/shared/limits'

it('summarises what a turn said and did, not what it looked up again', async () => {
  let thinking = 0
  const h = await harness((request) => {
    if (request.system.startsWith('Write notes')) return { text: '{"summary":"Done.","insights":[]}' }
    if (!isThink(request)) return { text: 'The boat is red.' }
    return ++thinking % 2
      ? { text: 'Which boat?', calls: [{ name: 'recall_context', args: { turnNumbers: [1] } }] }
      : { calls: [{ name: 'continue_thinking', args: { continueThinking: false, reason: 'Enough.' } }] }
  })
  h.models.offline = false
  await h.say('c', 'My boat, the Petrel, is red and leaks.', { thinking: false })
  await h.say('c', 'What colour is it?', { windowSize: 0 })
  await h.jobs.tick()
  const prompt = h.models.structuredRequests
    .find(({ name, user }) => name === 'turn_notes' && user.includes('who=thought'))
    ?.user.split('=== turn ===')[1]
  expect(prompt).toContain('Which boat?')
  expect(prompt).toContain('The boat is red.')
  expect(prompt).not.toContain('Petrel')
  await h.close()
})

it('takes no step number that an attempt running meanwhile needs for its own steps', async () => {
  const h = await harness(() => ({ text: 'Red.' }))
  h.models.offline = false
  const { id } = await h.say('c', 'Boat colours', { thinking: false })
  await h.jobs.tick()
  const jobs = await h.db.step.findMany({ where: { turnId: id, phase: { not: 'act' } } })
  expect(jobs.map(({ phase }) => phase)).toContain('notes')
  expect(jobs.every(({ index }) => index >= limits.firstJobStep)).toBe(true)
  expect([...(await storedSteps(h.db, id, 1)).keys()]).toEqual([0])
  expect(await nextStepIndex(h.db, id, 2)).toBe(limits.firstJobStep)
  await h.close()
})
