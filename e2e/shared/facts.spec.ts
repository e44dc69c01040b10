import { expectAccessible } from '../support/axe'
import { actions, openFacts, subject } from '../support/facts'
import { expect, test } from '../support/test'
import { chatGptConversation, Transfer } from '../support/transfer'

test('what is said becomes a fact that another conversation knows; a new value replaces it, until it is forgotten', {
  tag: '@everyday',
}, async ({ chat, page }) => {
  await chat.begin('My cat is called Miso.')
  await expect(chat.turn(1).getByText('Noted: Cat: name Miso')).toBeVisible()
  await openFacts(page)
  const cat = subject(page, 'Cat')
  await expect(cat).toContainText('Name: Miso')

  await chat.begin("What's my cat called?")
  await expect(chat.answer(1)).toContainText('Miso')
  await expect(chat.answer(1).getByRole('link', { name: /^Source 1: Message 1/ })).toBeVisible()
  await chat.askAndWait('Her name is now Mochi.', 2)
  const conversation = chat.conversationId()

  await openFacts(page)
  await expect(actions(page, 'name: Mochi')).toBeVisible()
  await cat.getByRole('button', { name: '(before: Miso)' }).click()
  const before = cat.getByRole('list', { name: 'Before Mochi' })
  await expect(before.getByRole('listitem').first()).toContainText('before: Miso')
  await expect(cat.getByRole('link', { name: /^Message 2 of / })).toHaveAttribute('href', /\/c\/.+\?at=/)
  await expectAccessible(page)

  await page.goto(`/c/${conversation}`)
  await page.getByRole('button', { name: 'More for message 2' }).click()
  await page.getByRole('menuitem', { name: 'Forget this message…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Forget', exact: true }).click()
  await expect(chat.turn(2)).toContainText('Message 2 was forgotten.')
  await openFacts(page)
  await expect(actions(page, 'name: Miso')).toBeVisible()
  await expect(cat).not.toContainText('Mochi')
  await expect(cat).not.toContainText('before: Miso')
})

test('without facts the page says how they come; learning can be switched off, and then the page says so', async ({
  page,
}) => {
  const off = page.getByText('Learning from what you say is turned off')
  const learn = page.getByRole('switch', { name: 'Learn facts from what you say' })
  await openFacts(page)
  await expect(page.getByText('No facts yet')).toBeVisible()
  await expect(page.getByText('such as “My cat is called Miso.”')).toBeVisible()
  await expect(off).toBeHidden()
  await expectAccessible(page)
  await page.goto('/settings')
  await learn.click()
  await expect(page.getByRole('button', { name: 'Reset Learn facts from what you say' })).toBeVisible()
  await page.getByRole('link', { name: 'Facts', exact: true }).click()
  await expect(off).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Change it in Settings' }).click()
  await page.getByRole('button', { name: 'Reset Learn facts from what you say' }).click()
  await expect(learn).toBeChecked()
})

test('a fact from imported text waits until a person approves or rejects it', async ({ page }) => {
  const transfer = new Transfer(page)
  await transfer.open()
  await transfer.choose(
    'talk.json',
    JSON.stringify([
      chatGptConversation('harbour', 'The harbour', [
        ['user', 'My boat is called Petrel. My dog is called Rex.'],
        ['assistant', 'Fair winds to Petrel and Rex.'],
      ]),
    ]),
  )
  await expect(transfer.item('talk.json')).toContainText('1 conversation')
  await openFacts(page)
  await page.getByRole('button', { name: 'Find facts' }).click()
  const waiting = page.getByRole('region', { name: 'Waiting for your approval' })
  await expect(waiting).toContainText('Imported')
  await expect(subject(page, 'Boat')).toBeHidden()
  await expectAccessible(page)
  await waiting.getByRole('button', { name: 'Approve Boat: name Petrel' }).click()
  await expect(subject(page, 'Boat')).toContainText('Petrel')
  await waiting.getByRole('button', { name: 'Reject Dog: name Rex' }).click()
  await expect(waiting).toBeHidden()
  await expect(subject(page, 'Dog')).toBeHidden()
  const rejected = page.getByRole('listitem').filter({ hasText: 'Rejected' })
  await rejected.getByRole('button', { name: 'Undo' }).click()
  await expect(waiting).toContainText('Rex')
})
