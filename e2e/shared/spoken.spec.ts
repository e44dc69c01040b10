import { readFileSync } from 'node:fs'
import path from 'node:path'
import { asksFor, playing } from '../support/dialogue'
import { frames } from '../support/frames'
import { serveOpenAi } from '../support/openai-server'
import { connect } from '../support/provider'
import { Speech } from '../support/speech'
import { hearPage } from '../support/speech-heard'
import { expect, test } from '../support/test'

const DOC = readFileSync(path.resolve(import.meta.dirname, '../../docs/screen-reader.md'), 'utf8')
/** The code blocks of the page: what is announced, and what is read when walking through the turn. */
const [HEARD = '', READ = ''] = [...DOC.matchAll(/```\w*\n([\s\S]*?)```/g)].map(([, text = '']) =>
  text.trim(),
)
const QUESTION = 'What colour is the door of the hut?'

test('a screen reader hears a turn of two rounds in a few words, and reads it in order', async ({
  chat,
  page,
}) => {
  const [rounds, answer] = [[new Speech(), new Speech()], new Speech()]
  const server = await serveOpenAi({
    model: playing({
      think: (question, round) =>
        question === QUESTION
          ? {
              text: rounds[round - 1],
              calls: [
                ...(round === 1 ? [{ name: 'recall_context', args: { keywords: ['hut', 'door'] } }] : []),
                {
                  name: 'continue_thinking',
                  args: { continueThinking: round < 2, reason: `Round ${round} is over.`, nextFocus: 'hut' },
                },
              ],
            }
          : undefined,
      answer: (question) => ({
        text: question === QUESTION ? answer : 'Noted.',
      }),
    }),
  })
  await connect(page, server)
  await chat.askAndWait('The hut above the lake has a red door.', 1)
  await chat.askAndWait('The path to it is steep.', 2)

  const heard = await hearPage(page)
  await chat.ask(QUESTION)
  for (const [i, round] of rounds.entries()) {
    round.say('The hut was described before. ')
    await expect(chat.round(3, i + 1)).toContainText('The hut was described')
    round.end()
  }
  await server.seen(asksFor('act', QUESTION))
  for (const word of ['You ', 'said ', 'so: ']) answer.say(word)
  await expect(chat.answer(3)).toContainText('You said so:')
  answer.say('It is red [turn 1].').end()
  await chat.settled(3)
  await frames(page, 30)
  // How long a decision is shown depends on the machine.
  const lasting = (await heard()).filter((said) => !/, (?:continuing|ready to answer)$/.test(said))
  expect(lasting.join('\n')).toBe(HEARD)

  const turn = await chat.turn(3).ariaSnapshot()
  const read = turn.replace(/\n *- \/url: .*/g, '').replace(/ [\d.]+ (?:ms|s)(?="|$)/gm, ' 2 s')
  expect(read).toBe(READ)
  await server.close()
})
