import { expectAccessible } from '../support/axe'
import type { Chat } from '../support/chat'
import { canvasReady } from '../support/graph'
import { madeUpName } from '../support/names'
import { expect, test } from '../support/test'

/**
 * Turns that all speak of quinces, more than one recall shows; asking what `person` does finds turn 1 first.
 */
async function quinces(chat: Chat, person: string) {
  await chat.askAndWait(`My neighbour ${person} grows quinces behind the mill.`, 1)
  const others = [
    'Quinces were cheap this year.',
    'I made jam of quinces.',
    'Quinces need a lot of sugar.',
    'The quinces were all eaten.',
  ]
  for (const [i, text] of others.entries()) await chat.askAndWait(text, i + 2)
  await chat.askAndWait(`What did I tell you about ${person} and quinces?`, 6)
}

test('each recall says why these and why not others, by keyboard; the graph says it of its link', async ({
  chat,
  page,
}) => {
  const person = madeUpName()
  await chat.open()
  await quinces(chat, person)
  await chat.unfold(6)
  const why = chat.thinking(6).getByText('Why these?').first()
  await why.focus()
  await page.keyboard.press('Enter')
  const first = chat.thinking(6).locator('details[open] ol').first()
  await expect(first).toContainText(`Contains “${person}”`)
  await expect(first).toContainText('1st by words.')
  await expect(first.getByRole('list', { name: /^Score \d\.\d\d, made of$/ }).first()).toContainText(
    /words \d\.\d\d/,
  )
  await expect(first).toContainText('Nearly recalled')
  await expect(first).toContainText(/\d\.\d\d, (below|no lower than) the cut of \d\.\d\d/)
  await expectAccessible(page)

  await page.goto(`/memory?conversation=${chat.conversationId()}`)
  await canvasReady(page)
  await page
    .getByRole('region', { name: 'Memory list' })
    .getByRole('row', { name: /recalled turn 1 \d\.\d\d/ })
    .click()
  const link = page.getByRole('region', { name: 'Why this' })
  await expect(link).toContainText(`Contains “${person}”`)
  await expectAccessible(page)
})

test('an answer from another conversation carries a chip that goes there; switched off, nothing is looked up and the answer says so', async ({
  chat,
  page,
}) => {
  const [person, town] = [madeUpName(), madeUpName()]
  await chat.open()
  await chat.askAndWait(`My neighbour ${person} lives in ${town}.`, 1)
  const there = chat.conversationId()
  await chat.startAnother()
  await chat.askAndWait(`Where does ${person} live?`, 1)
  const chip = chat.answer(1).getByRole('link', { name: /Turn 1 · \d\.\d\d/ })
  await expect(chip).toBeVisible()
  await expect(chat.answer(1)).not.toContainText('of conversation')

  const reach = page.getByRole('button', { name: 'Recalls from all conversations' })
  await reach.hover()
  await expect(
    page.getByText('Looks for what was said before: in this conversation first, then in your others'),
  ).toBeVisible()
  await reach.click()
  await page.getByRole('menuitemradio', { name: /^Off/ }).click()
  await expect(page.getByRole('button', { name: 'Recalls nothing' })).toBeVisible()
  await chat.askAndWait(`What colour is the hat of ${madeUpName()}?`, 2)
  await expect(chat.answer(2)).toContainText('Recall is switched off')
  await expect(chat.chips(2)).toHaveCount(0)
  await expectAccessible(page)
  await chip.click()
  await expect(page).toHaveURL(new RegExp(`/c/${there}`))
})

test.describe('on a dark phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, colorScheme: 'dark', hasTouch: true })
  test('why is reached by touch and fits', async ({ chat, page }) => {
    const person = madeUpName()
    await chat.open()
    await quinces(chat, person)
    await chat.unfold(6)
    await chat.thinking(6).getByText('Why these?').first().tap()
    await expect(chat.thinking(6).locator('details[open] ol').first()).toContainText('Nearly recalled')
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    await expectAccessible(page)
  })
})

test('what stands only in a file of another conversation is recalled by its words, with why and the way there', async ({
  chat,
  page,
}) => {
  const [place, secret] = [madeUpName(), madeUpName()]
  await chat.open()
  await page.locator('input[type=file]').setInputFiles({
    name: 'house.md',
    mimeType: 'text/markdown',
    buffer: Buffer.from(`# House\nThe wifi password of ${place} is ${secret}.\n`),
  })
  await chat.askAndWait('Hello!', 1)
  const other = chat.conversationId()
  await chat.startAnother()
  await chat.askAndWait(`What is the wifi password of ${place}?`, 1)
  await expect(chat.answer(1)).toContainText(`The wifi password of ${place} is ${secret}.`)
  await chat.unfold(1)
  const chip = chat
    .thinking(1)
    .getByRole('link', { name: /house\.md · \d\.\d\d/ })
    .first()
  await chip.hover()
  await expect(page.getByRole('region', { name: 'Recalled: house.md' })).toContainText(secret)
  await expectAccessible(page)
  await chip.click({ modifiers: ['Alt'] })
  await expect(page).toHaveURL(new RegExp(`/memory\\?conversation=${other}&node=file`))
  await expect(page.getByRole('heading', { name: 'house.md' })).toBeVisible()
})
