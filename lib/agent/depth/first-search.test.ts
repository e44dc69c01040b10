import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Harness, harness, type Reply } from '@/lib/agent/testing'
import { countTokens } from '@/lib/model/tokens'
import { type PromptItem, parse } from '@/lib/prompts/fence'
import type { TurnOptions } from '@/lib/shared/schemas'
import { CONTINUE } from '@/lib/shared/turn/continue'
import { FIRST_NOTE, WEAK_NOTE } from '../prompt/notes'

const MODERATE: TurnOptions = { depth: 'moderate' }
const done = (answer: string) => ({ name: 'complete_task', args: { answer } })
const write = (path: string, text: string) => ({ name: 'write_file', args: { path, text } })

let h: Harness
let replies: Reply[]
beforeEach(async () => {
  replies = []
  h = await harness(() => replies.shift() ?? { text: 'I see.' })
})
afterEach(() => h.close())

async function tell(conversation: string, text: string, ...answers: Reply[]) {
  replies = answers
  const turn = await h.say(conversation, text, MODERATE)
  h.runtime.advance(60_000)
  return turn
}
/** The recalled section of a question's first prompt. */
async function recalled(
  question: string,
  options = MODERATE,
  conversation = `asked_${h.models.requests.length}`,
) {
  const before = h.models.requests.length
  await h.say(conversation, question, options)
  const first = h.models.requests[before]
  const section = parse(first?.user ?? '').find(({ name }) => name === 'recalled')
  const items: PromptItem[] = section?.items ?? []
  return { items, note: section?.note ?? '', user: first?.user ?? '' }
}
const textsOf = ({ items }: { items: PromptItem[] }) => items.map(({ text }) => text)

const BUDGET = 'The plumbing in our kitchen has a budget of 3,800 euros.'
describe('the first search of a turn', () => {
  it.each(['plumbing budget', 'So what was it again that we said about the plumbing budget, please?'])(
    'finds the same, however it is asked: %s',
    async (question) => {
      await tell('a', BUDGET)
      for (const [i, text] of [
        'We said goodbye to the neighbours again.',
        'What a please-and-thank-you house it was, they said.',
        'The choir said it will sing again in May.',
      ].entries())
        await tell(`b${i}`, text)
      expect(textsOf(await recalled(question))[0]).toBe(BUDGET)
    },
  )

  it('takes at most 1,200 tokens, note and marks included', async () => {
    for (let i = 0; i < 12; i++) {
      const more = Array.from({ length: 12 }, (_, n) => `Plumbing part ${i}-${n} is of copper and brass.`)
      await tell(`c${i}`, `The plumbing budget of flat ${i} is ${i}00 euros. ${more.join(' ')}`)
    }
    const { items, user } = await recalled('What is the plumbing budget?')
    const section = user.slice(
      user.indexOf('=== recalled'),
      user.indexOf('\n\n=== ', user.indexOf('=== recalled')),
    )
    expect(items.length).toBeGreaterThan(5)
    expect(countTokens(section)).toBeLessThanOrEqual(1_200)
  })

  it('brings at most two weak matches, marked, and only where nothing is closer', async () => {
    const asks = 'Can a heron with a limp sleep beside the old mill or in the reeds or on the northern weir?'
    for (let i = 0; i < 6; i++) await tell(`d${i}`, `Number ${i}: the choir meets beside the bakery.`)
    const weak = await recalled(asks)
    expect(new Set(weak.items.map(({ attributes }) => attributes.id)).size).toBe(2)
    expect(weak.note).toContain(WEAK_NOTE)
    await tell('e', 'A heron with a limp sleeps in the reeds by the northern weir.')
    expect(textsOf(await recalled(asks))).toEqual([
      'A heron with a limp sleeps in the reeds by the northern weir.',
    ])
  })

  it('quotes an answer that was not found itself in short', async () => {
    const answer = `That is well within reach. ${'Ask three firms and compare what each of them includes. '.repeat(6)}`
    await tell('a', BUDGET, { text: answer })
    const texts = textsOf(await recalled('What is the plumbing budget in euros?'))
    expect(texts[0]).toBe(BUDGET)
    expect(texts.slice(1).join('').length).toBeLessThanOrEqual(100)
  })

  it('brings what answers the message best in other words, though the window has its words', async () => {
    await tell('here', 'I live in Norbor.')
    for (const what of ['piano', 'ladder', 'fence', 'meeting'])
      await tell(what, `The ${what} was moved again.`)
    await tell('b', 'I moved to Fentasfield.')
    const found = await recalled('Which town do I live in?', MODERATE, 'here')
    expect(textsOf(found)).toContain('I moved to Fentasfield.')
  })

  it('keeps earlier questions in the same words out, but not questions that tell something', async () => {
    await tell('f', 'Does the plumber fit the budget?')
    const telling =
      'Does the plumber fit, who wants 3,300 euros plus VAT and comes in April with his brother?'
    await tell('g', telling)
    const texts = textsOf(await recalled('Does the plumber fit the budget?'))
    expect(texts).toContain(telling)
    expect(texts).not.toContain('Does the plumber fit the budget?')
  })

  it('says that it is a first search where the model can look things up', async () => {
    await tell('a', BUDGET)
    expect((await recalled('What is the plumbing budget?')).note).toContain(FIRST_NOTE)
    const simple = await recalled('What is the plumbing budget?', { depth: 'simple' })
    expect(textsOf(simple)).toContain(BUDGET)
    expect(simple.note).not.toContain(FIRST_NOTE)
  })
})

