import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/axe'
import { Chat } from '../support/chat'
import { madeUpName } from '../support/names'
import { expect, test } from '../support/test'
import { chatGptConversation, Transfer } from '../support/transfer'

const waiting = (page: Page) => page.getByRole('list', { name: 'Files to send' }).getByRole('listitem')
/** Attaches a file and waits until this browser keeps it with the draft. */
const attach = async (page: Page, name: string, text: string) => {
  await page
    .locator('input[type=file]')
    .setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(text) })
  await expect.poll(() => page.evaluate(() => JSON.stringify({ ...localStorage }))).toContain(name)
}

test('attached files survive navigation and reload, and are sent with the message', async ({
  chat,
  page,
}) => {
  const name = madeUpName()
  await chat.begin(`Hello from ${name}`)
  await attach(page, 'plan.md', 'alpha plan')
  await chat.message.fill('read plan.md')
  await chat.startAnother()
  await expect(waiting(page)).toHaveCount(0)
  await chat.row(new RegExp(name)).click()
  await expect(waiting(page)).toHaveText([/plan\.md/])
  await page.reload()
  await expect(waiting(page)).toHaveText([/plan\.md/])
  await expect(chat.message).toHaveValue('read plan.md')
  await expectAccessible(page)
  await chat.send.click()
  await expect(chat.answer(2)).toContainText('alpha plan')
  await chat.settled(2)
  await page.reload()
  await chat.settled(2)
  await expect(waiting(page)).toHaveCount(0)
})

test('files of a new conversation are kept too; one sent from another tab is removed with a notice', async ({
  chat,
  page,
  context,
}) => {
  await chat.open()
  await attach(page, 'mine.md', 'beta file')
  await attach(page, 'other.md', 'gamma file')
  await page.reload()
  await expect(waiting(page)).toHaveText([/mine\.md/, /other\.md/])
  await page.getByRole('button', { name: 'Remove other.md' }).click()
  const second = new Chat(await context.newPage())
  await second.open()
  await expect(waiting(second.page)).toHaveText([/mine\.md/])
  await second.ask('read mine.md')
  await expect(second.answer(1)).toContainText('beta file')
  await second.settled(1)

  await page.evaluate(() =>
    localStorage.setItem(
      'mneme.draft-files.new',
      JSON.stringify([{ uploadId: 'up_gone', path: 'mine.md', bytes: 9 }]),
    ),
  )
  await page.reload()
  await expect(page.getByText('mine.md is no longer attached.')).toBeVisible()
  await expect(waiting(page)).toHaveCount(0)
  await page.reload()
  await expect(chat.message).toBeVisible()
  await expect(page.getByText('mine.md is no longer attached.')).toBeHidden()
})

test('dropping an export on a chat offers to import it', async ({ chat, page }) => {
  const [title, said] = [madeUpName(), madeUpName()]
  const transfer = new Transfer(page)
  await chat.open()
  await transfer.drop('photos.zip', Buffer.from('PK'))
  const offer = page.getByRole('status').filter({ hasText: 'photos.zip looks like an export. Import it?' })
  await expect(offer).toContainText('ZIP files cannot be attached.')
  await expect(waiting(page)).toHaveCount(0)
  await expectAccessible(page)
  await offer.getByRole('button', { name: 'Dismiss' }).click()
  await expect(offer).toBeHidden()

  await transfer.drop(
    'talk.json',
    JSON.stringify([chatGptConversation(madeUpName(), title, [['user', said]])]),
  )
  const other = page.getByRole('status').filter({ hasText: 'talk.json looks like an export.' })
  await expect(other.getByRole('button', { name: 'Attach' })).toBeVisible()
  await other.getByRole('button', { name: 'Import' }).click()
  await expect(page).toHaveURL(/\/import$/)
  await expect(transfer.item('talk.json')).toContainText('Added 1 conversation with 1 message.')
})
