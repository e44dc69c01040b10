import { madeUpName } from '../support/names'
import { expect, test } from '../support/test'

test('three questions without a key: the third needs the first, which is recalled, used and shown', async ({ chat, page }) => {
  const [person, town] = [madeUpName(), madeUpName()]
  await chat.open()
  await expect(page.getByText('Built-in (no language model)').first()).toBeVisible()

  await chat.askAndWait(`My neighbour ${person} grows quinces in ${town}.`, 1)
  await chat.askAndWait('How many files are in the workspace?', 2)
  await chat.askAndWait(`What did I tell you about ${person}?`, 3)

  await expect(chat.answer(3)).toContainText(`grows quinces in ${town}`)
  await expect(chat.thinking(3)).toContainText('recalled 1 turn')
  await chat.unfold(3)
  await expect(chat.chips(3)).toHaveText([/^Turn 1 · /])
})