describe('what the first search leaves out', () => {
  const PIPES = 'The plumber says that the copper pipes in the cellar are old.'
  const [APPLES, KETTLE] = ['The cellar is full of apples.', 'A copper kettle hangs in the hall.']
  const ASKS = 'What did the plumber say about copper pipes in the cellar?'
  const CATAMARAN = 'My catamaran is called Zephyr.'
  const RACE = 'The race of the old catamarans was rained off.'
  const told = async (...texts: string[]) => {
    for (const [i, text] of texts.entries()) await tell(`told${i}`, text)
  }

  it('is what is far from the best, where facts answer the question', async () => {
    await told(CATAMARAN, RACE)
    expect(textsOf(await recalled('What is my catamaran called?'))).toEqual([CATAMARAN, RACE])
    await h.jobs.tick()
    expect(textsOf(await recalled('What is my catamaran called?'))).toEqual([CATAMARAN])
  })

  it('is what only holds one common word of the message, where facts are known', async () => {
    const [frame, view] = ['The window has a frame of copper.', 'The window looks out on the lake.']
    await told(frame, view, 'I live in Leiden.')
    expect(textsOf(await recalled('Is the window of copper?'))).toEqual([frame, view])
    await h.jobs.tick()
    expect(textsOf(await recalled('Is the window of copper?'))).toEqual([frame])
  })

  it('is more for a message that only tells than for one that asks', async () => {
    await told(PIPES, APPLES, KETTLE)
    expect(textsOf(await recalled(ASKS))).toEqual([PIPES, APPLES, KETTLE])
    const tells = await recalled('The plumber replaced the copper pipes in the cellar today.')
    expect(textsOf(tells)).toEqual([PIPES])
  })

  it('is all but the best for a simple message', async () => {
    await told(CATAMARAN, 'My catamaran Zephyr has a tall mast.')
    const [text = '', ...others] = textsOf(
      await recalled('My catamaran Zephyr is ready!', { depth: 'simple' }),
    )
    expect(text).toContain('Zephyr')
    expect(others).toEqual([])
    expect(textsOf(await recalled('My catamaran Zephyr is ready!')).length).toBeGreaterThan(1)
  })

  it('is everything for the button that continues a cut answer', async () => {
    await told('Continue exactly where the last answer was cut off, said the chef.')
    expect(textsOf(await recalled(CONTINUE))).toEqual([])
  })

  it('is more of a long text that is far from the best', async () => {
    const long = (text: string) => `${text} ${'It is dry there, and quiet, and nobody minds. '.repeat(20)}`
    await told(long(PIPES), long(APPLES))
    const [near = '', far = ''] = textsOf(await recalled(ASKS))
    expect(near.length).toBeGreaterThan(300)
    expect(far.length).toBeLessThan(300)
  })
})

