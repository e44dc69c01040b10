import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Harness, harness, type Reply } from '@/lib/agent/testing'
import { countTokens } from '@/lib/model/tokens'
import { type PromptItem, parse } from '@/lib/prompts/fence'
import type { TurnOptions } from '@/lib/shared/schemas'
import { CONTINUE } from '@/lib/shared/turn/continue'
import { NOTHING_FOUND, WEAK_NOTE } from '../prompt/sections'

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

  it('keeps earlier questions in the same words out, but not questions that tell something', async () => {
    await tell('f', 'Does the plumber fit the budget?')
    const telling =
      'Does the plumber fit, who wants 3,300 euros plus VAT and comes in April with his brother?'
    await tell('g', telling)
    const texts = textsOf(await recalled('Does the plumber fit the budget?'))
    expect(texts).toContain(telling)
    expect(texts).not.toContain('Does the plumber fit the budget?')
  })
})

describe('a first search that finds nothing', () => {
  const noteOf = async (question: string) => {
    await h.say(`nothing_${h.models.requests.length}`, question, MODERATE)
    return parse(h.models.requests.at(-1)?.user ?? '').find(({ name }) => name === 'task')?.note
  }
  beforeEach(() => {
    h.models.offline = false
  })

  it('is told to a model that is asked, since memory may hold it in another language', async () => {
    expect(await noteOf('Wann kommt der Mann für den Ofen?')).not.toContain(NOTHING_FOUND)
    await tell('i', 'The oven repair is booked for Friday at nine.')
    expect(await noteOf('Wann kommt der Mann für den Ofen?')).toContain(NOTHING_FOUND)
    expect(await noteOf('When is the oven repair?')).not.toContain(NOTHING_FOUND)
    expect(await noteOf('Write a verse on autumn.')).not.toContain(NOTHING_FOUND)
  })
})

describe('what the first search leaves out', () => {
  const told = async (...texts: string[]) => {
    for (const [i, text] of texts.entries()) await tell(`told${i}`, text)
  }

  it('is everything for the button that continues a cut answer', async () => {
    await told('Continue exactly where the last answer was cut off, said the chef.')
    expect(textsOf(await recalled(CONTINUE))).toEqual([])
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

  it.each(['simple', 'moderate'] as const)(
    'a file that the turn before wrote is in the prompt of a %s question once',
    async (depth) => {
      const written = [{ calls: [write('plumbing.md', NEW)] }, { calls: [done('Written.')] }]
      await tell('a', 'Write the file for me.', ...written)
      const { user } = await recalled('What does plumbing.md say of the plumbing?', { depth }, 'a')
      expect(user.match(/4,100 euros/g)).toHaveLength(1)
    },
  )

  it('is named in the workspace, even if there is no room for its text', async () => {
    const long = 'The plumbing of this chapter is old. '.repeat(280)
    const files = ['a.md', 'b.md', 'c.md'].map((path) => write(path, long))
    const calls = [...files, write('d.md', 'Short.')]
    await tell('a', 'Write the chapters for me.', { calls }, { calls: [done('Written.')] })
    const { user } = await recalled('Which of my chapters is the shortest?', MODERATE, 'a')
    expect(
      parse(user).flatMap(({ items }) => items.flatMap(({ attributes }) => attributes.file ?? [])),
    ).toEqual(expect.arrayContaining(['a.md', 'b.md', 'c.md', 'd.md']))
    expect(user).toContain('| Short.')
  })
})
