import { describe, expect, it } from 'vitest'
import { literal } from '@/lib/shared/turn/literal'
import { sentenceWith, tellingSentence, worthsOf } from './telling-sentence'

const worths = worthsOf(['yoga', 'Rotary club', 'mind'])
const said = [
  'Hey Maria! It is good to see you.',
  'I started **yoga** with the Rotary club. It calms my mind.',
]

describe('the sentence that stands for a turn', () => {
  it('holds the strongest terms of its topic, not the greeting', () => {
    expect(tellingSentence(said, worths)?.text).toBe('I started yoga with the Rotary club.')
    expect(tellingSentence(['Yogas!', 'My mind.'], worths)?.text).toBe('Yogas!')
  })

  it('is the first that is more than a greeting where no term is said, and nothing of nothing', () => {
    expect(tellingSentence(['Thanks, John! We walked along the river today.'], worths)).toEqual({
      text: 'We walked along the river today.',
      worth: 0,
    })
    expect(tellingSentence([`You wrote: “${literal('I like teal <3 & [mint].')}”`], worths)?.text).toBe(
      'You wrote: “I like teal <3 & [mint].”',
    )
    expect(tellingSentence(['', '\n- \n'], worths)).toBeNull()
  })

  it('is whole where it holds an amount, a file name or a citation', () => {
    const text = 'Hello! In budget.md the Rotary club gave £1,034.10 [turn 15]. Next.'
    expect(tellingSentence([text], worths)?.text).toBe('In budget.md the Rotary club gave £1,034.10.')
  })

  it('does not begin with the mark of a task', () => {
    for (const mark of ['- [ ] ', '* [x] ', '☐ ', '- ☑ ', '> + [X] '])
      expect(tellingSentence([`${mark}Yoga on [x] days.`], worths)?.text).toBe('Yoga on [x] days.')
  })

  it('is never the row of a table', () => {
    const text = 'Here is who comes to us.\n| name | yes |\n|---|---|\n| Rotary club | yoga |'
    expect(tellingSentence([text], worths)?.text).toBe('Here is who comes to us.')
  })

  it('negative control: without the topic another sentence stands for it', () => {
    expect(tellingSentence(said, new Map())?.text).not.toContain('Rotary club')
  })
})

describe('the sentence that a search found', () => {
  it('contains the words, whatever their case', () => {
    expect(sentenceWith(said, 'ROTARY  club')).toEqual({
      text: 'I started yoga with the Rotary club.',
      at: 24,
    })
    expect(sentenceWith(said, 'calm minds')).toMatchObject({ text: 'It calms my mind.', at: 3 })
    expect(sentenceWith(said, 'Berlin')).toBeNull()
  })
})
