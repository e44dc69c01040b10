import type { Page } from '@playwright/test'
import { expectAccessible, expectFits, PHONE } from '../support/axe'
import { openMap } from '../support/graph'
import { madeUpName } from '../support/names'
import { passUndoTime, purged } from '../support/purge'
import { expect, test } from '../support/test'

const menuOf = (page: Page, number: number) =>
  page.getByRole('button', { name: `More for message ${number}` })
const dialog = (page: Page) => page.getByRole('dialog')

async function forgetTurn(page: Page, number: number) {
  await menuOf(page, number).click()
  await page.getByRole('menuitem', { name: 'Forget this message…' }).click()
  await expect(dialog(page)).toContainText(`Message ${number} is forgotten, with its context`)
  await dialog(page).getByRole('button', { name: 'Forget', exact: true }).click()
}

test('a forgotten turn can be restored; once purged it appears nowhere but in the proof', {
  tag: '@everyday',
}, async ({ chat, page }) => {
  const [person, town, pet] = [madeUpName(), madeUpName(), madeUpName()]
  await page.clock.install()
  await chat.begin(`My neighbour ${person} grows quinces in ${town}.`)
  await chat.askAndWait(`Good morning, ${pet}`, 2)
  await forgetTurn(page, 1)
  await expect(chat.turn(1)).toContainText('Message 1 was forgotten.')
  await expect(page.getByRole('main')).not.toContainText(town)
  await expect(chat.conversations).not.toContainText(town)
  await expectAccessible(page)
  await page
    .getByRole('listitem')
    .filter({ hasText: 'Message 1 was forgotten.' })
    .getByRole('button', { name: 'Undo' })
    .click()
  await expect(chat.turn(1)).toContainText(town)
  await chat.settled(1)

  await forgetTurn(page, 1)
  await expect(chat.turn(1)).toContainText('Message 1 was forgotten.')
  await chat.askAndWait(`Where does ${person} grow quinces?`, 3)
  await expect(chat.answer(3)).not.toContainText(town)
  await expect(chat.row(new RegExp(pet))).toBeVisible()
  const conversation = chat.conversationId()
  await purged(conversation)
  await passUndoTime(page)
  // The question repeats the name, so only the answer's text is fully removed.
  await expect(page.getByText(/It is still quoted or mentioned in message 3/)).toBeVisible()

  await openMap(page, `?conversation=${conversation}`)
  const list = page.getByRole('region', { name: 'Memory list' })
  await expect(list).toContainText(pet)
  await expect(list).not.toContainText(town)
  await page.goto('/settings')
  const forgotten = page.getByRole('region', { name: 'Forgotten' })
  await expect(forgotten.getByText('Message 1', { exact: true }).first()).toBeVisible()
  await expect(forgotten).toContainText(/Forgotten: 1 message, 1 context, 1 summary/)
  await expectAccessible(page)
  await page.goto(`/c/${conversation}`)
  await expect(chat.turn(1)).toContainText('Message 1 was forgotten.')
  await expect(chat.turn(1).getByRole('button', { name: 'Undo' })).toBeHidden()
})

test('what was forgotten does not come back with Back, nor does a deleted conversation', async ({
  chat,
  page,
}) => {
  const [town, other] = [madeUpName(), madeUpName()]
  const search = page.getByRole('link', { name: 'Search', exact: true })
  await chat.begin(`My neighbour lives in ${town}.`)
  await chat.askAndWait(`My aunt lives in ${other}.`, 2)
  const own = page.locator(`a[href="/c/${chat.conversationId()}"]`)
  // The router knows the conversation as the server sent it.
  await chat.startAnother()
  await own.first().click()
  await chat.settled(2)
  await forgetTurn(page, 1)
  await expect(chat.turn(1)).toContainText('Message 1 was forgotten.')
  await search.click()
  await expect(page.getByRole('heading', { name: 'Search' })).toBeVisible()
  await page.goBack()
  await expect(chat.turn(2)).toContainText(other)
  await expect(page.getByRole('main')).not.toContainText(town)

  await search.click()
  await expect(page.getByRole('heading', { name: 'Search' })).toBeVisible()
  const row = chat.conversations.getByRole('listitem').filter({ has: own })
  await row.hover()
  await row.getByRole('button', { name: /^Actions for / }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByText('Deleted “').waitFor()
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'This conversation is in the trash' })).toBeVisible()
  await expect(chat.turn(2)).toBeHidden()
})

