import { describe, expect, it } from 'vitest'
import { aTurn } from '@/components/chat/testing-fixtures'
import { turnRows } from './turn-list'

const kept = (number: number) => aTurn({ id: `t${number}`, number })
const gone = (number: number, trashId?: string, siblings = [`t${number}`]) =>
  aTurn({
    id: `t${number}`,
    number,
    status: 'forgotten',
    siblings,
    ...(trashId ? { undo: { trashId, until: '2026-01-01T00:00:00.000Z', all: true } } : {}),
  })

describe('the rows of a conversation', () => {
  it('are its turns, with forgotten neighbours in one', () => {
    expect(turnRows([kept(1), gone(2), gone(3), gone(4), kept(5), gone(6), kept(7)])).toEqual([
      ['t1'],
      ['t2', 't3', 't4'],
      ['t5'],
      ['t6'],
      ['t7'],
    ])
  })

  it('keep apart what comes back apart', () => {
    expect(turnRows([gone(1), gone(2, 'a'), gone(3, 'a'), gone(4, 'b'), gone(5)])).toEqual([
      ['t1'],
      ['t2', 't3'],
      ['t4'],
      ['t5'],
    ])
  })

  it('keep a forgotten turn that has another version by itself, with the way to it', () => {
    expect(turnRows([gone(1), gone(2, undefined, ['t2', 'other']), gone(3)])).toEqual([
      ['t1'],
      ['t2'],
      ['t3'],
    ])
  })
})
