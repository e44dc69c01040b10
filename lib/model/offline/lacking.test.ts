import { describe, expect, it } from 'vitest'
import { OfflineModel } from '../offline-model'
import { generate, optionsOf, section, THINK_TOOLS, task } from './testing'

const model = new OfflineModel({ delayMs: 0 })
type Item = [Record<string, string>, string]
const me = (turn: number, text: string): Item => [{ turn: String(turn), who: 'user', date: '2026-05-02' }, text]
const ask = async (question: string, items: Item[], note = '') => (await generate(model, optionsOf([section('recalled', ...items), task(question, note)]))).text
const think = (question: string) => generate(model, optionsOf([task(question, 'Round 1 of at most 5.')], { tools: THINK_TOOLS }))

const callsOf = ({ calls }: Awaited<ReturnType<typeof generate>>) => calls.map(({ name, args }) => ({ name, args }))

describe('what an answer says is missing', () => {
  it('is the thing asked about, without the verb that asks for its name', async () => {
    expect(await ask('What is my dog called?', [])).toBe('I am the built-in engine, not a language model; memory holds nothing about “dog”.')
    expect(await ask('Wie heißt mein Hund?', [])).toContain('nothing about “Hund”.')
    expect(await ask('What is my dog called?', [me(2, 'My dog is old.')])).toBe('I found no name. The closest is this:\n\nYou told me: “My dog is old.” [turn 2]')
    expect((await think('What is my dog called?')).text).toBe('What I see says nothing about “dog”, so I search memory for it.')
  })

  it('is no more than what was searched, and that is said where the person narrowed it', async () => {
    const here = 'Do this task.\nRecall reaches this conversation only.'
    expect(await ask('What is my dog called?', [], here)).toBe(
      'I am the built-in engine, not a language model; memory holds nothing about “dog”. Only this conversation was searched.',
    )
    expect(await ask('What do you know about me?', [], here)).toBe(
      'I am the built-in engine, not a language model; memory holds nothing about that. Only this conversation was searched.',
    )
    expect(await ask('Which breed is my horse?', [me(2, 'My horse is called Zefanur.')], here)).toMatch(/Zefanur\.” \[turn 2\]\n\nOnly this conversation was searched\.$/)
    expect(await ask('What is my horse called?', [me(2, 'My horse is called Zefanur.')], here)).not.toContain('searched')
  })

  it('is never a word of what is quoted', async () => {
    expect(await ask('Who is my guitar teacher and when?', [me(2, 'I take guitar lessons on Tuesdays. The teacher is Zefanur.')])).toBe(
      'This is what I found:\n\n- You told me: “I take guitar lessons on Tuesdays.” [turn 2]\n- You told me: “The teacher is Zefanur.” [turn 2]',
    )
    expect(await ask('Who is my guitar teacher and when?', [me(2, 'I play guitar with Zefanur on Tuesdays.'), me(4, 'My sister is a teacher.')])).toMatch(
      /^Nothing I found speaks of “guitar teacher” as a whole\. The closest is this:\n\n/,
    )
    expect(await ask('Who is my guitar teacher and when?', [me(2, 'I play guitar with Zefanur on Tuesdays.')])).toMatch(
      /^I found nothing about “teacher”\. The closest is this:\n\n.*guitar/,
    )
  })
})

describe('a request for all that is known', () => {
  it('is itself nothing that is known, nor is that memory was searched', async () => {
    const before: Item[] = [
      me(4, 'Summarize what you know about me'),
      [{ turn: '5', who: 'summary' }, '[Turn 5] The user asked: Who am I?\nInsights: recall_context name,live,work'],
    ]
    expect(await ask('What do you know about me?', before)).toContain('memory holds nothing about that')
    expect(await ask('What is my horse called?', before)).toContain('memory holds nothing about “horse”')
  })

  it('searches and answers as the question does, whatever its verb', async () => {
    const asked = await think('What do you know about me?')
    for (const request of [
      'Summarize what you know about me',
      'summarise everything you know about me.',
      'Tell me what you know about me',
      'Please list what you remember about me',
      'Give me all that you know about me!',
      'Sum up what I told you',
      'Write down what you know about me.',
      'Could you tell me everything you remember about me?',
    ]) {
      expect([request, callsOf(await think(request))]).toEqual([request, callsOf(asked)])
      expect([request, await ask(request, [me(2, 'I live in Graz.')])]).toEqual([request, 'You told me: “I live in Graz.” [turn 2]'])
    }
    expect((await think('Tell me what you know about my boat')).calls[0]?.args).toEqual({ keywords: ['boat'] })
  })
})
