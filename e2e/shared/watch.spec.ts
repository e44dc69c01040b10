import { expectAccessible } from '../support/axe'
import { asksFor, playing } from '../support/dialogue'
import { madeUpName } from '../support/names'
import { serveOpenAi } from '../support/openai-server'
import { connect } from '../support/provider'
import { Speech } from '../support/speech'
import { expect, test } from '../support/test'

test('thinking is shown live: rounds, recalls, decisions and tool calls; then it folds to one line', {
  tag: '@everyday',
}, async ({ chat, page }) => {
  const hut = madeUpName()
  const QUESTION = 'Compare the names so far and keep one in a file.'
  const round1 = new Speech().say('The hut was named before, ')
  const answer = new Speech().say('It is ')
  const server = await serveOpenAi({
    model: playing({
      think: (question, round) => {
        if (question !== QUESTION) return
        if (round === 2)
          return {
            text: 'Now I know the name.',
            calls: [
              { name: 'continue_thinking', args: { continueThinking: false, reason: 'The name is known.' } },
            ],
          }
        const calls = [
          { name: 'recall_context', args: { keywords: [hut] } },
          {
            name: 'continue_thinking',
            args: { continueThinking: true, reason: 'The name has to be looked up.', nextFocus: 'the name' },
          },
        ]
        return { text: round1, calls }
      },
      answer: (question, step) => {
        if (question !== QUESTION) return { text: 'I see.' }
        return step === 0
          ? { calls: [{ name: 'write_file', args: { path: 'hut.md', text: hut } }] }
          : { text: answer }
      },
    }),
  })
  await connect(page, server)
  await chat.askAndWait(`The hut in the valley is called ${hut}.`, 1)

  await chat.ask(QUESTION)
  await expect(chat.thinking(2)).toContainText('round 1 of 5, thinking')
  await expect(chat.round(2, 1)).toContainText('The hut was named before,')
  await expect(page.locator('[data-announcer]')).toHaveText(/round 1, thinking/)
  await expectAccessible(page)

  server.hold((request) => asksFor('think', QUESTION)(request))
  round1.say('so I look it up.').end()
  await expect(chat.thinking(2)).toContainText('Recalled 1 memory: valley.')
  const recalled = page
    .getByRole('list', { name: 'Recalled for this message' })
    .getByRole('link', { name: /^Message 1 (strong|fair|weak|source)$/ })
  await expect(recalled).toBeVisible()
  await recalled.hover()
  await expect(page.getByText(`Matches “${hut}”`)).toBeVisible()
  server.release()
  await expect(chat.answer(2)).toHaveText('It is')
  await expect(page.locator('[data-announcer]')).toHaveText('answering')
  answer.say(`${hut} [turn 1].`).end()
  await chat.settled(2)
  await expect(page.locator('[data-announcer]')).toHaveText('done')

  await expect(chat.thinking(2)).toContainText(/^Thought 2 rounds · 1 memory · /)
  await expect(chat.round(2, 1)).toBeHidden()
  await chat.expandThinking(2)
  await expect(chat.quiet(2)).toHaveText(/^1 memory · /)
  await expect(chat.quiet(2)).toHaveAttribute('title', /By Mneme’s own count .* tokens in all; plain chat: /)
  await expect(chat.round(2, 1)).toContainText('The hut was named before, so I look it up.')
  await expect(chat.round(2, 1)).toContainText('The name has to be looked up. Next: the name')
  await expect(chat.round(2, 2)).toContainText('The name is known.')
  await expect(chat.chips(2)).toHaveText([/^Message 1 (strong|fair|weak|source)$/])
  await chat.thinking(2).getByText('write_file').last().click()
  await expect(chat.thinking(2)).toContainText(`"text": "${hut}"`)
  await expectAccessible(page)

  await chat.chips(2).first().hover()
  await expect(page.getByText(`Matches “${hut}”`).last()).toBeVisible()
  await chat.chips(2).first().click()
  await expect(chat.turn(1)).toBeInViewport()
  await server.close()
})

test('the tokens of an answer are one number in every place, before and after memory’s own calls', async ({
  chat,
  page,
}) => {
  const server = await serveOpenAi({ model: playing({ answer: () => ({ text: 'I see.' }) }) })
  await connect(page, server)
  await chat.askAndWait(`My boat is called ${madeUpName()}.`, 1)
  server.hold(asksFor('form'))
  await chat.askAndWait('What is my boat called?', 2)
  const spent = async () =>
    /[\d,]+ tokens in, [\d,]+ out/.exec((await chat.quiet(2).getAttribute('title')) ?? '')?.[0]
  const shown = await spent()
  const [input = '', output = ''] = shown?.match(/[\d,]+(?= tokens in,| out)/g) ?? []

  server.release()
  await page.getByRole('tab', { name: 'Costs' }).click()
  const rows = page.getByRole('region', { name: 'Calls', exact: true })
  await expect(rows.getByRole('row', { name: /^Memory’s own calls/ })).toBeVisible()
  await expect(rows.getByRole('row', { name: /^This answer/ })).toContainText(input)
  expect(await spent()).toBe(shown)
  await page.reload()
  await expect(chat.quiet(2)).toHaveAttribute('title', /[\d,]+ for memory’s own calls/)
  expect(await spent()).toBe(shown)
  await chat.turn(2).getByRole('link', { name: 'Inspect message 2' }).click()
  await expect(page.getByText(new RegExp(`^${input} in, ${output} out, then .* for memory$`))).toBeVisible()
  await server.close()
})

test('in fast mode, the answer starts at once', async ({ chat, page }) => {
  const server = await serveOpenAi({ model: playing({ answer: () => ({ text: 'At once.' }) }) })
  await connect(page, server)
  await page.getByRole('button', { name: /^Thinking: / }).click()
  await page.getByRole('menuitemradio', { name: /^Fast/ }).click()
  await chat.askAndWait('Quick one.', 1)
  await expect(chat.thinking(1)).toContainText('Answered directly')
  expect(server.requests.filter(asksFor('think'))).toEqual([])
  await server.close()
})
