import { describe, expect, it } from 'vitest'
import { joinedTurns, type SpokenMessage } from './turns'

const DAY = Date.UTC(2031, 0, 1)
const said = (speaker: string, text: string, minutes = 0, session: string | null = null): SpokenMessage => ({
  id: `${speaker}${minutes}${text}`,
  speaker,
  part: speaker === 'Bram' ? 'user' : 'assistant',
  text,
  at: new Date(DAY + minutes * 60_000),
  session,
})
const texts = async (messages: SpokenMessage[]) =>
  (await joinedTurns(messages, new Date(DAY))).map((turn) => [turn.userText, turn.answer])

describe('turns of a conversation', () => {
  it('join consecutive messages and know where each lies', async () => {
    const messages = [
      said('Ilse', 'Hi.'),
      said('Bram', 'One.'),
      said('Bram', 'Two.'),
      said('Ilse', 'Three.'),
      said('Bram', 'Four.'),
    ]
    expect(await texts(messages)).toEqual([
      ['', 'Hi.'],
      ['One.\n\nTwo.', 'Three.'],
      ['Four.', ''],
    ])
    for (const turn of await joinedTurns(messages, new Date(DAY)))
      for (const message of turn.messages)
        expect(
          (message.part === 'user' ? turn.userText : turn.answer).slice(message.start, message.end),
        ).toMatch(/^\w+\.$/)
  })

  it('begin anew with a session, or after eight hours of silence', async () => {
    expect(await texts([said('Bram', 'One.', 0, '1'), said('Bram', 'Two.', 1, '2')])).toHaveLength(2)
    expect(await texts([said('Bram', 'One.'), said('Ilse', 'Late.', 8 * 60 + 1)])).toEqual([
      ['One.', ''],
      ['', 'Late.'],
    ])
    expect(await texts([said('Bram', 'One.'), said('Ilse', 'In time.', 8 * 60)])).toHaveLength(1)
  })

  it('take missing dates from before', async () => {
    expect(
      (
        await joinedTurns(
          [{ ...said('Bram', 'a'), at: null }, said('Ilse', 'b', 5), { ...said('Bram', 'c'), at: null }],
          new Date(0),
        )
      ).map((turn) => turn.at.getTime()),
    ).toEqual([0, DAY + 300_000, DAY + 300_000])
  })
})
