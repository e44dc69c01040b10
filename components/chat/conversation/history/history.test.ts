import { describe, expect, it } from 'vitest'
import { aTurn } from '@/components/chat/testing-fixtures'
import { rowsOfTurns } from './turn-list'
import { type TurnWindow, withNewer, withOlder, withTurn } from './turn-window'

const kept = (number: number) => aTurn({ id: `t${number}`, number })
const gone = (number: number, trashId?: string, siblings = [`t${number}`]) =>
  aTurn({
    id: `t${number}`,
    number,
    status: 'forgotten',
    siblings,
    ...(trashId ? { undo: { trashId, undoMs: 1_000, all: true } } : {}),
  })

describe('the rows of a conversation', () => {
  it('are its turns, with forgotten neighbours in one', () => {
    expect(rowsOfTurns([kept(1), gone(2), gone(3), gone(4), kept(5), gone(6), kept(7)])).toEqual([
      ['t1'],
      ['t2', 't3', 't4'],
      ['t5'],
      ['t6'],
      ['t7'],
    ])
  })

  it('keep apart what comes back apart', () => {
    expect(rowsOfTurns([gone(1), gone(2, 'a'), gone(3, 'a'), gone(4, 'b'), gone(5)])).toEqual([
      ['t1'],
      ['t2', 't3'],
      ['t4'],
      ['t5'],
    ])
  })

  it('keep a forgotten turn that has another version by itself, with the way to it', () => {
    expect(rowsOfTurns([gone(1), gone(2, undefined, ['t2', 'other']), gone(3)])).toEqual([
      ['t1'],
      ['t2'],
      ['t3'],
    ])
  })
})

const turns = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => aTurn({ id: `t${from + index}`, number: from + index }))
const window = (from: number, to: number, given: Partial<TurnWindow> = {}): TurnWindow => ({
  turns: turns(from, to),
  hasBefore: from > 1,
  hasAfter: false,
  latest: null,
  ...given,
})
/** A page of a conversation whose last turn is `LAST`. */
const LAST = aTurn({ id: 'last', number: 999 })
const page = (of: TurnWindow['turns'], hasBefore: boolean, hasAfter: boolean) => ({
  turns: of,
  hasBefore,
  hasAfter,
  latest: hasAfter ? LAST : null,
})
const shape = ({ turns: list, hasBefore, hasAfter }: TurnWindow) => [
  list.map((turn) => turn.number).join(),
  hasBefore,
  hasAfter,
]

describe('the window of turns on the page', () => {
  it('grows upwards without repeating a turn, and lets the far end go', () => {
    expect(shape(withOlder(window(4, 6), page(turns(2, 4), true, true), 10))).toEqual([
      '2,3,4,5,6',
      true,
      false,
    ])
    expect(shape(withOlder(window(4, 6), page(turns(1, 3), false, true), 4))).toEqual([
      '1,2,3,4',
      false,
      true,
    ])
  })

  it('puts a sibling in the place of the turn it replaces, and drops what followed', () => {
    expect(withTurn(window(1, 4), aTurn({ id: 'x', number: 3 }), 10).turns.map((turn) => turn.id)).toEqual([
      't1',
      't2',
      'x',
    ])
    expect(
      withTurn(window(1, 4), aTurn({ id: 't3', number: 3, answer: 'y' }), 10).turns.map(
        (turn) => turn.answer,
      ),
    ).toEqual(['', '', 'y', ''])
  })

  it('never holds more than it may', () => {
    let grown = window(100, 110)
    for (let number = 90; number > 0; number -= 10)
      grown = withOlder(grown, page(turns(number, number + 9), true, true), 40)
    expect(grown.turns).toHaveLength(40)
    for (let number = 50; number < 400; number += 10)
      grown = withNewer(grown, page(turns(number, number + 9), true, true), 40)
    expect(grown.turns).toHaveLength(40)
  })
})
