import { afterEach, describe, expect, it } from 'vitest'
import type { Hands } from '@/lib/agent/testing-hands'
import { learningBy, lesson, taught, verdict } from './testing-learning'

const open: Pick<Hands, 'close'>[] = []
afterEach(async () => {
  for (const h of open.splice(0)) await h.close()
})

/** A turn that lists the files, or answers at once. */
async function turnWith(judged: object, { tools, lessons = 0 }: { tools: boolean; lessons?: number }) {
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
  await taught(h, 'Which files about ferries do we have?')
  return h.db.strategy.findMany({ orderBy: { slug: 'asc' } })
}

describe('a turn that went well', () => {
  it('leaves its measured steps as a procedure, beside what the model says, three in all', async () => {
    const learned = await turnWith(verdict('success', 0.7), { tools: true, lessons: 3 })
    expect(learned.map(({ kind }) => kind)).toEqual(['procedure', 'principle', 'principle'])
    expect(learned[0]?.content).toContain('list_files')
  })

  it.each([
    ['the judge is less sure', verdict('success', 0.69), true],
    ['it failed', verdict('failure', 0.9), true],
    ['it used no tool', verdict('success', 0.9), false],
  ])('leaves none if %s', async (_, judged, tools) => {
    expect((await turnWith(judged, { tools })).filter(({ kind }) => kind === 'procedure')).toEqual([])
  })
})
