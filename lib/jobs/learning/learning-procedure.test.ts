import { afterEach, describe, expect, it } from 'vitest'
import { type Hands, PLAIN } from '@/lib/agent/testing-hands'
import { seedStrategies } from '@/lib/db/testing-strategies'
import { learningBy, lesson, taught, verdict } from './testing-learning'

const open: Pick<Hands, 'close'>[] = []
afterEach(async () => {
  for (const h of open.splice(0)) await h.close()
})

async function taughtIn(h: Hands, text: string, domain: string, conversationId = 'c') {
  await h.say(conversationId, text, { ...PLAIN, domain })
  await h.jobs.tick()
}

/** A turn that lists the files, or answers at once. */
async function turnWith(
  judged: object,
  { tools, lessons = 0, domain = '' }: { tools: boolean; lessons?: number; domain?: string },
) {
  let called = 0
  const texts = [
    'Read the notes before the timetable.',
    'Ask which island is meant.',
    'Say the time zone too.',
  ]
  const h = await learningBy({
    verdict: judged,
    strategies: { strategies: texts.slice(0, lessons).map((content) => lesson(content)) },
    act: () =>
      tools && called++ === 0
        ? { text: '', calls: [{ name: 'list_files', args: {} }] }
        : { text: 'There are no files.' },
  })
  open.push(h)
  await taughtIn(h, 'Which files about ferries do we have?', domain)
  return h.db.strategy.findMany({ orderBy: { slug: 'asc' } })
}

describe('a turn that went well', () => {
  it('leaves its measured steps as a procedure, beside what the model says, three in all', async () => {
    const learned = await turnWith(verdict('success', 0.7), { tools: true, lessons: 3 })
    expect(learned.map(({ kind }) => kind)).toEqual(['procedure', 'principle', 'principle'])
    expect(learned[0]?.content).toContain('list_files')
  })

  it('has the domain of its conversation', async () => {
    const learned = await turnWith(verdict('success', 0.9), { tools: true, lessons: 1, domain: 'ferries' })
    expect(learned.map(({ kind, domain }) => [kind, domain])).toEqual([
      ['procedure', 'ferries'],
      ['principle', 'ferries'],
    ])
  })

  it('leaves its own in a domain where another one has the same, and when the model decided about a lesson', async () => {
    let called = 0
    const near = 'Run the pending database migrations before the new release is deployed to the servers.'
    const h = await learningBy({
      verdict: verdict('success', 0.9),
      strategies: { strategies: [lesson(near.replace('pending database', 'waiting'))] },
      playbook_delta: { reasoning: '', operations: [] },
      act: () =>
        called++ % 2 === 0
          ? { text: '', calls: [{ name: 'list_files', args: {} }] }
          : { text: 'There are no files.' },
    })
    open.push(h)
    await seedStrategies(h, { content: near })
    await taught(h, 'Which files about ferries do we have?')
    await taught(h, 'Which files about ferries and harbours do we have?', 'c2')
    expect(h.asked('playbook_delta').length).toBeGreaterThan(0)
    await taughtIn(h, 'Which files about ferries do we have?', 'web', 'c3')
    const found = await h.db.strategy.findMany({ where: { kind: 'procedure' }, orderBy: { slug: 'asc' } })
    expect(found.map(({ domain, query }) => `${domain} ${query}`)).toEqual([
      ' Which files about ferries do we have?',
      ' Which files about ferries and harbours do we have?',
      'web Which files about ferries do we have?',
    ])
  })

  it.each([
    ['the judge is less sure', verdict('success', 0.69), true],
    ['it failed', verdict('failure', 0.9), true],
    ['it used no tool', verdict('success', 0.9), false],
  ])('leaves none if %s', async (_, judged, tools) => {
    expect((await turnWith(judged, { tools })).filter(({ kind }) => kind === 'procedure')).toEqual([])
  })
})
