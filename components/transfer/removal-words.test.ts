import { describe, expect, it } from 'vitest'
import { formatIn } from '../ui/words/format'
import { goneCount, removalWords } from './removal-words'

const format = formatIn('en')
const nothing = {
  conversations: 0,
  turns: 0,
  continued: 0,
  continuedTurns: 0,
  joined: 0,
  joinedConversations: 0,
}

describe('what is said before an import is removed', () => {
  it('counts what goes', () => {
    expect(removalWords({ ...nothing, conversations: 12, turns: 340 }, false, format)).toEqual([
      '12 conversations with 340 turns go.',
    ])
    expect(removalWords({ ...nothing, conversations: 1, turns: 1 }, true, format)).toEqual([
      '1 conversation with 1 turn goes.',
    ])
  })

  it('says how many were gone on with, and whether they stay', () => {
    const one = { ...nothing, conversations: 2, turns: 5, continued: 1, continuedTurns: 4 }
    expect(removalWords(one, false, format)).toEqual([
      '2 conversations with 5 turns go.',
      '1 conversation stays. It has turns that came later, yours or of another import.',
    ])
    expect(removalWords({ ...one, continued: 3 }, true, format)[1]).toBe(
      '3 conversations with 4 turns go too. They have turns that came later, yours or of other imports: these go with them.',
    )
    expect([goneCount(one, false), goneCount(one, true)]).toEqual([2, 3])
  })

  it('says that turns which joined older conversations stay', () => {
    expect(removalWords({ ...nothing, joined: 2, joinedConversations: 1 }, false, format)).toEqual([
      '2 turns that it added to 1 conversation from before stay. Forget them there, if you want.',
    ])
  })
})
