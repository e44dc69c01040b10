import { describe, expect, it } from 'vitest'
import { formatIn } from '../ui/words/format'
import { goneCount, removalWords } from './import-words'

const format = formatIn('en')
const nothing = {
  conversations: 0,
  turns: 0,
  facts: 0,
  continued: 0,
  continuedTurns: 0,
  continuedFacts: 0,
  joined: 0,
  joinedConversations: 0,
}

describe('what is said before an import is removed', () => {
  it('counts what goes', () => {
    expect(removalWords({ ...nothing, conversations: 12, turns: 340 }, false, format)).toEqual([
      '12 conversations with 340 messages will be removed.',
    ])
    expect(removalWords({ ...nothing, conversations: 1, turns: 1 }, true, format)).toEqual([
      '1 conversation with 1 message will be removed.',
    ])
  })

  it('says how many were gone on with, and whether they stay', () => {
    const one = { ...nothing, conversations: 2, turns: 5, continued: 1, continuedTurns: 4 }
    expect(removalWords(one, false, format)).toEqual([
      '2 conversations with 5 messages will be removed.',
      '1 conversation will be kept: it was continued later, by you or by another import.',
    ])
    expect(removalWords({ ...one, continued: 3 }, true, format)[1]).toBe(
      '3 conversations with 4 messages that were continued later, by you or by another import, will be removed too.',
    )
    expect([goneCount(one, false), goneCount(one, true)]).toEqual([2, 3])
  })

  it('counts the facts that go', () => {
    const some = { ...nothing, conversations: 2, turns: 5, facts: 1, continued: 1, continuedFacts: 2 }
    const factsIn = (also: boolean) => removalWords(some, also, format).filter((words) => /fact/.test(words))
    expect(factsIn(false)).toEqual(['1 fact learned from these messages will be removed too.'])
    expect(factsIn(true)).toEqual(['3 facts learned from these messages will be removed too.'])
  })

  it('says that turns which joined older conversations stay', () => {
    expect(removalWords({ ...nothing, joined: 2, joinedConversations: 1 }, false, format)).toEqual([
      '2 messages that this import added to 1 earlier conversation will be kept. You can forget them there.',
    ])
  })
})
