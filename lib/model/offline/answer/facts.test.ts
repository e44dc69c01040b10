import { describe, expect, it } from 'vitest'
import { OfflineModel } from '@/lib/model/offline/offline-model'
import { generate, optionsOf, section, task } from '@/lib/model/offline/testing'

const model = new OfflineModel({ delayMs: 0 })
type Item = [Record<string, string>, string]
const user = (turn: number, text: string): Item => [
  { turn: String(turn), who: 'user', date: `2026-05-0${turn}` },
  text,
]
const ask = async (question: string, window: Item[], facts: Item[] = []) =>
  (
    await generate(
      model,
      optionsOf([section('facts', ...facts), section('window', ...window), task(question)]),
    )
  ).text

describe('answers of the built-in engine', () => {
  it('do not quote wishes and conditions next to what is so', async () => {
    const said = [
      user(1, 'I live in Leeds.'),
      user(2, 'I wish I lived in Paris.'),
      user(3, 'If I lived in Rome, I would eat pasta every day.'),
      user(4, 'I would love to live in Oslo.'),
      user(5, 'I used to live in Bonn.'),
    ]
    expect(await ask('Where do I live?', said)).toBe('You told me: “I live in Leeds.” [turn 1]')
    expect(await ask('Where would I love to live?', said)).toContain('Oslo')
  })

  it.each([
    ["I'd love to live in Rome.", "I'd love to live in Rome."],
    ['I would like to live in Rome. It is so warm there.', 'I would like to live in Rome.'],
    ['One day I will live in Rome.', 'One day I will live in Rome.'],
  ])('do not give %j as where someone lives', async (said, quote) => {
    expect(await ask('Where do I live?', [user(1, said)])).toBe(
      `I found no answer to that. The closest match is:\n\nYou told me: “${quote}” [turn 1]`,
    )
  })

  it.each(['What do I own?', 'What do I have?'])('list what the person owns: %j', async (question) => {
    const [both, car] = ['I have a dog and a narrowboat.', 'We bought a red car.']
    const facts = [
      ...['dog', 'narrowboat'].map((thing) => user(1, `user: owns = ${thing}\n${both}`)),
      user(2, `user: owns = red car\n${car}`),
    ]
    const said = [user(1, both), user(2, car), user(3, 'I love jazz.')]
    expect(await ask(question, said, facts)).toBe(
      `Here is what I found:\n\n- You told me: “${car}” [turn 2]\n- You told me: “${both}” [turn 1]`,
    )
  })

  it.each(['/help', 'help me'])('list what the engine can do: %j', async (message) => {
    expect(await ask(message, [])).toMatch(/^I am the built-in engine.*\/reflect.*\/fast.*Settings\.$/)
  })

  it('never give a recalled sentence that a fact has replaced as current', async () => {
    const said = [user(1, 'We moved into a house in Lisbon with a garden.')]
    const facts = [user(2, 'user: lives in = Porto (before: Lisbon)\nI moved to Porto.')]
    const answer = await ask('Which garden did we move into with our house?', said, facts)
    expect(answer).toMatch(/^You told me: “I moved to Porto.” \[turn 2\]\n\nEarlier \(2026-05-01\)/)
  })

  it('name both of two cats', async () => {
    const both = 'I have two cats, Miso and Mochi.'
    const facts = ['Miso', 'Mochi'].map((name) => user(1, `cat: name = ${name}\n${both}`))
    expect(await ask('What are my cats called?', [], facts)).toBe(`You told me: “${both}” [turn 1]`)
    const apart = [user(1, 'My cat is called Miso.'), user(2, 'My other cat is called Mochi.')]
    expect(await ask('What are my cats called?', apart)).toBe(
      'Here is what I found:\n\n- You told me: “My other cat is called Mochi.” [turn 2]\n- You told me: “My cat is called Miso.” [turn 1]',
    )
  })

  it('do not take the name of another for the name of the person', async () => {
    const said = [user(1, 'My cat is called Miso.')]
    const facts = [user(1, 'cat: name = Miso\nMy cat is called Miso.')]
    for (const question of ['What is my name?', 'Who am I?'])
      expect(await ask(question, said, facts)).toMatch(
        /^I (?:am the built-in engine.*found nothing|found no)/,
      )
  })

  it('say that a job ended, although no place is named', async () => {
    const said = [user(1, 'I work at Zeta.'), user(2, 'I quit my job.')]
    const facts = [user(2, 'user: works at = not any more (before: Zeta)\nI quit my job.')]
    expect(await ask('Where do I work?', said, facts)).toMatch(
      /^You told me: “I quit my job.” \[turn 2\]\n\nEarlier .*“I work at Zeta.” \[turn 1\]$/,
    )
  })
})
