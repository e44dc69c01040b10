import { expectAccessible } from '../support/axe'
import { converting, FIRST, learningLine, RULE, SECOND, TITLE } from '../support/converting'
import { openPlaybook, strategy } from '../support/playbook'
import { connect } from '../support/provider'
import { expect, test } from '../support/test'

test('a failed turn teaches a guardrail; the next one like it cites it and succeeds; the playbook shows that', {
  tag: '@everyday',
}, async ({ chat, page }) => {
  const server = await converting()
  await connect(page, server)
  await chat.askAndWait(FIRST, 1)
  await expect(chat.answer(1)).toContainText('about 75 mm')
  await expect(learningLine(page, 1)).toHaveText('Judged a failure · learned 1 strategy')

  await chat.askAndWait(SECOND, 2)
  await expect(chat.answer(2)).toContainText('127.0 mm')
  await expect(learningLine(page, 2)).toHaveText('Used 1 strategy · judged a success')
  await learningLine(page, 2).click()
  await expect(page.getByRole('region', { name: 'Turn 2', exact: true })).toContainText(
    'Judged by the model, 90% sure: The conversion is exact.',
  )
  await expectAccessible(page)

  await openPlaybook(page)
  const row = strategy(page, TITLE)
  await expect(row).toContainText(RULE)
  await expect(row).toContainText('cited 1 time in 1 turn, 1 helpful')
  await expect(row).toContainText(/learned from .*turn 1/i)
  await server.close()
})

test('with learning off the same mistake is made again', async ({ chat, page }) => {
  const server = await converting()
  await connect(page, server)
  await page.goto('/settings#learning')
  const saved = page.waitForResponse(
    (response) => response.request().postData()?.includes('learning.enabled') === true,
  )
  await page.getByRole('switch', { name: 'Learn from turns' }).click()
  await saved
  await page.goto('/')
  await chat.askAndWait(FIRST, 1)
  await chat.askAndWait(SECOND, 2)
  await expect(chat.answer(2)).toContainText('about 75 mm')
  await expect(learningLine(page, 2)).toHaveCount(0)
  expect(server.requests.map(({ body }) => JSON.stringify(body)).join()).not.toContain('"verdict"')
  await server.close()
})

test('duplicates are merged on demand after their plan was shown, and undo brings both back', async ({
  page,
}) => {
  const content = 'Restore the backup on another machine once before anything is migrated.'
  await openPlaybook(page)
  for (const title of ['Try the backup', 'Test the backup first']) {
    await page.getByRole('button', { name: /^Add\s*a strategy$/ }).click()
    const form = page.getByRole('form', { name: 'Add a strategy' })
    await form.getByRole('textbox', { name: 'Title' }).fill(title)
    await form.getByRole('textbox', { name: 'What to do' }).fill(content)
    await form.getByRole('button', { name: 'Add', exact: true }).click()
    await expect(form).toBeHidden()
  }
  await page.getByRole('button', { name: 'Consolidate…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Consolidate the playbook' })
  await expect(dialog).toContainText('1 duplicate will be merged')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Consolidate', exact: true }).click()
  await expect(dialog).toBeHidden()
  await expect(strategy(page, 'Test the backup first')).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).first().click()
  await expect(strategy(page, 'Test the backup first')).toBeVisible()
  await expect(strategy(page, 'Try the backup')).toBeVisible()
})