test('a range is forgotten with the files only it wrote; files and graph nodes can be forgotten too', async ({
  chat,
  page,
}) => {
  const word = madeUpName()
  await chat.begin('Hello')
  await chat.askAndWait(`write "${word} lives here" to notes.md`, 2)
  await chat.askAndWait('write "plain" to other.md', 3)
  await chat.askAndWait('Thanks', 4)
  await chat.askAndWait('Good night', 5)
  await menuOf(page, 2).click()
  await page.getByRole('menuitem', { name: 'Forget from here to…' }).click()
  await expect(page.getByRole('spinbutton', { name: 'From message 2 to message' })).toHaveValue('2')
  await page.getByRole('spinbutton', { name: 'From message 2 to message' }).fill('9')
  await expect(dialog(page)).toContainText('Choose a number from 2 to 5.')
  await page.getByRole('spinbutton', { name: 'From message 2 to message' }).fill('2')
  await expect(dialog(page)).toContainText('notes.md')
  await expectAccessible(page)
  await dialog(page).getByRole('button', { name: 'Forget', exact: true }).click()
  await expect(chat.turn(2)).toContainText('Message 2 was forgotten.')

  await page.getByRole('tab', { name: 'Files' }).click()
  const files = page.getByRole('region', { name: 'Files' })
  await expect(files.getByRole('button', { name: /other\.md/ })).toBeVisible()
  await expect(files).not.toContainText('notes.md')
  await files.getByRole('button', { name: /other\.md/ }).click()
  await page.getByRole('button', { name: 'Forget every version of this file' }).click()
  await expect(page.getByText('No files yet')).toBeVisible()
  await expect(page.getByText('Answers elsewhere that quote it remain.').first()).toBeVisible()
  await page
    .getByRole('listitem')
    .filter({ hasText: 'Forgot every version of other.md' })
    .getByRole('button', { name: 'Undo' })
    .click()
  await expect(files.getByRole('button', { name: /other\.md/ })).toBeVisible()

  const conversation = chat.conversationId()
  await openMap(page, `?conversation=${conversation}`)
  const list = page.getByRole('region', { name: 'Memory list' })
  await list.locator('[data-element=node]').filter({ hasText: 'Thanks' }).first().click()
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Forget message…' }).click()
  await expect(dialog(page)).toContainText('Message 4 is forgotten')
  await dialog(page).getByRole('button', { name: 'Forget', exact: true }).click()
  await expect(list).not.toContainText('Thanks')

  await page.goto(`/c/${conversation}`)
  await menuOf(page, 1).click()
  await page.getByRole('menuitem', { name: 'Forget from here to…' }).click()
  await page.getByRole('spinbutton', { name: 'From message 1 to message' }).fill('3')
  await expect(dialog(page)).toContainText('from 1 to 3 are forgotten')
  await dialog(page).getByRole('button', { name: 'Forget', exact: true }).click()
  await expect(chat.turn(3)).toContainText('Message 3 was forgotten.')
  await expect(chat.turn(1).getByRole('button', { name: 'Undo all' })).toBeVisible()
  await expect(chat.turn(3).getByRole('button')).toHaveCount(0)
})

test('a forgotten range is one line that offers Undo, and each of its turns links to it', async ({
  chat,
  page,
}) => {
  await page.clock.install()
  await chat.open()
  for (const [i, text] of ['Hello', 'Red', 'Green', 'Blue', 'Thanks'].entries())
    await chat.askAndWait(`${text} ${madeUpName()}`, i + 1)
  const forget = async () => {
    await menuOf(page, 2).click()
    await page.getByRole('menuitem', { name: 'Forget from here to…' }).click()
    await page.getByRole('spinbutton', { name: 'From message 2 to message' }).fill('4')
    await dialog(page).getByRole('button', { name: 'Forget', exact: true }).click()
  }
  const line = page.getByRole('region', { name: 'Messages 2 to 4' })
  const third = await chat.turn(3).getAttribute('data-turn')
  await forget()
  await expect(line).toHaveText(/Messages 2–4 were forgotten\./)
  await expect(page.getByRole('main').getByText('forgotten')).toHaveCount(1)
  await line.getByRole('button', { name: 'Undo all' }).click()
  await expect(chat.turn(3)).toContainText('Green')
  await chat.settled(4)
  await forget()
  await expect(line).toBeVisible()
  await page.goto(`${page.url()}?at=${third}`)
  await expect(line).toBeInViewport()
  await expect(line.getByRole('button')).toHaveCount(1)
  await passUndoTime(page)
  await expect(line.getByRole('button')).toHaveCount(0)
  await expect(line).toHaveText(/Messages 2–4 were forgotten\./)
  await expectAccessible(page)
})

