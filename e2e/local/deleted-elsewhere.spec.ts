import { expectAccessible } from '../support/axe'
import { Chat } from '../support/chat'
import { madeUpName } from '../support/names'
import { passUndoTime } from '../support/purge'
import { expect, test } from '../support/test'

test('a conversation deleted in another tab offers Undo; later the draft can move to a new one', async ({
  chat,
  page,
  context,
}) => {
  const [boat, typed] = [madeUpName(), `Something of ${madeUpName()}`]
  await page.clock.install()
  await chat.begin(`My boat is called ${boat}.`)
  const other = new Chat(await context.newPage())
  await other.open()
  const remove = async () => {
    await other.row(new RegExp(boat)).hover()
    await other.conversations.getByRole('button', { name: new RegExp(`^Actions for .*${boat}`) }).click()
    await other.page.getByRole('menuitem', { name: 'Delete' }).click()
  }
  const notice = page.getByRole('status').filter({ hasText: 'This conversation was deleted.' })

  await chat.message.fill(typed)
  await remove()
  await expect(notice).toContainText('Your draft is kept.')
  await expect(chat.send).toBeDisabled()
  await expect(chat.turn(1)).toContainText(boat)
  await notice.getByRole('button', { name: 'Undo' }).click()
  await expect(notice).toBeHidden()
  await expect(chat.message).toHaveValue(typed)
  await expect(chat.send).toBeEnabled()

  await expect(other.row(new RegExp(boat))).toBeVisible()
  await remove()
  await expect(notice).toBeVisible()
  await expect(notice.getByRole('button', { name: 'Undo' })).toBeVisible()
  await passUndoTime(page)
  await expect(notice.getByRole('button', { name: 'Undo' })).toBeHidden()
  await expectAccessible(page)
  await notice.getByRole('button', { name: 'Continue in a new conversation' }).click()
  await expect(page).toHaveURL(/\/$/)
  await expect(chat.message).toHaveValue(typed)
  await chat.send.click()
  await chat.settled(1)
  await expect(chat.turn(1)).toContainText(typed)
})

test('with a clock one hour fast, Undo is offered for exactly as long as the server allows it', async ({
  chat,
  page,
  context,
}) => {
  const boat = madeUpName()
  await page.clock.install({ time: Date.now() + 3_600_000 })
  await chat.begin(`My boat is called ${boat}.`)
  const other = new Chat(await context.newPage())
  await other.open()
  await other.row(new RegExp(boat)).hover()
  await other.conversations.getByRole('button', { name: new RegExp(`^Actions for .*${boat}`) }).click()
  await other.page.getByRole('menuitem', { name: 'Delete' }).click()
  const notice = page.getByRole('status').filter({ hasText: 'This conversation was deleted.' })
  await expect(notice.getByRole('button', { name: 'Undo' })).toBeVisible()
  await notice.getByRole('button', { name: 'Undo' }).click()
  await expect(notice).toBeHidden()
})
