import { madeUpName } from '../support/names'
import { expect, test } from '../support/test'

test('editing a message creates a branch, and the branch picker switches between versions', {
  tag: '@everyday',
}, async ({ chat, page }) => {
  const [first, second] = [madeUpName(), madeUpName()]
  await chat.begin(`My boat is called ${first}.`)
  await chat.askAndWait('What is the name of my boat?', 2)
  await expect(chat.answer(2)).toContainText(first)

  await chat.turn(1).getByRole('button', { name: 'Edit' }).click()
  const editor = chat.turn(1).getByRole('textbox', { name: 'Edit message' })
  await expect(editor).toHaveValue(`My boat is called ${first}.`)
  await expect(chat.turn(1)).toContainText('The later message stays with this one')
  await editor.press('Backspace')
  await page.keyboard.type(` no more, but ${second}.`)
  await expect(editor).toHaveValue(`My boat is called ${first} no more, but ${second}.`)
  await editor.fill(`My boat is called ${second}.`)
  await editor.press('Enter')
  await expect(page.getByText('The later message stays with the earlier version.')).toBeVisible()
  await expect(chat.turn(1)).toContainText('Version 2 / 2')
  await expect(chat.turn(2)).toBeHidden()
  await chat.askAndWait('What is the name of my boat?', 2)
  await expect(chat.answer(2)).toContainText(second)
  await expect(chat.answer(2)).not.toContainText(first)

  await chat.turn(1).getByRole('button', { name: 'Previous version' }).click()
  await expect(chat.turn(1)).toContainText('Version 1 / 2')
  await expect(chat.answer(2)).toContainText(first)
  await page.reload()
  await expect(chat.answer(2)).toContainText(first)
  await chat.turn(1).getByRole('button', { name: 'Next version' }).click()
  await expect(chat.answer(2)).toContainText(second)
})

test('Regenerate keeps the old answer as a version next to the new one', async ({ chat }) => {
  await chat.begin(`My boat is called ${madeUpName()}.`)
  const before = (await chat.answer(1).textContent()) ?? ''
  await chat.regenerate(1).click()
  await expect(chat.turn(1)).toContainText('Version 2 / 2')
  await chat.settled(1)
  await chat.turn(1).getByRole('button', { name: 'Previous version' }).click()
  await expect(chat.turn(1)).toContainText('Version 1 / 2')
  await expect(chat.answer(1)).toHaveText(before)
})

