import { expectAccessible } from '../support/axe'
import { expect, test } from '../support/test'

test('a file shows the changes between versions, and version numbers continue after it was deleted', async ({
  chat,
  page,
}) => {
  await chat.begin('write "alpha one" to notes.md')
  await chat.askAndWait('write "alpha two" to notes.md', 2)
  await chat.askAndWait('delete notes.md', 3)
  await chat.askAndWait('write "alpha three" to notes.md', 4)
  await page.getByRole('tab', { name: 'Files' }).click()
  const file = page.getByRole('region', { name: 'Files' }).getByRole('button', { name: /notes\.md/ })
  await expect(file).toContainText('version 3, message 4')
  await file.click()
  await page.getByRole('button', { name: 'Changes' }).click()
  const changes = page.getByRole('figure', { name: 'Changes' })
  await expect(changes).toContainText('1 line added, 1 removed since version 2')
  await expect(changes.locator('del')).toContainText('- alpha two')
  await expect(changes.locator('ins')).toContainText('+ alpha three')
  await expectAccessible(page)
  await page.getByRole('combobox', { name: 'Compared with' }).click()
  await page.getByRole('option', { name: /version 1/ }).click()
  await expect(changes.locator('del')).toContainText('- alpha one')
})

test('a deleted file or an earlier version can be restored with the next message', async ({ chat, page }) => {
  await chat.begin('write "alpha one" to docs/plan.md')
  await chat.askAndWait('delete docs/plan.md', 2)
  await page.getByRole('tab', { name: 'Files' }).click()
  const deleted = page.getByRole('region', { name: 'Deleted files' })
  await expect(deleted).toContainText('version 1, deleted in message 2')
  await expectAccessible(page)
  await deleted.getByRole('button', { name: 'Restore docs/plan.md' }).click()
  await deleted.getByRole('button', { name: 'Restore docs/plan.md' }).click()
  await expect(page.getByRole('list', { name: 'Files to send' }).getByRole('listitem')).toHaveText([
    /docs\/plan\.md/,
  ])
  await chat.askAndWait('write "beta two" to docs/plan.md', 3)
  await expect(deleted).toBeHidden()
  await page
    .getByRole('region', { name: 'Files' })
    .getByRole('button', { name: /docs\/plan\.md/ })
    .click()
  await page.getByRole('combobox', { name: 'Version' }).click()
  await page.getByRole('option', { name: /^Version 2, uploaded in message 3/ }).click()
  await page.getByRole('button', { name: 'Restore' }).click()
  await expect(page.getByRole('list', { name: 'Files to send' }).getByRole('listitem')).toHaveText([
    /docs\/plan\.md/,
  ])
  await chat.askAndWait('read docs/plan.md', 4)
  await expect(chat.answer(4)).toContainText('alpha one')
})

test('files over the limit per message are named and not sent', async ({ chat, page }) => {
  await chat.open()
  const files = Array.from({ length: 22 }, (_, i) => ({
    name: `f${i}.txt`,
    mimeType: 'text/plain',
    buffer: Buffer.from('x'),
  }))
  await page.locator('input[type=file]').setInputFiles(files)
  await expect(page.getByText('A message can have up to 20 files; 2 were not attached.')).toBeVisible()
  await expect(page.getByRole('list', { name: 'Files to send' }).getByRole('listitem')).toHaveCount(20)
})

test('the depth chosen for a conversation is kept', async ({ chat, page }) => {
  await chat.open()
  await page.getByRole('button', { name: /^Thinking: / }).click()
  await page.getByRole('menuitemradio', { name: /^Quick/ }).click()
  const stored = page.waitForResponse(
    (response) =>
      response.request().method() === 'POST' &&
      (response.request().postData() ?? '').includes('thinking.preset'),
  )
  await chat.askAndWait('Hello', 1)
  await stored
  await page.reload()
  await page.getByRole('button', { name: 'Thinking: Quick' }).click()
  await page.getByRole('menuitemradio', { name: /^Default/ }).click()
  await expect(page.getByRole('button', { name: 'Thinking: Standard' })).toBeVisible()
})
