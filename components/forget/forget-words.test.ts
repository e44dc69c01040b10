import { describe, expect, it } from 'vitest'
import type { ForgetPreview, NamedProof, NamedTurn } from '@/lib/shared/memory/forget'
import {
  alsoForget,
  forgottenWords,
  previewWords,
  proofWords,
  stillQuotable,
  turnWords,
  whatWords,
} from './forget-words'

const proof = (given: Partial<NamedProof> = {}): NamedProof => ({
  stage: 'gone',
  kind: 'turns',
  conversationId: 'c',
  from: 7,
  to: 7,
  counts: {},
  also: [],
  elsewhere: [],
  checked: 3,
  at: '2026-05-01T10:00:00.000Z',
  ...given,
})
const other = (number: number, conversationId = 'c', title: string | null = 'Home'): NamedTurn => ({
  conversationId,
  turnId: `t${number}`,
  number,
  title,
  hidden: false,
})
const preview = (given: Partial<ForgetPreview> = {}): ForgetPreview => ({
  from: 7,
  to: 7,
  turns: 1,
  citedBy: [],
  files: [],
  kept: [],
  values: [],
  facts: 0,
  strategies: 0,
  emptied: 0,
  withCiting: { files: [], kept: [], values: [], facts: 0, strategies: 0, emptied: 0 },
  ...given,
})

