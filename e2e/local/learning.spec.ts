import { expectAccessible } from '../support/axe'
import { madeUpName } from '../support/names'
import { LOCAL_PORT } from '../support/servers'
import { storeStrategy } from '../support/strategies'
import { expect, test } from '../support/test'

test('an answer that uses a lesson cites it: a pill leads to it, and the inspector says why', async ({
  chat,
  page,
}) => {
  const [vendor, island] = [madeUpName(), madeUpName()]
  await chat.begin('I like to travel in the spring.')
  const conversationId = new URL(page.url()).pathname.split('/').at(-1) ?? ''
  const title = `Tickets to ${island}`
  const content = `Buy the tickets to ${island} from ${vendor} at the pier.`
  const slug = storeStrategy(LOCAL_PORT, conversationId, title, content)
  await chat.askAndWait(`From whom should one buy the tickets to ${island}?`, 2)

  const turn = page.getByRole('region', { name: 'Message 2', exact: true })
  const pill = turn.getByRole('article', { name: 'Answer' }).getByRole('link', { name: slug })
  await expect(pill).toHaveAttribute('href', `/playbook?strategy=${slug}`)
  await pill.hover()
  const card = page.getByRole('region', { name: `Lesson ${slug}` })
  await expect(card).toContainText(title)
  await expect(card).toContainText(content)
  await page.mouse.move(0, 0)

  // Other tests may have strategies for all conversations at this time.
  await chat.inspect(2)
  const listed = page
    .getByRole('list', { name: 'Lessons used' })
    .getByRole('listitem')
    .filter({ hasText: title })
  await expect(listed).toContainText(title)
  await expect(listed).toContainText('cited')
  await expect(listed.getByRole('link', { name: title })).toHaveAttribute(
    'href',
    `/playbook?strategy=${slug}`,
  )
  await expectAccessible(page)
  const before = page.getByRole('region', { name: 'Message 1', exact: true })
  await expect(before.getByRole('link', { name: slug })).toHaveCount(0)
  await expect(before.getByText(title)).toHaveCount(0)
})

test('Settings has the weights of a strategy’s score, and refuses what is no weight', async ({ page }) => {
  await page.goto('/settings#lessons')
  const recent = page.getByLabel('Recent', { exact: true })
  await expect(recent).toHaveValue('0.15')
  await recent.fill('2')
  await recent.press('Enter')
  await expect(page.getByText('Recent was not saved. Enter a number from 0 to 1.')).toBeVisible()
  await recent.fill('0.2')
  await recent.press('Enter')
  await expect(page.getByText('Recent was not saved')).toBeHidden()
  await page.getByRole('button', { name: 'Reset Weights' }).click()
  await expect(recent).toHaveValue('0.15')
})
