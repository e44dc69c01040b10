import { expectAccessible } from '../support/axe'
import { madeUpName } from '../support/names'
import { expect, test } from '../support/test'

test('a conversation is tagged, filtered, archived, recalled and brought back by a message', async ({
  chat,
  page,
}) => {
  const name = madeUpName()
  await chat.begin(`My shed is called ${name}.`)
  const address = page.url()
  const own = page.locator(`nav a[href="${new URL(address).pathname}"]`)
  const filter = chat.conversations.getByRole('group', { name: 'Filter by tag' })
  const organise = async (item: string) => {
    await page.getByRole('button', { name: 'Conversation menu' }).click()
    await page.getByRole('menuitem', { name: item }).click()
  }
  const tags = page.getByRole('dialog')

  await expect(filter).toBeHidden()
  await organise('Tags…')
  await tags.getByRole('combobox').fill('  Garden  ')
  await expect(tags.getByRole('option', { name: 'Create “Garden”' })).toBeVisible()
  await expectAccessible(page)
  await tags.getByRole('combobox').press('Enter')
  await expect(tags.getByRole('button', { name: 'Remove Garden' })).toBeVisible()
  await page.keyboard.press('Escape')

  await page.goto('/')
  await chat.askAndWait('Something else: the bread is brown.', 1)
  const otherPath = new URL(page.url()).pathname
  await filter.getByRole('button', { name: /^Garden/ }).click()
  await expect(own).toBeVisible()
  await expect(page.locator(`nav a[href="${otherPath}"]`)).toBeHidden()
  await page.reload()
  await expect(filter.getByRole('button', { name: /^Garden/, pressed: true })).toBeVisible()
  await expect(page.locator(`nav a[href="${otherPath}"]`)).toBeHidden()
  await expectAccessible(page)
  await filter.getByRole('button', { name: /^Garden/ }).click()
  await expect(page.locator(`nav a[href="${otherPath}"]`)).toBeVisible()

  await own.click()
  await expect(chat.answer(1)).toContainText(name)
  await organise('Archive')
  await expect(page.getByText('It can still be read, found in search and recalled.')).toBeVisible()
  await expect(own).toBeHidden()
  await expect(filter).toBeHidden()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(own).toBeVisible()
  await organise('Archive')
  await expect(own).toBeHidden()

  await chat.conversations.getByRole('link', { name: 'Archived' }).click()
  const entry = page
    .getByRole('region', { name: 'Archived conversations' })
    .getByRole('listitem')
    .filter({ hasText: name })
    .first()
  await expect(entry).toContainText('Garden')
  await expectAccessible(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectAccessible(page)
  await page.emulateMedia({ colorScheme: 'light' })

  await page.goto('/')
  await chat.askAndWait('What is my shed called?', 1)
  await expect(chat.answer(1)).toContainText(name)

  await page.goto(address)
  await expect(page.getByRole('main').getByText('Archived', { exact: true })).toBeVisible()
  await chat.askAndWait('And the shed has a red door.', 2)
  await expect(own).toBeVisible()
  await expect(page.getByRole('main').getByText('Archived', { exact: true })).toBeHidden()

  await organise('Tags…')
  await tags.getByRole('button', { name: 'Rename or delete tags…' }).click()
  await tags.getByRole('button', { name: 'Rename Garden' }).click()
  await tags.getByRole('textbox', { name: 'New name of Garden' }).fill('Outside')
  await expectAccessible(page)
  await tags.getByRole('button', { name: 'Rename', exact: true }).click()
  await expect(tags.getByRole('button', { name: 'Delete Outside' })).toBeVisible()
  await tags.getByRole('button', { name: 'Delete Outside' }).click()
  await expect(tags.getByText('No tags left')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(filter).toBeHidden()
  await page.getByRole('button', { name: 'Undo' }).first().click()
  await expect(filter.getByRole('button', { name: /^Outside/ })).toBeVisible()
})

test('a conversation is renamed, exported and deleted from the menu at its top', async ({ chat, page }) => {
  const [name, title] = [madeUpName(), `Shed of ${madeUpName()}`]
  await chat.begin(`My shed is called ${name}.`)
  const choose = async (item: string) => {
    await page.getByRole('button', { name: 'Conversation menu' }).click()
    await page.getByRole('menuitem', { name: item, exact: true }).click()
  }
  await choose('Rename')
  const dialog = page.getByRole('dialog', { name: 'Rename conversation' })
  await expectAccessible(page)
  await dialog.getByRole('textbox', { name: 'Conversation title' }).fill(title)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
  await expect(chat.conversations.getByRole('link', { name: title })).toBeVisible()

  const download = page.waitForEvent('download')
  await choose('Export')
  expect((await download).suggestedFilename()).not.toBe('')

  const address = page.url()
  await choose('Delete')
  await expect(chat.conversations.getByRole('link', { name: title })).toBeHidden()
  await expect(page).not.toHaveURL(address)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page).toHaveURL(address)
  await expect(chat.answer(1)).toContainText(name)
})

test('a list without conversations says that all are archived, also after a reload', async ({
  chat,
  page,
}) => {
  await chat.open()
  await expect(page.getByText('No conversations yet')).toBeVisible()
  await chat.askAndWait('My shed is green.', 1)
  await page.getByRole('button', { name: 'Conversation menu' }).click()
  await page.getByRole('menuitem', { name: 'Archive', exact: true }).click()
  for (const visit of ['at once', 'after a reload']) {
    await expect(page.getByText('Every conversation is archived'), visit).toBeVisible()
    await expect(page.getByText('No conversations yet')).toBeHidden()
    await chat.open()
    await expect(page.getByRole('heading', { name: 'What’s on your mind?' })).toBeVisible()
  }
  await expectAccessible(page)
})

test('a tag is found by typing, and its conversations when all are archived', async ({ chat, page }) => {
  const [name, tag] = [madeUpName(), madeUpName()]
  await chat.begin(`My shed is called ${name}.`)
  const choose = async (item: string) => {
    await page.getByRole('button', { name: 'Conversation menu' }).click()
    await page.getByRole('menuitem', { name: item, exact: true }).click()
  }
  await choose('Tags…')
  await page.getByRole('combobox', { name: 'Add a tag' }).fill(tag)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: `Remove ${tag}` })).toBeVisible()
  await page.keyboard.press('Escape')
  await choose('Archive')
  await expect(page.getByText(`Archived “`)).toBeVisible()

  const results = page.getByRole('list', { name: 'Results' }).getByRole('listitem')
  await page.keyboard.press('Control+k')
  await page.keyboard.type(tag.slice(0, -1).toLowerCase())
  await page.getByRole('option', { name: new RegExp(`^${tag}`) }).click()
  await expect(page).toHaveURL(new RegExp(`/search\\?tag=${tag}`))
  await expect(results.filter({ hasText: name }).first()).toBeVisible()

  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(results).toHaveCount(0)
  await page.getByRole('button', { name: 'Tag', exact: true }).click()
  await page.getByRole('menuitemradio', { name: tag }).click()
  await expect(page).toHaveURL(new RegExp(`tag=${tag}`))
  await expect(results.filter({ hasText: name }).first()).toBeVisible()

  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(page).not.toHaveURL(/tag=/)
  await page.getByRole('textbox', { name: 'Search all memory' }).fill(tag.slice(0, -1))
  await page.getByRole('list', { name: 'Tags' }).getByRole('button', { name: tag }).click()
  await expect(page).toHaveURL(new RegExp(`tag=${tag}`))
  await expect(results.filter({ hasText: name }).first()).toBeVisible()
  await expectAccessible(page)

  await page.goto('/archived')
  const entries = page.getByRole('region', { name: 'Archived conversations' })
  await entries.getByRole('group', { name: 'Filter by tag' }).getByRole('button', { name: tag }).click()
  await expect(entries.getByRole('button', { name: /^Unarchive / })).toHaveCount(1)
  await expect(entries.getByRole('list', { name: /^Tags of / })).toContainText(tag)
  await expectAccessible(page)
})
