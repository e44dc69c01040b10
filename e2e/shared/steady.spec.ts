import { asksFor, isRound, playing } from '../support/dialogue'
import { frames } from '../support/frames'
import { madeUpName } from '../support/names'
import { serveOpenAi } from '../support/openai-server'
import { watchPositions } from '../support/positions'
import { connect } from '../support/provider'
import { Speech } from '../support/speech'
import { expect, test } from '../support/test'

/** Every message, and the heading and the thinking line of every turn. */
const READ = '[data-said], [data-turn] > h2, [data-turn] > section > div > button'
const LINES = 'The hut stands above the lake, and the path to it is steep and long.\n\n'

for (const [device, viewport] of [
  ['a desktop', { width: 1440, height: 900 }],
  ['a phone', { width: 390, height: 844 }],
] as const)
  test(`on ${device} nothing that is being read moves during three rounds and a long answer`, async ({
    chat,
    page,
  }) => {
    await page.setViewportSize(viewport)
    const hut = madeUpName()
    const QUESTION = `What do you know about the hut ${hut}?`
    const [rounds, answer] = [[new Speech(), new Speech(), new Speech()], new Speech()]
    const server = await serveOpenAi({
      model: playing({
        think: (question, round) =>
          question === QUESTION
            ? {
                reasoning: `Reasoning of round ${round}. `.repeat(30),
                text: rounds[round - 1],
                calls: [
                  { name: 'recall_context', args: { keywords: [hut, `round ${round}`] } },
                  {
                    name: 'continue_thinking',
                    args: { continueThinking: round < 3, reason: `Round ${round} is over.`, nextFocus: hut },
                  },
                ],
              }
            : undefined,
        answer: (question) => ({ text: question === QUESTION ? answer : LINES.repeat(12) }),
      }),
    })
    await connect(page, server)
    await chat.askAndWait(`The hut ${hut} has a red door.`, 1)
    await chat.askAndWait(`The hut ${hut} belongs to my aunt.`, 2)

    server.hold(isRound(1))
    const positions = await watchPositions(page, READ, QUESTION)
    await chat.ask(QUESTION)
    await expect(chat.thinking(3)).toContainText(/^(starting|round 1 of 5).*\d s/)
    await expect(chat.turn(3)).toBeInViewport()
    server.release()
    for (const [i, round] of rounds.entries()) {
      round.say(LINES.repeat(6))
      await expect(chat.round(3, i + 1)).toContainText('The hut stands above the lake')
      await expect(chat.round(3, i + 1)).toContainText(`Reasoning of round ${i + 1}.`)
      round.say('Enough of this.').end()
    }
    await server.seen(asksFor('act', QUESTION))
    for (let i = 0; i < 20; i += 1) {
      answer.say(LINES)
      await frames(page, 3)
    }
    await expect(chat.thinking(3)).toContainText(/^Thought 3 rounds · \d memor(y|ies) · /)
    await expect(page.getByRole('button', { name: 'New text below' })).toBeVisible()
    answer.say('That is all [turn 1].').end()
    await chat.settled(3)
    const soFar = await positions.samples()
    await expect.poll(positions.samples).toBeGreaterThan(soFar + 10)
    const { samples, moved } = await positions.stop()
    expect(samples).toBeGreaterThan(20)
    expect(moved).toEqual([])

    // Negative control: a shift of 1 px is seen.
    const again = await watchPositions(page, READ, QUESTION)
    await expect.poll(again.samples).toBeGreaterThan(2)
    await page.getByRole('region', { name: 'Conversation' }).evaluate((view) => view.scrollBy(0, 1))
    expect((await again.stop()).moved.length).toBeGreaterThan(0)
    await server.close()
  })
