import { madeUpName } from '../support/names'
import { expect, test } from '../support/test'
import { chatGptConversation, Transfer } from '../support/transfer'

test('a cancelled import keeps complete conversations; importing the file again adds the rest', async ({
  chat,
  page,
}) => {
  const transfer = new Transfer(page)
  const [count, name] = [200, madeUpName()]
  const many = Array.from({ length: count }, (_, i) =>
    chatGptConversation(
      `${name}-${i}`,
      `${name} ${i}`,
      [['user', `Number ${i} of ${name}.`]],
      Date.UTC(2020, 0, 1) / 1_000 + i,
    ),
  )
  await transfer.open()
  await transfer.choose('many.json', JSON.stringify(many))
  const item = transfer.item('many.json')
  await expect(item.getByRole('progressbar', { name: 'Importing many.json' })).toBeVisible()
  await item.getByRole('button', { name: 'Cancel many.json' }).click()
  await expect(item).toContainText('Cancelled.')
  await item.getByRole('button', { name: 'Import again' }).click()
  await expect(item).toContainText(
    /Added \d+ conversations? .*(was|were) already here|Added 200 conversations/,
    { timeout: 30_000 },
  )
  await page.getByRole('searchbox', { name: 'Filter conversations' }).fill(`${name} 199`)
  await expect(chat.row(`${name} 199`)).toHaveCount(1)
})
