import { describe, expect, it } from 'vitest'
import { literal } from '@/lib/shared/turn/literal'
import { sentenceWith, tellingSentence, worthsOf } from './telling-sentence'

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

  it('is the first that is more than a greeting where no term is said, and nothing of nothing', () => {
    expect(telling(['Thanks, John! We walked along the river today.'])).toEqual({
      text: 'We walked along the river today.',
      worth: 0,
    })
    expect(telling([`You wrote: “${literal('I like teal <3 & [mint].')}”`])?.text).toBe(
      'You wrote: “I like teal <3 & [mint].”',
    )
    expect(telling(['', '\n- \n'])).toBeNull()
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

  it('does not begin with the mark of a task', () => {
    for (const mark of ['- [ ] ', '* [x] ', '☐ ', '- ☑ ', '> + [X] '])
      expect(telling([`${mark}Yoga on [x] days.`])?.text).toBe('Yoga on [x] days.')
  })

  it('is never the row of a table', () => {
    const text = 'Here is who comes to us.\n| name | yes |\n|---|---|\n| Rotary club | yoga |'
    expect(telling([text])?.text).toBe('Here is who comes to us.')
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

describe('the sentence that a search found', () => {
  it('contains the words, whatever their case', () => {
    expect(sentenceWith(said, 'ROTARY  club')).toEqual({
      text: 'I started yoga with the Rotary club.',
      at: 24,
      words: 2,
    })
    expect(sentenceWith(said, 'calm minds')).toMatchObject({ text: 'It calms my mind.', at: 3, words: 2 })
    expect(sentenceWith(said, 'Berlin')).toBeNull()
  })
})
