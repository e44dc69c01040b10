import { describe, expect, it } from 'vitest'
import { tellingSentence, worthsOf } from './telling-sentence'

const worths = worthsOf(['yoga', 'Rotary club', 'mind'])
const said = [
  'Hey Maria! It is good to see you. I started **yoga** with the Rotary club. It calms my mind.',
  'The Rotary club has yoga for the mind.',
]

/** What stands for a turn of these texts. */
const telling = ([userText = '', answer = '']: readonly string[], of = worths) =>
  tellingSentence({ userText, answer }, of)

describe('the sentence that stands for a turn', () => {
  it('holds the strongest terms of its topic, not the greeting', () => {
    expect(telling(said)?.text).toBe('I started yoga with the Rotary club.')
    expect(telling(['Yogas!', 'My mind.'])?.text).toBe('Yogas!')
  })

  it('is never what an answer repeats from elsewhere', () => {
    const asked = 'When do I go there?'
    const repeated =
      'You told another assistant on Mar 9, 2026: “Yoga at the Rotary club calms my mind.” [turn 1]'
    expect(telling([asked, repeated])?.text).toBe(asked)
    expect(telling([asked, `Earlier (May 1, 2026) ${repeated}`])?.text).toBe(asked)
    expect(telling(['', `${repeated}\nThe Rotary club meets for supper.`])?.text).toBe(
      'The Rotary club meets for supper.',
    )
  })

  it('is whole where it holds an amount, a file name or a citation', () => {
    expect(telling(['Hello! Dr. Okafor started yoga. It helps.'])?.text).toBe('Dr. Okafor started yoga.')
    const text = 'Hello! In budget.md the Rotary club gave £1,034.10 [turn 15]. Next.'
    expect(telling([text])?.text).toBe('In budget.md the Rotary club gave £1,034.10.')
  })

  it('is the person’s own, and never code; of a turn without words the answer’s', () => {
    const code = 'Here is the club:\n```js\nconst yoga = mind(yoga, club)\n```\n<p>Rotary club yoga</p>'
    expect(telling(['How does it look?', code])?.text).toBe('How does it look?')
    expect(telling(['```js\nyoga()\n```', code])?.text).toBe('Here is the club:')
    expect(telling(['Tell me about yoga and the mind.', 'Yoga at the Rotary club.'])?.text).toBe(
      'Tell me about yoga and the mind.',
    )
    expect(telling(['Can you explain?', 'Yoga at the Rotary club.'])?.text).toBe('Can you explain?')
  })

  it('negative control: without the topic another sentence stands for it', () => {
    expect(telling(said, new Map())?.text).not.toContain('Rotary club')
  })
})
