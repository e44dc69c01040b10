import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/axe'
import { asksFor, playing } from '../support/dialogue'
import { serveOpenAi } from '../support/openai-server'
import { connect } from '../support/provider'
import { expect, test } from '../support/test'

const choose = async (page: Page, name: RegExp) => {
  await page.getByRole('button', { name: /^Thinking: / }).click()
  await page.getByRole('menuitemradio', { name }).click()
}

test('in Auto a greeting is answered at once and a comparison is thought about; the inspector says why', async ({
  chat,
  page,
}) => {
  const server = await serveOpenAi({ model: playing({ answer: () => ({ text: 'An answer.' }) }) })
  await connect(page, server)
  await choose(page, /^Auto/)
  await chat.askAndWait('Hi!', 1)
  await expect(chat.thinking(1)).toContainText('Answered directly')
  await expect(chat.quiet(1)).toHaveAttribute('title', /Fast: answers at once, without tools/)
  expect(server.requests.filter(asksFor('think'))).toEqual([])

  await chat.askAndWait('How has my mood changed over the past month compared to the month before?', 2)
  await expect(chat.thinking(2)).toContainText('Thought 1 round')
  await chat.turn(2).getByRole('link', { name: 'Inspect message 2' }).click()
  await expect(page.getByText(/^Standard: .* Chosen by built-in rules, \d+% sure/)).toBeVisible()
  const depth = page.getByRole('combobox', { name: 'Thinking for messages like this one' })
  await depth.click()
  const saved = page.waitForResponse(
    (response) => response.request().postData()?.includes('"depth"') ?? false,
  )
  await page.getByRole('option', { name: 'Fast: answers at once', exact: true }).click()
  await saved
  await expectAccessible(page)

  await page.reload()
  await expect(depth).toContainText('Fast: answers at once')
  await page.getByRole('button', { name: 'Close the inspector' }).click()
  await chat.askAndWait('How has my mood changed over the past month, compared to the month before?', 3)
  await expect(chat.quiet(3)).toHaveAttribute('title', /Fast: answers at once\./)
  await chat.turn(3).getByRole('button', { name: 'More for message 3' }).click()
  await page.getByRole('menuitem', { name: 'Answer again with more thinking' }).click()
  await chat.settled(3)
  await expect(chat.quiet(3)).toHaveAttribute('title', /Thorough: thinks up to 7 rounds/)
  await expect(chat.turn(3).getByText('2 / 2')).toBeVisible()
  await server.close()
})

test('/reflect and /fast choose the depth of one message and are not part of it', async ({ chat, page }) => {
  const server = await serveOpenAi({ model: playing({ answer: () => ({ text: 'An answer.' }) }) })
  await connect(page, server)
  await chat.askAndWait('/fast Why do I always procrastinate?', 1)
  await expect(chat.quiet(1)).toHaveAttribute('title', /Fast: answers at once, without tools/)
  await expect(chat.turn(1)).not.toContainText('/fast')
  await chat.askAndWait('!reflect Hello', 2)
  await expect(chat.quiet(2)).toHaveAttribute('title', /Thorough: thinks up to 7 rounds/)
  await expect(chat.turn(2)).not.toContainText('!reflect')

  await chat.ask('/reflect')
  await expect(chat.alert('There is no message after /reflect.')).toContainText(
    'Write your question on the same line',
  )
  await expect(chat.message).toHaveValue('/reflect')
  await server.close()
})
