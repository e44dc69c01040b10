import type { LanguageModelV4 } from '@ai-sdk/provider'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { distinctNames, SEED, thing } from '@/lib/heuristics/text/testing-words'
import { OfflineModel } from '@/lib/model/offline/offline-model'
import { generate, optionsOf, searchedBefore, section, THINK_TOOLS, task } from '@/lib/model/offline/testing'

const model = new OfflineModel({ delayMs: 0 })
type Sections = Parameters<typeof optionsOf>[0]
const round = (
  number: number,
  text: string,
  sections: Sections = [],
  by: LanguageModelV4 = model,
  max = 5,
  found: string[] = [],
) =>
  generate(
    by,
    optionsOf(
      [...sections, task(text, `Round 1 of at most ${max}.\nThink about this task.`)],
      { tools: THINK_TOOLS },
      searchedBefore(number, found, max),
    ),
  )
const decision = ({ calls }: Awaited<ReturnType<typeof round>>) =>
  calls.find((call) => call.name === 'continue_thinking')?.args
const recall = ({ calls }: Awaited<ReturnType<typeof round>>) =>
  calls.find((call) => call.name === 'recall_context')?.args
const said = (turn: number, text: string): [Record<string, string>, string] => [
  { turn: String(turn), who: 'user', date: '2026-05-01' },
  text,
]

/** Which promises of a thinking phase a model breaks for one made-up memory. */
async function broken(
  by: LanguageModelV4,
  [name = '', other = '', place = '']: string[],
  owned: string,
): Promise<string[]> {
  const problems: string[] = []
  const expectThat = (what: string, holds: boolean) => holds || problems.push(what)
  const question = `What is the ${owned} of ${name} called?`
  const known = `The ${owned} of ${name} is called ${other}.`

  const first = await round(1, question, [section('window', said(9, `I was in ${place} today.`))], by)
  expectThat(
    'asks memory when nothing covers the question',
    (recall(first)?.keywords as string[] | undefined)?.includes(name) === true,
  )
  expectThat('goes on to see the result', decision(first)?.continueThinking === true)
  expectThat('says what is missing', first.text.includes(name))

  const enough = await round(2, question, [section('recalled', said(2, known))], by)
  expectThat(
    'stops when the recalled text is enough',
    decision(enough)?.continueThinking === false && recall(enough) === undefined,
  )
  const inView = await round(1, question, [section('window', said(2, known))], by)
  expectThat(
    'looks once for something later than what stands in view',
    recall(inView) !== undefined && decision(inView)?.continueThinking === true,
  )
  const alone = await generate(
    by,
    optionsOf(
      [
        section('window', said(2, known)),
        task(question, 'Round 1 of at most 5.\nRecall reaches this conversation only.'),
      ],
      { tools: THINK_TOOLS },
    ),
  )
  expectThat(
    'asks nothing that stands in view where there is no other conversation',
    recall(alone) === undefined && decision(alone)?.continueThinking === false,
  )

  const empty = await round(2, `Which ${place} did ${name} paint?`, [], by, 5, [
    'no earlier turn mentions it',
  ])
  expectThat(
    'stops when the search found nothing',
    decision(empty)?.continueThinking === false && recall(empty) === undefined,
  )
  const partly = await round(
    2,
    `Which ${place} recipe did ${name} cook?`,
    [section('recalled', said(3, `I met ${name}.`))],
    by,
  )
  const again = (recall(partly)?.keywords as string[] | undefined) ?? []
  expectThat(
    'searches once more, without the words that matched nothing',
    again.includes(name) && !again.includes(place),
  )
  const third = await round(
    3,
    `Which ${place} recipe did ${name} cook?`,
    [section('recalled', said(3, `I met ${name}.`))],
    by,
  )
  expectThat(
    'searches twice at most',
    recall(third) === undefined && decision(third)?.continueThinking === false,
  )

  const statement = await round(1, `My ${owned} is called ${name}.`, [], by)
  const greeting = await round(1, 'Hello!', [], by)
  expectThat('looks nothing up for a statement or a greeting', !recall(statement) && !recall(greeting))
  for (const one of [first, enough, empty, partly, third, statement, greeting])
    expectThat(
      'gives a decision with a reason in every round',
      typeof decision(one)?.reason === 'string' && decision(one)?.reason !== '',
    )
  return problems
}

describe('a thinking round of the built-in engine', () => {
  it('asks memory for what is missing, stops when that is enough, and searches twice at most', async () => {
    await fc.assert(
      fc.asyncProperty(
        distinctNames(3),
        thing,
        async (names, owned) => void expect(await broken(model, names, owned)).toEqual([]),
      ),
      { seed: SEED, numRuns: 25 },
    )
  })

  it('negative control: an engine that never searches, and one that always does, break the promises', async () => {
    const [names] = fc.sample(distinctNames(3), { seed: SEED, numRuns: 1 })
    const never: LanguageModelV4 = Object.create(model, {
      doGenerate: {
        value: (options: Parameters<LanguageModelV4['doGenerate']>[0]) =>
          model.doGenerate({ ...options, tools: options.tools?.slice(0, 1) }),
      },
    })
    const always: LanguageModelV4 = Object.create(model, {
      doGenerate: {
        value: () =>
          model.doGenerate(
            optionsOf([task('Where is Xylanth?', 'Round 1 of at most 5.')], { tools: THINK_TOOLS }),
          ),
      },
    })
    expect(await broken(never, names ?? [], 'cat')).toContain('asks memory when nothing covers the question')
    expect(await broken(always, names ?? [], 'cat')).toContain('searches twice at most')
  })

  it('recalls a turn by its number, once, and repeats what memory says about one that is not there', async () => {
    const asked = 'What did I say in turn 12?'
    expect(recall(await round(1, asked))).toEqual({ turnNumbers: [12] })
    expect(
      decision(await round(2, asked, [section('recalled', said(12, 'I like tea.'))]))?.continueThinking,
    ).toBe(false)
    const gone = await round(2, asked, [], model, 5, ['no turn 12; turns 1-4 exist'])
    expect(decision(gone)).toEqual({
      continueThinking: false,
      reason: 'The search found nothing new: no turn 12; turns 1-4 exist.',
    })
  })

  it('searches memory when something said before is asked for, even if the window seems to answer', async () => {
    const thought = await round(1, 'What did I tell you about my boat?', [
      section('window', said(2, 'My boat is green.')),
    ])
    expect(recall(thought)).toEqual({ keywords: ['boat'] })
  })

  it('does not wait for a round that will not come: on the last one it searches and lets the answer use it', async () => {
    const last = await round(5, 'Where is my boat?', [], model, 5)
    const only = await round(1, 'Where is my boat?', [], model, 1)
    expect(decision(last)?.continueThinking).toBe(false)
    expect(recall(only)).toEqual({ keywords: ['Where is my boat?'] })
    expect(decision(only)).toEqual({
      continueThinking: false,
      reason: 'This is the last round, so I answer with what I found.',
    })
  })
})
