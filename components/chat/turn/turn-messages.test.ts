import { describe, expect, it } from 'vitest'
import type { TurnMessage } from '@/lib/shared/turn/messages'
import { messagesIn } from './message/message-head'

const at = '2023-05-08T13:56:00.000Z'
/** A turn with these messages, joined as an import joins them. */
function turn(...said: [part: 'user' | 'assistant', speaker: string, text: string][]) {
  const texts = { user: '', assistant: '' }
  const messages = said.map(([part, speaker, text], i): TurnMessage => {
    if (texts[part]) texts[part] += '\n\n'
    const start = texts[part].length
    texts[part] += text
    return { id: `m${i}`, speaker, at, part, start, end: texts[part].length }
  })
  return { userText: texts.user, answer: texts.assistant, messages }
}

describe('the messages of an imported turn', () => {
  it('are shown one by one with their speakers', () => {
    const shown = turn(
      ['user', 'Caroline', 'Hello.'],
      ['user', 'Caroline', 'Are you there?'],
      ['assistant', 'Melanie', 'Yes.'],
    )
    expect(messagesIn(shown, 'user')).toMatchObject([
      { speaker: 'Caroline', text: 'Hello.', at },
      { speaker: 'Caroline', text: 'Are you there?' },
    ])
    expect(messagesIn(shown, 'assistant')).toMatchObject([{ speaker: 'Melanie', text: 'Yes.' }])
  })

  it('bear the name of the product that answered, where nobody is named', () => {
    const shown = turn(
      ['user', 'user', 'One.'],
      ['assistant', 'assistant', 'Two.'],
      ['assistant', 'Melanie', 'Three.'],
    )
    expect(messagesIn(shown, 'assistant', 'ChatGPT')).toMatchObject([
      { speaker: 'ChatGPT', text: 'Two.' },
      { speaker: 'Melanie' },
    ])
    expect(messagesIn(shown, 'user', 'ChatGPT')).toBeNull()
    expect(
      messagesIn(turn(['user', 'user', 'One.'], ['assistant', 'assistant', 'Two.']), 'assistant', 'ChatGPT'),
    ).toMatchObject([{ speaker: 'ChatGPT', text: 'Two.', at: '' }])
  })

  it('have no name where they are by nobody in particular, and are no list when there is one', () => {
    expect(messagesIn(turn(['user', 'user', 'One.'], ['user', 'User', 'Two.']), 'user')).toMatchObject([
      { speaker: null },
      { speaker: null },
    ])
    expect(messagesIn(turn(['user', 'user', 'One.'], ['assistant', 'assistant', 'Two.']), 'user')).toBeNull()
    expect(
      messagesIn(turn(['user', 'user', 'One.'], ['assistant', 'assistant', 'Two.']), 'assistant'),
    ).toBeNull()
    expect(messagesIn({ userText: 'Chatted here.', answer: 'So it is.' }, 'user')).toBeNull()
  })
})
