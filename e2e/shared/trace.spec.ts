import { expectAccessible } from '../support/axe'
import { playing } from '../support/dialogue'
import { serveOpenAi } from '../support/openai-server'
import { connect } from '../support/provider'
import { expect, test } from '../support/test'
import { chatGptConversation, Transfer } from '../support/transfer'

const QUESTION = 'Which ferry did I want to take?'

/** A model that looks the ferry up in one round, and is done in the next. */
const serveFerry = () =>
  serveOpenAi({
    model: playing({
      think: (question, round) =>
        question === QUESTION && round === 1
          ? {
              text: 'I look for the ferry.',
              calls: [
                { name: 'search_memories', args: { query: 'ferry' } },
                { name: 'recall_context', args: { turnNumbers: [1] } },
                {
                  name: 'continue_thinking',
                  args: { continueThinking: true, reason: 'One more look.', nextFocus: 'the ferry' },
                },
              ],
            }
          : undefined,
      answer: (question) => ({ text: question === QUESTION ? 'The one at noon [turn 1].' : 'Noted.' }),
    }),
  })

test('the inspector shows the steps of a turn on a timeline, and a step opens its prompt', async ({
  chat,
  page,
}) => {
  const server = await serveFerry()
  await connect(page, server)
  await chat.askAndWait('I want to take the ferry at noon.', 1)
  await chat.askAndWait(QUESTION, 2)
  await chat.turn(2).getByRole('link', { name: 'Inspect message 2' }).click()
  await page.getByRole('link', { name: 'Open as a page' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /^Message 2 of / })).toBeVisible()

  const trace = page.getByRole('region', { name: 'Trace', exact: true })
  const row = (name: RegExp) => trace.getByRole('button', { name })
  await expect(trace.getByRole('group', { name: /^Message 2, .* tokens in, / })).toBeVisible()
  for (const name of [/^Round 1, /, /^search_memories, /, /^recall_context, /])
    await expect(row(name)).toBeVisible()
  await expect(page.getByText('The one at noon.').first()).toBeVisible()
  await expectAccessible(page)

  await test.step('nothing scrolls inside the trace, and the prompt says who counted', async () => {
    const boxes = await trace.evaluate(
      (region) =>
        [...region.querySelectorAll('*')].filter((one) => /auto|scroll/.test(getComputedStyle(one).overflowY))
          .length,
    )
    expect(boxes).toBe(0)
    await expect(page.getByRole('article', { name: 'Round 1' })).toContainText(
      /[\d,]+ tokens, estimated; [\d,]+ reported/,
    )
    await expect(trace).toContainText('A call includes the tools it started')
  })

  await test.step('a row opens the prompt of its step, by keyboard too', async () => {
    await row(/^Round 2, /).focus()
    await page.keyboard.press('Enter')
    const prompt = page.getByRole('article', { name: 'Round 2' })
    await expect(prompt.getByRole('button', { name: /^Round 2/ })).toBeFocused()
    await expect(prompt).toContainText('Everything needed is here.')
  })

  await test.step('on a phone each bar stands under its name, and nothing is wider than the screen', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await expect(row(/^Answer, /)).toBeVisible()
    const wide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)
    expect(wide).toBe(false)
    await expectAccessible(page)
  })
  await server.close()
})

test('an imported turn says why it has no timeline', async ({ chat, page }) => {
  const transfer = new Transfer(page)
  await transfer.open()
  const diary = chatGptConversation('d', 'Diary', [
    ['user', 'It rained.'],
    ['assistant', 'I see.'],
  ])
  await transfer.choose('conversations.json', JSON.stringify([diary]))
  await expect(transfer.item('conversations.json')).toContainText('Added 1 conversation')
  await page.goto('/')
  await chat.row('Diary').click()
  await chat.turn(1).getByRole('link', { name: 'Inspect message 1' }).click()
  await expect(page.getByRole('region', { name: 'Trace', exact: true })).toContainText(
    'No timeline: this message was imported, and the file has no step times.',
  )
})
