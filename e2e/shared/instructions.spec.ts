import { expectAccessible } from '../support/axe'
import { playing } from '../support/dialogue'
import { serveOpenAi } from '../support/openai-server'
import { connect } from '../support/provider'
import { expect, test } from '../support/test'

test('own instructions, for all conversations and for one, reach the model below the rules', async ({
  chat,
  page,
}) => {
  const server = await serveOpenAi({ model: playing({ answer: () => ({ text: 'As you wish.' }) }) })
  await connect(page, { ...server, key: 'sk-of-instructions-1234' })
  await page.goto('/settings#instructions')
  const everywhere = page.getByRole('textbox', { name: 'How Mneme should answer in every conversation' })
  await everywhere.fill('Call me Captain.')
  await page.getByRole('button', { name: 'Save instructions' }).click()
  await expect(page.getByText('Saved. It applies from your next message.')).toBeVisible()
  await page.reload()
  await expect(everywhere).toHaveValue('Call me Captain.')
  await expectAccessible(page)

  const told = (text: string) =>
    server.requests.some(({ options }) => JSON.stringify(options?.prompt).includes(text))
  await chat.begin('What is a sextant?')
  expect(told('Call me Captain.')).toBe(true)

  await chat.conversations
    .getByRole('button', { name: /^Actions for / })
    .first()
    .click()
  await page.getByRole('menuitem', { name: 'Instructions' }).click()
  const here = page.getByRole('textbox', { name: 'How Mneme should answer in this conversation' })
  await here.fill('Answer in one word.')
  await expectAccessible(page)
  await here.press('Control+Enter')
  await expect(page.getByText('Instructions saved')).toBeVisible()
  await chat.askAndWait('And an octant?', 2)
  expect(told('Answer in one word.')).toBe(true)

  await page.goto('/settings#instructions')
  await everywhere.fill('')
  await page.getByRole('button', { name: 'Save instructions' }).click()
  await expect(page.getByText('Saved. It applies from your next message.')).toBeVisible()
})