describe('the words about what was forgotten', () => {
  it('name the values that go along', () => {
    const words = (values: string[]) => previewWords(preview({ values }), 'c', false).at(-1)
    expect([words(['mood']), words(['a', 'b', 'c', 'd', 'e', 'f'])]).toEqual([
      'The value it set for mood goes too.',
      'The values it set for a, b, c, d, e and others go too.',
    ])
  })

  it('say that a conversation goes with its last turn, unless a file of it stays', () => {
    const withCiting = { files: [], kept: [], values: [], facts: 0, strategies: 0, emptied: 2 }
    const of = preview({ emptied: 1, withCiting })
    expect(previewWords(of, 'c', false).at(-1)).toBe(
      'No other message is left, so the conversation goes too.',
    )
    expect(previewWords(of, 'c', true).at(-1)).toBe('2 conversations have no other message left and go too.')
    expect(previewWords(of, 'c', false, true)).toHaveLength(1)
    const range = { from: 1, to: 1 }
    expect([forgottenWords(range, 0, 1), forgottenWords(range, 2, 2)]).toEqual([
      'Message 1 was forgotten, with its conversation, which is empty now.',
      'Message 1 was forgotten, and 2 answers that cited it, with 2 conversations, which are empty now.',
    ])
  })

  it('offer what else says a fact: by default what says nothing else', () => {
    const turn = (number: number, title: string, saysMore = false) => ({
      ...{ number, title, conversationId: title, turnId: `${title}${number}`, hidden: false, saysMore },
    })
    const offered = alsoForget({
      saidIn: [turn(1, 'Cats'), turn(2, 'Pets', true)],
      repeatedBy: [turn(3, 'Cats'), turn(4, 'Cats'), turn(5, 'Cats', true), turn(6, 'Cats', true)],
    })
    expect(offered.map(({ byDefault, words }) => [byDefault, words])).toEqual([
      [true, 'Forget the message that says so, with its answer: message 1 of “Cats”.'],
      [true, 'Forget the 2 answers that repeat it, with their questions: messages 3 and 4 of “Cats”.'],
      [
        false,
        'Also forget the message that says so, with its answer: message 2 of “Pets”. It says other things too.',
      ],
      [
        false,
        'Also forget the 2 answers that repeat it, with their questions: messages 5 and 6 of “Cats”. They say other things too.',
      ],
    ])
    const [message, answers, another] = offered
    if (!message || !answers || !another) throw new Error('Too few are offered')
    expect([[], [answers], [message], [message, answers, another]].map(stillQuotable)).toEqual([
      '',
      'Answers can still quote what is not ticked.',
      'The message that is kept still says it, and answers can still quote it.',
      'The messages that are kept still say it, and answers can still quote them.',
    ])
  })

  it('say how many facts and strategies go along', () => {
    const withCiting = { files: [], kept: [], values: [], facts: 3, strategies: 2, emptied: 0 }
    const words = (citing: boolean) =>
      previewWords(preview({ facts: 1, strategies: 1, withCiting }), 'c', citing).slice(-2)
    expect([words(false), words(true)]).toEqual([
      ['1 fact learned from it goes too.', '1 lesson learned from it goes too.'],
      ['3 facts learned from it go too.', '2 lessons learned from it go too.'],
    ])
  })

  it('name it without a word of it', () => {
    expect([
      whatWords({ kind: 'turns', from: 7, to: 7 }),
      whatWords({ kind: 'turns', from: 3, to: 9 }),
      whatWords({ kind: 'turns', from: 1, to: 9, numbers: [1, 4, 9] }),
      whatWords({ kind: 'file', from: 0, to: 0 }),
      whatWords({ kind: 'conversation', from: 0, to: 0 }),
      whatWords({ kind: 'fact', from: 0, to: 0 }),
    ]).toEqual(['Message 7', 'Messages 3 to 9', 'Messages 1, 4 and 9', 'A file', 'A conversation', 'A fact'])
  })

  it('count what went, and say that nothing is left or where something is', () => {
    expect(proofWords(proof({ counts: { image: 3, turn: 1, summary: 1, context: 1 } }))).toEqual({
      gone: 'Forgotten: 1 message, 3 images, 1 context, 1 summary.',
      left: 'None of its sentences, names or numbers are left anywhere.',
    })
    expect(proofWords(proof({ kind: 'file', counts: { file: 1, summary: 2 } })).gone).toBe(
      'Forgotten: 1 file, 2 summaries. Messages that used it are summarised and judged again without it.',
    )
    expect(
      proofWords(
        proof({ also: [9, 12, 14].map((number) => other(number)), elsewhere: ['the file notes.md'] }),
      ).left,
    ).toBe('It is still quoted or mentioned in messages 9, 12 and 14 and the file notes.md.')
  })

  it('name the conversation of each turn that still states a forgotten fact', () => {
    expect(
      proofWords(proof({ kind: 'fact', conversationId: '', counts: { fact: 1 }, also: [other(3)] })),
    ).toEqual({
      gone: 'Forgotten: 1 fact.',
      left: 'It is still quoted or mentioned in message 3 of “Home”.',
    })
  })

  it('of a fact do not claim that its words are gone, since turns say them', () => {
    expect(proofWords(proof({ kind: 'fact', conversationId: '', counts: { fact: 1 } })).left).toBe(
      'It is no longer a fact. Messages that mention it remain, and answers can quote them.',
    )
  })

  it('claim nothing where nothing could be looked for', () => {
    expect(proofWords(proof({ checked: 0 })).left).toBe('')
  })

  it('say what goes along and what stays', () => {
    expect(previewWords(preview(), 'c', true)).toHaveLength(1)
    expect(
      previewWords(preview({ citedBy: [other(9), other(12)], kept: ['a.md'] }), 'c', false).slice(1),
    ).toEqual([
      '2 later answers cite it and stay: messages 9 and 12.',
      'Other messages worked on a.md too, so that file stays, with everything written to it.',
    ])
    expect(previewWords(preview({ citedBy: [other(9)] }), 'c', true)[1]).toBe(
      '1 later answer cites it and goes too: message 9.',
    )
  })

  it('name the conversation of a turn that is in another one, and call none of those later', () => {
    const elsewhere = [
      other(9),
      other(4, 'k', 'Trip to Kyoto'),
      other(2, 'k', 'Trip to Kyoto'),
      other(1, 'gone', null),
    ]
    expect(previewWords(preview({ citedBy: elsewhere }), 'c', false)[1]).toBe(
      '4 other answers cite it and stay: message 9 of this conversation, messages 2 and 4 of “Trip to Kyoto” and message 1 of a deleted conversation.',
    )
    expect(proofWords(proof({ also: elsewhere.slice(0, 2) })).left).toBe(
      'It is still quoted or mentioned in message 9 of this conversation and message 4 of “Trip to Kyoto”.',
    )
    expect([turnWords(other(9), 'c'), turnWords(other(4, 'k', ''), 'c')]).toEqual([
      'message 9',
      'message 4 of “Untitled conversation”',
    ])
  })

  it('tell how many answers went along', () => {
    expect([forgottenWords({ from: 1, to: 1 }, 0), forgottenWords({ from: 1, to: 3 }, 2)]).toEqual([
      'Message 1 was forgotten.',
      'Messages 1 to 3 were forgotten, and 2 answers that cited them.',
    ])
  })
})
