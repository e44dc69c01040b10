import type { LanguageModelV4 } from '@ai-sdk/provider'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { offlineHarness } from '@/lib/agent/testing-offline'
import { distinctNames, SEED, thing } from '@/lib/heuristics/text/testing-words'
import { OfflineModel } from '@/lib/model/offline/offline-model'
import { generate, optionsOf, section, task } from '@/lib/model/offline/testing'

const model = new OfflineModel({ delayMs: 0 })
type Item = [Record<string, string>, string]
const user = (turn: number, text: string, more: Record<string, string> = {}): Item => [
  { turn: String(turn), who: 'user', date: `2026-05-${String(turn).padStart(2, '0')}`, ...more },
  text,
]
const ask = async (question: string, items: Item[], by: LanguageModelV4 = model) =>
  (await generate(by, optionsOf([section('recalled', ...items), task(question)]))).text

type Change = (names: string[], owned: string) => { old: string; now: string; question: string }
const CHANGES: Change[] = [
  ([a, b], owned) => ({
    old: `My ${owned} is called ${a}.`,
    now: `My ${owned} is now called ${b}.`,
    question: `What is my ${owned} called?`,
  }),
  ([a, b], owned) => ({
    old: `I have a ${owned} named ${a}.`,
    now: `My ${owned}'s name is ${b}.`,
    question: `what is the name of my ${owned}?`,
  }),
  ([a, b]) => ({ old: `I live in ${a}.`, now: `I moved to ${b} last week.`, question: 'Where do I live?' }),
  ([a, b]) => ({ old: `I work at ${a}.`, now: `I work for ${b} now.`, question: 'Where do I work?' }),
  ([a, b], owned) => ({
    old: `The ${owned} show is on Monday at ${a}.`,
    now: `The ${owned} show has been moved to Friday at ${b}.`,
    question: `When is the ${owned} show?`,
  }),
  ([a, b]) => ({
    old: `My favourite colour is ${a}.`,
    now: `My favourite colour is ${b}.`,
    question: 'What is my favourite colour?',
  }),
  ([a, b, c]) => ({
    old: `${c} lives in ${a}.`,
    now: `${c} moved to ${b}.`,
    question: `Where does ${c} live?`,
  }),
  ([a, b]) => ({ old: `Hi, my name is ${a}.`, now: `Actually, my name is ${b}.`, question: 'Who am I?' }),
  ([a, b], owned) => ({
    old: `Meine ${owned} heißt ${a}.`,
    now: `Meine ${owned} heißt jetzt ${b}.`,
    question: `Wie heißt meine ${owned}?`,
  }),
]

/**
 * The changes after which a model still answers with the old value, without the new one, or without naming
 * the old one as such.
 */
async function stale(by: LanguageModelV4, runs: number): Promise<string[]> {
  const found: string[] = []
  for (const [names, owned] of fc.sample(fc.tuple(distinctNames(3), thing), { seed: SEED, numRuns: runs }))
    for (const change of CHANGES) {
      const { old, now, question } = change(names, owned)
      const answer = await ask(
        question,
        [user(7, now), user(3, old), user(5, `I saw ${names[2]} in the rain.`)],
        by,
      )
      const [first = '', earlier = ''] = answer.split('\n\nEarlier (May 3, 2026) you told me: ')
      if (
        !first.includes(`“${now}” [turn 7]`) ||
        first.includes(names[0] ?? '') ||
        earlier !== `“${old}” [turn 3]`
      )
        found.push(`${question} -> ${answer}`)
    }
  return found
}

