import { expectAccessible, expectFits } from '../support/axe'
import type { Chat } from '../support/chat'
import { drawn, openMap } from '../support/graph'
import { madeUpName } from '../support/names'
import { expect, test } from '../support/test'

/** Adds more turns about quinces than one recall shows; a question about `person` ranks turn 1 first. */
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

test('a recall explains by keyboard why it chose its hits and not others; so does a graph link', async ({
  chat,
  page,
}) => {
  const person = madeUpName()
  await chat.open()
  await quinces(chat, person)
  await chat.expandThinking(6)
  const why = chat.thinking(6).getByText('Why these?').first()
  await why.focus()
  await page.keyboard.press('Enter')
  const first = chat.thinking(6).locator('details[open] ol').first()
  await expect(first).toContainText(`Matches “${person}”`)
  await expect(first).toContainText('Best keyword match.')
  await expect(first.getByRole('list', { name: /^Score \d\.\d\d, made of$/ }).first()).toContainText(
    /words \d\.\d\d/,
  )
  await expect(first).toContainText('Nearly recalled')
  await expect(first).toContainText(
    /\d\.\d\d, below the cutoff of \d\.\d\d|Tied; another message was preferred|\d\.\d\d; (ranked lower|others were|messages of this conversation)/,
  )
  await expectAccessible(page)

  await openMap(page, `?conversation=${chat.conversationId()}`)
  const list = page.getByRole('region', { name: 'Memory list' })
  await expect(list).toHaveAttribute('data-nodes', String((await drawn(page)).nodes.length))
  await list
    .getByRole('row', { name: /recalled message 1\b/ })
    .last()
    .click()
  const link = page.getByRole('region', { name: 'Why this' })
  await expect(link).toContainText(`Matches “${person}”`)
  await expectAccessible(page)
})

test('an answer from another conversation links to it; with recall off, the answer says so', async ({
  chat,
  page,
}) => {
  const [person, town] = [madeUpName(), madeUpName()]
  await chat.begin(`My neighbour ${person} lives in ${town}.`)
  const source = chat.conversationId()
  await chat.startAnother()
  await chat.askAndWait(`Where does ${person} live?`, 1)
  const chip = chat.answer(1).getByRole('link', { name: /^Source 1: Message 1 in “/ })
  await expect(chip).toBeVisible()
  await expect(chat.answer(1)).not.toContainText('of conversation')

  const memory = page.getByRole('button', { name: /^Memory: / })
  await memory.hover()
  await expect(page.getByText('Recalls from this conversation first, then your others')).toBeVisible()
  await memory.click()
  await page.getByRole('menuitemradio', { name: /^Off/ }).click()
  await expect(memory).toHaveText('Memory off')
  await expect(page.getByText('Nothing is recalled for the answer')).toBeVisible()
  await chat.askAndWait(`What colour is the hat of ${madeUpName()}?`, 2)
  await expect(chat.answer(2)).toContainText('Recall is off')
  await expect(chat.chips(2)).toHaveCount(0)
  await expect(chat.quiet(2)).toContainText('Memory off')
  await expectAccessible(page)
  await chip.click()
  await expect(page).toHaveURL(new RegExp(`/c/${source}`))
})

test.describe('on a phone in dark mode', () => {
  test.use({ viewport: { width: 390, height: 844 }, colorScheme: 'dark', hasTouch: true })
  test('the explanation opens by touch and fits', async ({ chat, page }) => {
    const person = madeUpName()
    await chat.open()
    await quinces(chat, person)
    await chat.expandThinking(6)
    await chat.thinking(6).getByText('Why these?').first().tap()
    await expect(chat.thinking(6).locator('details[open] ol').first()).toContainText('Nearly recalled')
    await expectFits(page)
  })
})

test('text from a file of another conversation is recalled, with an explanation and a link', async ({
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
  await chat.expandThinking(1)
  const chip = chat
    .thinking(1)
    .getByRole('link', { name: /house\.md (strong|fair|weak)/ })
    .first()
  await chip.hover()
  await expect(page.getByRole('region', { name: 'Recalled: house.md' })).toContainText(secret)
  await expectAccessible(page)
  await chip.click({ modifiers: ['Alt'] })
  await expect(page).toHaveURL(new RegExp(`/memory\\?conversation=${other}&.*node=file`))
  await expect(page.getByRole('heading', { name: 'house.md' })).toBeVisible()
})
