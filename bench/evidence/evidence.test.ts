// @module-tag full
import { describe, expect, it } from 'vitest'
import { build } from '@/lib/prompts/fence'
import type { Person, PersonQuestion } from '../persons/person'
import { conversationOf } from '../persons/play'
import { playMonth, sumsOf } from './month'
import { scoreOf } from './score'
import { sentOf, shownIn } from './shown'

const said = (day: number, user: string, facts: Person['turns'][number]['facts']) => ({
  conversation: 'talk',
  at: `2026-10-0${day}T10:00:00Z`,
  user,
  answer: 'Noted.',
  facts,
  // The rules read a simple message by themselves.
  depth: 'moderate' as const,
})
const dentist = { subject: 'dentist', predicate: 'name' }
const FIRST = said(1, 'My dentist is Doctor Vos. Please write that down.', [
  { ...dentist, object: 'Doctor Vos' },
])
const CHANGE = said(3, 'My dentist is now Doctor Blom. Please write that down.', [
  { ...dentist, object: 'Doctor Blom', replaces: 'Doctor Vos' },
])
const PIANO = said(2, 'My piano was built in Leipzig. What is that city known for?', [
  { subject: 'piano', predicate: 'built in', object: 'Leipzig' },
])
const asks = (ask: string, rest: Pick<PersonQuestion, 'needs'> & Partial<PersonQuestion>) => ({
  conversation: 'new',
  at: '2026-10-09T10:00:00Z',
  ask,
  outdated: [],
  ...rest,
})
const WHO = asks('Who is my dentist?', { needs: [['Blom']], current: 'Blom', outdated: ['Vos'] })
const PERSON: Person = {
  person: 'tiny',
  sealed: false,
  timeZone: 'Europe/Dublin',
  turns: [FIRST, PIANO, CHANGE],
  questions: [WHO, asks('Where was my piano built?', { needs: [['Leipzig']] })],
}

const factsIn = ({ asked }: Awaited<ReturnType<typeof playMonth>>) =>
  asked.map(({ sections }) => (sections.facts ?? 0) > 0)

describe('what the first prompt of a question contains', () => {
  it('is found in a month that was told over HTTP, among facts too', async () => {
    const month = await playMonth(PERSON)
    expect(sumsOf(month.asked)).toEqual({ n: 2, needs: 1, current: 1, outdated: 0 })
    expect(factsIn(month)).toEqual([true, true])
  })

  it('negative control: what was never told is missed, and the old value stands unmarked', async () => {
    const { asked } = await playMonth({ ...PERSON, turns: [FIRST] })
    expect(sumsOf(asked)).toEqual({ n: 2, needs: 0, current: 0, outdated: 1 })
  })

  it('negative control: without notes there are no facts', async () => {
    expect(factsIn(await playMonth(PERSON, { notes: false }))).toEqual([false, false])
  })
})

describe('the score of a prompt', () => {
  const place = (number: number) => `${conversationOf(PERSON, 'talk')} ${number}`
  const labels = new Map([1, 2, 3].map((number) => [`b${number}`, place(number)]))
  const item = (turn: number, text: string, more = {}) => ({
    attributes: { id: `b${turn}`, who: 'user', ...more },
    text,
  })
  const task = { name: 'task', note: '', items: [{ attributes: { who: 'user' }, text: WHO.ask }] }
  const scored = (section: string, items: ReturnType<typeof item>[], messages: object[] = []) => {
    const content = build([{ name: section, note: '', items }, task])
    const sent = sentOf({ messages: [...messages, { role: 'user', content }] })
    const { needs, current, outdated } = scoreOf(shownIn(sent, PERSON, WHO, labels), PERSON, WHO)
    return { needs, current, outdated }
  }
  const [OLD, NEW] = [FIRST.user, CHANGE.user]
  const RIGHT = { needs: true, current: true, outdated: [] }
  const WRONG = { needs: true, current: false, outdated: ['Vos'] }

  it('accepts an old value beside a later statement of the new one', () => {
    expect(scored('recalled', [item(1, OLD), item(3, NEW)])).toEqual(RIGHT)
    expect(scored('recalled', [item(1, OLD)], [{ role: 'user', content: NEW }])).toEqual(RIGHT)
    expect(scored('facts', [item(3, 'dentist: name = Doctor Blom (before: Doctor Vos)')])).toEqual(RIGHT)
    expect(scored('facts', [item(1, OLD, { until: '2026-10-03' }), item(3, NEW)])).toEqual(RIGHT)
  })

  it('does not accept one without it, later than it, or marked by a label alone', () => {
    const alone = { needs: false, current: false, outdated: ['Vos'] }
    expect(scored('recalled', [item(1, OLD, { later: 'b3' })])).toEqual(alone)
    expect(scored('recalled', [item(1, NEW), item(3, OLD)])).toEqual(WRONG)
    expect(scored('facts', [item(9, 'dentist: name = Doctor Vos'), item(9, NEW)])).toEqual(WRONG)
    const system = { role: 'system', content: NEW }
    expect(scored('recalled', [item(1, OLD)], [system])).toEqual(WRONG)
  })
})