describe('an answer of the built-in engine', () => {
  it('takes no later sentence with the same word for a change of what the person does', async () => {
    const said = [
      user(2, 'I switched jobs: I work at Fomalu now.'),
      user(4, 'The work of the regatta is still small, so the museum has to come first.'),
    ]
    for (const question of ['Who do I work for?', 'Which company do I work for?'])
      expect(await ask(question, said)).toBe('You told me: “I switched jobs: I work at Fomalu now.” [turn 2]')
  })

  it('names where earlier words without a time were said', async () => {
    const said: Item[] = [
      [{ turn: '1', who: 'user' }, 'My dog is called Tom.'],
      [{ turn: '2', who: 'user' }, 'My dog is now called Rex.'],
    ]
    expect(await ask('What is my dog called?', said)).toBe(
      'You told me: “My dog is now called Rex.” [turn 2]\n\nEarlier (in this conversation) you told me: “My dog is called Tom.” [turn 1]',
    )
  })

  it('answers with the newest value of what changed, and names the old one as earlier', async () => {
    expect(await stale(model, 15)).toEqual([])
  })

  it('negative control: an engine that is shown the turns in the wrong order gives old values', async () => {
    const mixed: LanguageModelV4 = Object.create(model, {
      doGenerate: {
        value: (options: Parameters<LanguageModelV4['doGenerate']>[0]) =>
          model.doGenerate(
            JSON.parse(
              JSON.stringify(options)
                .replaceAll('turn=7', 'turn=X')
                .replaceAll('turn=3', 'turn=7')
                .replaceAll('turn=X', 'turn=3')
                .replaceAll(/ date=[\d-]+/g, ''),
            ),
          ),
      },
    })
    expect((await stale(mixed, 2)).length).toBeGreaterThan(0)
  })

  it('finds what was said about something, however the question is put', async () => {
    await fc.assert(
      fc.asyncProperty(distinctNames(3), thing, async ([a = '', b = '', c = ''], owned) => {
        const memory = [
          user(2, `My ${owned} ${a} sleeps in the kitchen.`),
          user(4, `${b} painted the ${owned} house green.`),
          user(6, `I met ${c} at the market.`),
          user(8, 'What is the weather like?'),
        ]
        for (const question of [
          `What did I tell you about ${a}?`,
          `Do you remember ${a}?`,
          `tell me about ${a}`,
          `Where does ${a} sleep?`,
          `who is ${a}?`,
          `Was weißt du über ${a}?`,
        ])
          expect(await ask(question, memory)).toBe(
            `You told me: “My ${owned} ${a} sleeps in the kitchen.” [turn 2]`,
          )
        expect(await ask(`Which colour did ${b} paint the ${owned} house?`, memory)).toBe(
          `You told me: “${b} painted the ${owned} house green.” [turn 4]`,
        )
        expect(await ask(`When did I meet ${c}?`, memory)).toBe(
          `You told me on May 6, 2026: “I met ${c} at the market.” [turn 6]`,
        )
      }),
      { seed: SEED, numRuns: 25 },
    )
  })

  it('quotes a sentence that leans on the one before together with it', async () => {
    const answer = await ask('How old is my boat?', [
      user(2, 'I have a boat called Zefanur. She is forty years old. I like tea.'),
    ])
    expect(answer).toBe('You told me: “I have a boat called Zefanur. She is forty years old.” [turn 2]')
  })

  it('puts the words of the user before those of others, three sentences at most', async () => {
    const items: Item[] = [
      [{ turn: '9', who: 'assistant' }, 'The boat of Zefanur needs paint.'],
      user(2, 'The boat of Zefanur is old.'),
      [{ turn: '3', who: 'file', file: 'boats.md' }, 'Boat of Zefanur: 9 m.'],
      user(4, 'I painted the boat of Zefanur.'),
    ]
    const lines = (await ask('What did I tell you about the boat of Zefanur?', items))
      .split('\n')
      .filter((line) => line.startsWith('- '))
    expect(lines).toEqual([
      '- You told me: “I painted the boat of Zefanur.” [turn 4]',
      '- Earlier (May 2, 2026) you told me: “The boat of Zefanur is old.” [turn 2]',
      '- `boats.md` says: “Boat of Zefanur: 9 m.” [turn 3]',
    ])
    expect(await ask('What did you say about the boat?', items.slice(0, 2))).toContain(
      'I told you: “The boat of Zefanur needs paint.” [turn 9]',
    )
    const noted: Item[] = [user(3, 'My boat is red.'), [{ turn: '3', who: 'assistant' }, 'Noted: “Red.”']]
    expect(await ask('What did you say in turn 3?', noted)).toBe('I told you: “Noted: “Red.”” [turn 3]')
  })

  it('never passes a question or an earlier answer of its own off as knowledge', async () => {
    const items: Item[] = [
      user(2, 'What is my boat called?'),
      [{ turn: '2', who: 'assistant' }, 'I found nothing about “boat called”.'],
      [{ turn: '3', who: 'assistant' }, 'Noted: “My boat. Is nice.”'],
    ]
    expect(await ask('What is my boat called?', items)).toBe('I found nothing about “boat”.')
  })

  it('says what it does not know, and gives the closest it has as no more than that', async () => {
    expect(await ask('Which breed is my horse?', [user(2, 'My horse is called Zefanur.')])).toBe(
      'I found nothing about “breed”. The closest match is:\n\nYou told me: “My horse is called Zefanur.” [turn 2]',
    )
    expect(await ask('What is the capital of France?', [])).toBe(
      'I found nothing about “capital of France”. I cannot explain or write anything new: for that, connect a language model in Settings.',
    )
    expect(await ask('Translate this into French: hello', [])).toContain('I cannot write new text')
  })

  it('quotes the plain text of what was written in Markdown', async () => {
    const file: Item = [
      { who: 'file', file: 'budget.md' },
      '| item | cost |\n|---|---|\n| **Tools** | £571 |',
    ]
    expect(await ask('What do the tools cost?', [file])).toContain('“Tools · £571”')
    const said = [user(2, '- **The boiler** is serviced in `March`.')]
    expect(await ask('What about the boiler?', said)).toBe(
      'You told me: “The boiler is serviced in March.” [turn 2]',
    )
  })

  it('names no turn of this conversation for what comes from another, but that of the other', async () => {
    expect(
      await ask('Where is my boat?', [user(2, 'My boat is in the harbour.', { conversation: 'c2' })]),
    ).toBe('You told me: “My boat is in the harbour.” [turn 2 of conversation c2]')
  })

  it('answers a plain chat message that is not in our prompt form', async () => {
    const prompt = [
      { role: 'user' as const, content: [{ type: 'text' as const, text: 'My boat is called Zefanur.' }] },
      { role: 'assistant' as const, content: [{ type: 'text' as const, text: 'Noted.' }] },
      { role: 'user' as const, content: [{ type: 'text' as const, text: 'What is my boat called?' }] },
    ]
    expect((await generate(model, { prompt })).text).toBe(
      'You told me: “My boat is called Zefanur.” [turn 1]',
    )
  })
})

