import { describe, expect, it } from 'vitest'
import { formatIn } from '@/components/ui/words/format'
import type { WindowPlan } from '@/lib/shared/turn/events'
import { fullWarning, windowSentence } from './window-words'

const format = formatIn('en')
const plan = (over: Partial<WindowPlan> = {}): WindowPlan => ({
  size: 5,
  reason: 'the usual size',
  turns: [6, 7, 8, 9],
  tokens: 120,
  ...over,
})

describe('the words about a turn’s window', () => {
  it('name its turns, its tokens before and after, its size and why', () => {
    expect(windowSentence(plan(), format)).toBe(
      'messages 6–9 (120 tokens). Window of up to 5 messages, counting this one: the usual size',
    )
    expect(windowSentence(plan({ earlier: 900 }), format)).toContain(
      'messages 6–9 (120 of the history’s 900 tokens). ',
    )
    expect(windowSentence(plan({ earlier: 100 }), format)).toContain('6–9 (120 tokens). ')
    expect(windowSentence(plan({ turns: [6, 7, 9] }), format)).toContain('messages 6, 7 and 9')
    expect(windowSentence(plan({ turns: [], tokens: 0 }), format)).toBe(
      'no earlier messages. Window of up to 5 messages, counting this one: the usual size',
    )
    expect(
      windowSentence(plan({ size: 'full', reason: 'all earlier messages, chosen in Settings' }), format),
    ).toContain('. Full window: all earlier messages, chosen in Settings')
  })

  it('name the turns that the message refers to, and how', () => {
    const referred = [
      { turn: 1, by: 'number' as const },
      { turn: 3, by: 'decided' as const },
    ]
    expect(windowSentence(plan({ referred }), format)).toContain(
      'messages 6–9, plus message 1 (named in the message) and message 3 (where that was decided) (120 tokens)',
    )
  })

  it('warn of a full window alone', () => {
    expect(fullWarning(plan(), format)).toBeNull()
    expect(fullWarning(plan({ size: 'full', tokens: 3_000 }), format)).toMatch(
      /^Every call sends all earlier messages: .*3.*k? tokens/,
    )
  })
})
