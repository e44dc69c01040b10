import { expectAccessible } from '../support/axe'
import { actions, openFacts, subject } from '../support/facts'
import { expect, test } from '../support/test'

test('what is said becomes a fact that another conversation knows; a new value replaces it, until it is forgotten', async ({
  chat,
  page,
}) => {
  await chat.open()
  await chat.askAndWait('My cat is called Miso.', 1)
  await openFacts(page)
  const cat = subject(page, 'Cat')
  await expect(cat).toContainText('“My cat is called Miso.”')

  await chat.open()
  await chat.askAndWait("What's my cat called?", 1)
  await expect(chat.answer(1)).toContainText('Miso')
  await expect(chat.answer(1).getByRole('link', { name: /Turn 1 · / })).toBeVisible()
  await chat.askAndWait('Her name is now Mochi.', 2)
  const conversation = chat.conversationId()

  await openFacts(page)
  await expect(actions(page, 'name: Mochi')).toBeVisible()
  const before = cat.getByRole('list', { name: 'Before Mochi' })
  await expect(before.getByRole('listitem').first()).toContainText('before: Miso')
  await expect(cat.getByRole('link', { name: /^Turn 2 of / })).toHaveAttribute('href', /\/c\/.+\?at=/)
  await expectAccessible(page)

  await page.goto(`/c/${conversation}`)
  await page.getByRole('button', { name: 'More for turn 2' }).click()
  await page.getByRole('menuitem', { name: 'Forget this turn…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Forget', exact: true }).click()
  await expect(chat.turn(2)).toContainText('Turn 2 was forgotten.')
  await openFacts(page)
  await expect(actions(page, 'name: Miso')).toBeVisible()
  await expect(cat).not.toContainText('Mochi')
  await expect(cat).not.toContainText('before: Miso')
})

test('without facts the page says how they come; learning can be switched off, and then the page says so', async ({
  page,
}) => {
  const off = page.getByText('Nothing new is learned from what you say')
  const learn = page.getByRole('switch', { name: 'Learn facts from what you say' })
  await openFacts(page)
  await expect(page.getByText('No facts yet')).toBeVisible()
  await expect(page.getByText('Try “My cat is called Miso.”')).toBeVisible()
  await expect(off).toBeHidden()
  await expectAccessible(page)
  await page.goto('/settings')
  await learn.click()
  await expect(page.getByRole('button', { name: 'Reset Learn facts from what you say' })).toBeVisible()
  await openFacts(page)
  await expect(off).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Change it in Settings' }).click()
  await page.getByRole('button', { name: 'Reset Learn facts from what you say' }).click()
  await expect(learn).toBeChecked()
})