test('the menu of a turn copies a link to it, shows it in the map, and branches off from it', async ({
  chat,
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const [first, second] = [madeUpName(), madeUpName()]
  await chat.begin(`My boat is called ${first}.`)
  await chat.askAndWait(`My dog is called ${second}.`, 2)
  const id = chat.conversationId()
  const choose = async (turn: number, item: string) => {
    await chat
      .turn(turn)
      .getByRole('button', { name: `More for message ${turn}` })
      .click()
    await page.getByRole('menuitem', { name: item }).click()
  }
  await choose(1, 'Copy link')
  await expect(page.getByText('Link copied.')).toBeVisible()
  const link = await page.evaluate(() => navigator.clipboard.readText())
  expect(new URL(link).pathname).toBe(`/c/${id}`)

  await choose(1, 'Branch from here')
  await expect(page.getByText('Your next message starts a new branch after message 1.')).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await choose(1, 'Branch from here')
  await expect(chat.message).toBeFocused()
  await chat.askAndWait('What is the name of my boat?', 2)
  await expect(chat.answer(2)).toContainText(first)
  await expect(chat.turn(2)).toContainText('Version 2 / 2')
  await expect(page.getByText('Your next message starts a new branch')).toBeHidden()
  await chat.turn(2).getByRole('button', { name: 'Previous version' }).click()
  await expect(chat.turn(2)).toContainText(`My dog is called ${second}.`)

  await choose(1, 'Show in the map')
  await expect(page).toHaveURL(new RegExp(`/memory\\?conversation=${id}&node=`))
  await page.goto(link)
  await expect(chat.turn(1)).toBeInViewport()
})

test('a conversation can be renamed in the list', async ({ chat, page }) => {
  const name = madeUpName()
  await chat.begin(`I keep bees in ${madeUpName()}.`)
  await chat.conversations
    .getByRole('listitem')
    .filter({ has: page.locator('[aria-current=page]') })
    .getByRole('button', { name: /^Actions for / })
    .click()
  await page.getByRole('menuitem', { name: 'Rename' }).click()
  await chat.conversations.getByRole('textbox', { name: 'Conversation title' }).fill(`Bees of ${name}`)
  await page.keyboard.press('Enter')
  await expect(chat.row(`Bees of ${name}`)).toBeVisible()
  await expect(page.getByRole('heading', { name: `Bees of ${name}`, level: 1 })).toBeVisible()
  await page.reload()
  await expect(chat.row(`Bees of ${name}`)).toBeVisible()
})

test('a deleted conversation disappears at once, and Undo restores it', async ({ chat, page }) => {
  const name = madeUpName()
  await chat.begin(`My shed is called ${name}.`)
  const address = page.url()
  const own = page.locator(`a[href="${new URL(address).pathname}"]`)
  await chat.conversations
    .getByRole('listitem')
    .filter({ has: own })
    .getByRole('button', { name: /^Actions for / })
    .click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await expect(page).toHaveURL(/\/$/)
  await expect(own).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(own).toHaveCount(1)
  await expect(page).toHaveURL(address)
  await expect(chat.answer(1)).toContainText(name)
})

test('each conversation keeps its own draft across a reload', async ({ chat, page }) => {
  const draft = `Not finished, ${madeUpName()} …`
  await chat.begin('Hello')
  await chat.message.fill(draft)
  await page.reload()
  await expect(chat.message).toHaveValue(draft)
  await chat.startAnother()
  await expect(chat.message).not.toHaveValue(draft)
})

test('an attached file is added to the workspace, can be read and changed, and keeps its versions', async ({
  chat,
  page,
}) => {
  const name = madeUpName()
  await chat.open()
  await page.locator('input[type=file]').setInputFiles({
    name: 'garden.md',
    mimeType: 'text/markdown',
    buffer: Buffer.from(`The oldest tree is ${name}.\n`),
  })
  await expect(page.getByRole('list', { name: 'Files to send' })).toContainText('garden.md')
  await chat.askAndWait('What is the oldest tree?', 1)
  await expect(chat.answer(1)).toContainText(name)
  await expect(chat.turn(1).getByRole('list', { name: 'Attached files' })).toContainText('garden.md')

  await chat.askAndWait('Append "A young one stands beside it." to garden.md', 2)
  await page.getByRole('tab', { name: 'Files' }).click()
  await page
    .getByRole('region', { name: 'Files' })
    .getByRole('button', { name: /garden\.md/ })
    .click()
  await expect(page.getByText('A young one stands beside it.').last()).toBeVisible()
  await page.getByRole('combobox', { name: 'Version' }).click()
  await page.getByRole('option', { name: /^Version 1, uploaded in message 1/ }).click()
  await expect(page.getByRole('complementary', { name: 'About this message' })).not.toContainText(
    'A young one stands beside it.',
  )
})

test('a chip jumps to the turn it names; Back returns to the previous turn, and Forward jumps again', async ({
  chat,
  page,
}) => {
  const person = madeUpName()
  await page.setViewportSize({ width: 1280, height: 420 })
  await chat.begin(`My neighbour ${person} grows quinces in ${madeUpName()}.`)
  await chat.askAndWait('How many files are in the workspace?', 2)
  await chat.askAndWait(`What did I tell you about ${person}?`, 3)
  const address = page.url()
  await chat.expandThinking(3)
  await chat.chips(3).first().click()
  await expect(chat.turn(1)).toBeInViewport()
  await expect(chat.answer(3)).not.toBeInViewport()
  await page.goBack()
  await expect(chat.turn(3)).toBeInViewport()
  await expect(chat.turn(1)).not.toBeInViewport()
  await page.goForward()
  await expect(chat.turn(1)).toBeInViewport()
  expect(page.url()).toBe(address)
})