test('an answer that cites a forgotten turn is forgotten with it, or later from the proof', async ({
  chat,
  page,
}) => {
  const [person, town, pet] = [madeUpName(), madeUpName(), madeUpName()]
  await page.clock.install()
  await chat.begin(`My neighbour ${person} grows quinces in ${town}.`)
  await chat.askAndWait(`Good morning, ${pet}`, 2)
  await chat.askAndWait(`Where does ${person} grow quinces?`, 3)
  await expect(chat.answer(3)).toContainText(town)
  const main = page.getByRole('main')
  const open = async () => {
    await menuOf(page, 1).click()
    await page.getByRole('menuitem', { name: 'Forget this message…' }).click()
    await expect(dialog(page)).toContainText('1 later answer cites it and stays: message 3.')
  }
  await open()
  await dialog(page).getByRole('checkbox', { name: 'Forget this answer too, with its question' }).check()
  await expect(dialog(page)).toContainText('1 later answer cites it and goes too: message 3.')
  await expectAccessible(page)
  await dialog(page).getByRole('button', { name: 'Forget', exact: true }).click()
  await expect(page.getByText('Message 1 was forgotten, and 1 answer that cited it.')).toBeVisible()
  await expect(chat.turn(3)).toContainText('Message 3 was forgotten.')
  await expect(main).not.toContainText(town)
  await chat.turn(3).getByRole('button', { name: 'Undo all' }).click()
  await expect(chat.turn(1)).toContainText(town)
  await expect(chat.answer(3)).toContainText(town)
  await chat.settled(1)

  await open()
  await expect(dialog(page).getByRole('checkbox')).not.toBeChecked()
  await dialog(page).getByRole('button', { name: 'Forget', exact: true }).click()
  await expect(chat.turn(1)).toContainText('Message 1 was forgotten.')
  await expect(chat.answer(3)).toContainText(town)
  await purged(chat.conversationId())
  await passUndoTime(page)
  await expect(page.getByText('still quoted or mentioned in message 3')).toBeVisible()
  await page.goto('/settings#forgotten')
  const forgotten = page.getByRole('region', { name: 'Forgotten' })
  await expect(forgotten.getByRole('link', { name: 'Show message 3' }).first()).toBeVisible()
  await forgotten.getByRole('button', { name: 'Forget message 3 too' }).first().click()
  await expect(dialog(page)).toContainText('Message 3 is forgotten, with its context')
  await dialog(page).getByRole('button', { name: 'Forget', exact: true }).click()
  await expect(forgotten.getByText('Message 3', { exact: true }).first()).toBeVisible()
  await expectAccessible(page)
})

test.describe('on a phone in dark mode', () => {
  test.use({ ...PHONE, colorScheme: 'dark' })
  test('the forget dialog fits', async ({ chat, page }) => {
    await chat.begin('I keep bees.')
    await menuOf(page, 1).click()
    await page.getByRole('menuitem', { name: 'Forget this message…' }).click()
    await expect(dialog(page)).toContainText('Message 1 is forgotten')
    await expect(dialog(page)).toContainText('No other message is left, so the conversation goes too.')
    await expectFits(page)
    await dialog(page).getByRole('button', { name: 'Forget', exact: true }).click()
    const said = 'Message 1 was forgotten, with its conversation, which is empty now.'
    await expect(page.getByText(said)).toBeVisible()
    await expect(page).toHaveURL('/')
    await expectAccessible(page)
  })
})
