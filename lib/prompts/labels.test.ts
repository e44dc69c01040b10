import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CitingText, citing, TurnLabels } from './labels'

const turn = (number: number, conversationId = 'here') => ({
  ...{ number, conversationId },
  turnId: `${conversationId}_${number}`,
})
const labelsAt = (number = 9) => new TurnLabels({ conversationId: 'here', number })

describe('labels of turns', () => {
  it('are a letter for the conversation and the number of the turn', () => {
    const labels = labelsAt()
    const given = [turn(7), turn(2, 'boats'), turn(3, 'boats'), turn(2, 'cats'), turn(2, 'boats')]
    expect(given.map((one) => labels.of(one))).toEqual(['t7', 'b2', 'b3', 'c2', 'b2'])
    expect(labels.turnOf('c2')).toEqual(turn(2, 'cats'))
    expect(labels.named()).toEqual({ b2: 'boats_2', b3: 'boats_3', c2: 'cats_2' })
  })

  it('are not given if a text has them, in whatever case', () => {
    const labels = labelsAt()
    labels.avoid(['A B2 course, on paper [t4]; web2 and b25 are others.'])
    expect([turn(4), turn(5), turn(2, 'boats'), turn(5, 'boats')].map((one) => labels.of(one))).toEqual([
      ...['b4', 't5', 'c2', 'b5'],
    ])
    expect(labels.turnOf('t4')).toBeUndefined()
    expect(labels.turnOf('b4')).toEqual(turn(4))
  })

  it('are all different, whatever is labelled and quoted', () => {
    const place = fc.tuple(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 0, max: 60 }))
    fc.assert(
      fc.property(fc.array(place, { maxLength: 200 }), fc.array(place), (places, taken) => {
        const labels = labelsAt(13)
        labels.avoid(taken.map(([number, letter]) => `${'abcdefghijklmnopqrstuvwxyz'[letter % 26]}${number}`))
        const given = new Map<string, string>()
        for (const [number, conversation] of places) {
          const one = turn(number, conversation ? `c${conversation}` : 'here')
          const label = labels.of(one)
          expect(label).toMatch(/^[a-z]{1,2}\d+$/)
          expect(given.get(label) ?? one.turnId).toBe(one.turnId)
          given.set(label, one.turnId)
        }
      }),
    )
  })

  it('also mean turns of the conversation that are not shown, but none to come', () => {
    expect(labelsAt().turnOf('t3')).toMatchObject({ number: 3, conversationId: 'here' })
    expect(labelsAt().turnOf('t9')).toBeUndefined()
  })
})

describe('an answer that cites labels', () => {
  const labels = labelsAt()
  for (const one of [turn(7), turn(2, 'boats')]) labels.of(one)

  it.each([
    ['Red [t7].', 'Red [turn 7].'],
    [
      'Red [b2, t7] and [str-00012; b2].',
      'Red [turn 2 of conversation boats] [turn 7] and [str-00012] [turn 2 of conversation boats].',
    ],
    ['Red [id=b2] [turn t7].', 'Red [turn 2 of conversation boats] [turn 7].'],
    ['Not `a[b2]`, b2, [c2], [b2 or so], [turn 7] or [t9].', null],
    ['Not\n```ts\nx[t7]\n`y`[b2]\n```\nbut [t7]', 'Not\n```ts\nx[t7]\n`y`[b2]\n```\nbut [turn 7]'],
    ['It costs 5` and [t7]\n[t7]', 'It costs 5` and [t7]\n[turn 7]'],
    ['Open [t7', null],
  ])('has marks that hold after the turn: %j', (text, marked) => {
    expect(citing(labels, text)).toBe(marked ?? text)
  })

  it('is the same in whatever pieces it comes, and never shows a label that becomes a mark', () => {
    const pieces = fc.array(
      fc.constantFrom('[t7]', '[b2', ', t7]', '`', '```', '\n', 'word ', '[', ']', '[c2]', '[t7](u)'),
    )
    fc.assert(
      fc.property(pieces, fc.array(fc.integer({ min: 1, max: 5 })), (parts, cuts) => {
        const text = parts.join('')
        const said = new CitingText(labels)
        let [shown, at] = ['', 0]
        for (const cut of cuts) {
          shown += said.read(text.slice(at, at + cut))
          at += cut
        }
        shown += said.read(text.slice(at)) + said.end()
        expect(shown).toBe(citing(labels, text))
      }),
    )
  })
})
