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

test('a turn is replayed step by step in the inspector, and a step opens its prompt', async ({
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
  const row = (name: RegExp) => trace.getByRole('treeitem', { name })
  const playhead = trace.getByRole('slider', { name: 'Playhead' })
  const card = trace.getByRole('region', { name: 'At the playhead' })
  await expect(row(/^Message 2, .* tokens in, /)).toHaveAttribute('aria-level', '1')
  await expect(row(/^Round 1, /)).toHaveAttribute('aria-level', '2')
  await expect(row(/^search_memories, /)).toHaveAttribute('aria-level', '3')
  await expect(row(/^recall_context, /)).toHaveAttribute('aria-level', '3')
  await expect(card).toContainText('The one at noon')
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

  await test.step('the playhead is moved by keyboard, from moment to moment', async () => {
    await playhead.focus()
    await page.keyboard.press('Home')
    await expect(playhead).toHaveAttribute('aria-valuetext', /^0 ms of .*: prepare$/)
    await expect(row(/^Round 1, /)).toHaveAttribute('data-state', 'later')
    await expectAccessible(page)
    while (!/: round 1$/.test((await playhead.getAttribute('aria-valuetext')) ?? ''))
      await page.keyboard.press('ArrowRight')
    await expect(row(/^Round 1, /)).toHaveAttribute('data-state', 'now')
    await expect(row(/^Answer, /)).toHaveAttribute('data-state', 'later')
    await expect(card).toContainText('Waiting for the first token.')
    while (!/round 2/.test((await playhead.getAttribute('aria-valuetext')) ?? ''))
      await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowLeft')
    await expect(card).toContainText('I look for the ferry.')
    await expect(card).toContainText('search_memories(query="ferry")')
    await expect(card).toContainText('What was found is already in this prompt.')
    await page.keyboard.press('End')
    await expect(playhead).toHaveAttribute('aria-valuetext', /: the end$/)
  })

  await test.step('it plays to the end, in jumps where motion is unwanted and smoothly where it is not', async () => {
    for (const reducedMotion of ['reduce', 'no-preference'] as const) {
      await page.emulateMedia({ reducedMotion })
      await trace.getByRole('button', { name: 'Speed: 1 times' }).click()
      await trace.getByRole('button', { name: 'Replay this answer' }).click()
      await expect(playhead).toHaveAttribute('aria-valuetext', /: the end$/)
      await expect(trace.getByRole('button', { name: 'Replay this answer' })).toBeVisible()
      await trace.getByRole('button', { name: 'Speed: 4 times' }).click()
    }
  })

  await test.step('the tree is walked and folded by keyboard, and Enter opens the prompt of a step', async () => {
    await row(/^Message 2, /).focus()
    await page.keyboard.press('ArrowDown')
    await expect(row(/^Prepare, /)).toBeFocused()
    await row(/^Round 1, /).focus()
    await page.keyboard.press('ArrowLeft')
    await expect(row(/^search_memories, /)).toBeHidden()
    await page.keyboard.press('ArrowDown')
    await expect(row(/^Round 2, /)).toBeFocused()
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