describe('a conversation with the built-in engine', () => {
  it('finds what left the window through its summaries and recall, and shows the old and the new', async () => {
    const h = await offlineHarness()
    const [[a = '', b = '', c = '', d = ''] = [], owned = ''] =
      fc.sample(fc.tuple(distinctNames(4), thing), { seed: SEED, numRuns: 1 })[0] ?? []
    const say = async (text: string) => (await h.say('c', text)).answer
    await say(`My ${owned} is called ${a}. She is from ${c}.`)
    await say(`I live in ${d}.`)
    for (const text of ['Hello!', 'I like tea.', 'thanks', 'It rains today.']) await say(text)
    const asked = await say(`What did I tell you about my ${owned}?`)
    expect(asked).toContain(`My ${owned} is called ${a}.`)
    expect(asked).toContain('[turn 1]')
    const changed = `My ${owned} is now called ${b}.`
    expect(await say(changed)).toContain(`Noted: “${changed}”`)
    const named = await say(`What is my ${owned} called?`)
    expect(named).toContain(
      `You told me: “${changed}” [turn 8]\n\nEarlier (May 1, 2026) you told me: “My ${owned} is called ${a}.`,
    )
    expect(await say('Where do I live?')).toBe(`You told me: “I live in ${d}.” [turn 2]`)
    await h.close()
  })
})
