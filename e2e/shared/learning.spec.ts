import { expectAccessible } from '../support/axe'
import { converting, FIRST, learningLine, RULE, SECOND, TITLE } from '../support/converting'
import { addStrategy, openMore, openPlaybook, strategy } from '../support/playbook'
import { connect } from '../support/provider'
import { expect, test } from '../support/test'

test('a failed turn teaches a guardrail; the next one like it cites it and succeeds; the playbook shows that', {
  tag: '@everyday',
}, async ({ chat, page }) => {
  const server = await converting()
  await connect(page, server)
  await chat.askAndWait(FIRST, 1)
  await expect(chat.answer(1)).toContainText('about 75 mm')
  await expect(learningLine(page, 1)).toHaveText(`Learned: ${TITLE}`)

  await chat.askAndWait(SECOND, 2)
  await expect(chat.answer(2)).toContainText('127.0 mm')
  await expect(chat.quiet(2)).toHaveAttribute('title', /Used 1 lesson · judged a success by the model/)
  await chat.inspect(2)
  await expect(page.getByRole('region', { name: 'Lessons' })).toContainText(
    'Judged by the model, 90% sure: The conversion is exact.',
  )
  await expectAccessible(page)

  await openPlaybook(page)
  const row = strategy(page, TITLE)
  await expect(row).toContainText(RULE)
  await expect(row).toContainText('helped 1 of 1')
  await expect(row.getByRole('link', { name: /^Message 1 of / })).toBeVisible()
  await server.close()
})

test('with learning off the same mistake is made again', async ({ chat, page }) => {
  const server = await converting()
  await connect(page, server)
  await page.goto('/settings#learning')
  const saved = page.waitForResponse(
    (response) => response.request().postData()?.includes('learning.enabled') === true,
  )
  await page.getByRole('switch', { name: 'Learn lessons from answers' }).click()
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
  for (const title of ['Try the backup', 'Test the backup first']) await addStrategy(page, title, content)
  await openMore(page, 'Consolidate…')
  const dialog = page.getByRole('dialog', { name: 'Consolidate lessons' })
  await expect(dialog).toContainText('1 duplicate will be merged')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Consolidate', exact: true }).click()
  await expect(dialog).toBeHidden()
  await expect(strategy(page, 'Test the backup first')).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).first().click()
  await expect(strategy(page, 'Test the backup first')).toBeVisible()
  await expect(strategy(page, 'Try the backup')).toBeVisible()
})

test('of two lessons that seem to contradict each other, keeping one retires the other, until it is undone', async ({
  page,
}) => {
  const [kept, other] = ['Cache the weather', 'No cache for the weather'] as const
  await openPlaybook(page)
  await addStrategy(page, kept, 'Always cache the answers of the weather service for an hour.')
  await addStrategy(page, other, 'Never cache the answers of the weather service for an hour.')
  await openMore(page, 'Consolidate…')
  const dialog = page.getByRole('dialog', { name: 'Consolidate lessons' })
  await expect(dialog).toContainText('1 pair seems to contradict')
  await dialog.getByRole('button', { name: 'Consolidate', exact: true }).click()
  await expect(dialog).toBeHidden()
  const flagged = (title: string) => strategy(page, title).getByText('Seems to contradict')
  await expect(flagged(kept)).toHaveText(`Seems to contradict ${other}`)
  await expect(flagged(other)).toHaveText(`Seems to contradict ${kept}`)
  await expectAccessible(page)

  const keep = strategy(page, kept).getByRole('button', { name: `Keep “${kept}”, retire “${other}”` })
  await expect(keep).toHaveText('Keep this one')
  await keep.click()
  await expect(strategy(page, other)).toContainText('Retired')
  await expect(flagged(kept)).toHaveCount(0)
  const notice = page.getByRole('listitem').filter({ hasText: `Retired “${other}”` })
  await notice.getByRole('button', { name: 'Undo' }).click()
  await expect(flagged(other)).toBeVisible()
})