describe('a turn that it quotes', () => {
  const OLD = 'Plumbing: 3,800 euros.\nPainting: 900 euros.'
  const NEW = 'Plumbing: 4,100 euros.\nPainting: 900 euros.'

  it('is its request, its answer, and one excerpt of one file', async () => {
    const files = [
      { calls: [{ name: 'read_file', args: { path: 'plumbing-none.md' } }] },
      { calls: [write('plumbing.md', NEW), write('plumbing-notes.md', 'The plumbing starts in April.')] },
      { calls: [done('The plumbing file is written.')] },
    ]
    await tell('a', 'Write the plumbing file for me.', ...files)
    const { items } = await recalled('What does the plumbing cost in euros?')
    expect(items.map(({ attributes: { who, file } }) => [who, file])).toEqual([
      ['user', undefined],
      ['assistant', undefined],
      ['file', 'plumbing.md'],
    ])
    expect(textsOf({ items })).toEqual([
      'Write the plumbing file for me.',
      'The plumbing file is written.',
      NEW,
    ])
  })

  it('has no file that was changed later', async () => {
    const wrote = (text: string) => [{ calls: [write('plumbing.md', text)] }, { calls: [done('Written.')] }]
    await tell('a', 'Write the plumbing file for me.', ...wrote(OLD))
    await tell('a', 'Please raise the plumbing in it.', ...wrote(NEW))
    const texts = textsOf(await recalled('What does the plumbing cost in euros?'))
    expect(texts.filter((text) => text.includes('4,100'))).toHaveLength(1)
    expect(texts.join('\n')).not.toContain('3,800')
  })

  it('looked up by its number, has each file once, and says which one is outdated', async () => {
    const wrote = (text: string) => [{ calls: [write('plumbing.md', text)] }, { calls: [done('Written.')] }]
    await tell('a', 'Write the plumbing file for me.', ...wrote(OLD))
    await tell('a', 'Please raise the plumbing in it.', ...wrote(NEW))
    const recall = { name: 'recall_context', args: { turnNumbers: [1, 2] } }
    await tell('a', 'Now compare both of them.', { calls: [recall] }, { text: 'Compared.' })
    const found = h.models.requests
      .at(-1)
      ?.exchanges.flatMap(({ results }) => results.map(({ text }) => text))
    const files = parse(found?.join('\n') ?? '').flatMap(({ items }) =>
      items.filter(({ attributes }) => attributes.who === 'file' || attributes.who === 'tool'),
    )
    expect(files.map(({ attributes: { file, outdated } }) => [file, outdated])).toEqual([
      ['plumbing.md', 'yes'],
      ['plumbing.md', undefined],
    ])
  })

  it('has no file that the workspace shows', async () => {
    await tell(
      'a',
      'Write the plumbing file for me.',
      { calls: [write('plumbing.md', NEW)] },
      { calls: [done('Written.')] },
    )
    const { items, user } = await recalled('What does the plumbing cost in euros?', MODERATE, 'a')
    expect(items.map(({ attributes }) => attributes.file)).not.toContain('plumbing.md')
    expect(user.split('4,100')).toHaveLength(2)
  })

  it('is one excerpt of a file that was found alone', async () => {
    const hay = 'Nothing of note was written down on this long and rainy day. '.repeat(20)
    const text = `The zeppelin lands at noon.\n${hay}\nThe zeppelin leaves at nine.`
    await tell('a', 'Please keep a diary.', { calls: [write('diary.md', text)] }, { calls: [done('Kept.')] })
    const { items } = await recalled('When does the zeppelin land?')
    expect(items.filter(({ attributes }) => attributes.file)).toHaveLength(1)
    expect(textsOf({ items }).join('\n')).toContain('The zeppelin lands at noon.')
  })

  it('does not say the same words twice', async () => {
    await tell('a', BUDGET, { text: BUDGET })
    await tell('b', BUDGET)
    expect(textsOf(await recalled('What is the plumbing budget?'))).toEqual([BUDGET])
  })
})
