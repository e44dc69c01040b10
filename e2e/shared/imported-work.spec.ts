import { expectAccessible } from '../support/axe'
import { playing } from '../support/dialogue'
import { madeUpName } from '../support/names'
import { serveOpenAi } from '../support/openai-server'
import { connect } from '../support/provider'
import { expect, test } from '../support/test'
import { chatGptConversation, Transfer } from '../support/transfer'

test('a model rewrites the summaries of imported turns only on request, after showing the cost', async ({
  page,
}) => {
  const server = await serveOpenAi({ model: playing({ answer: () => ({ text: 'Fine.' }) }) })
  await connect(page, { ...server, key: 'sk-of-a-summariser-1234' })
  const transfer = new Transfer(page)
  await transfer.open()
  const before = server.requests.length
  const messages = ['The quinces are ripe.', 'The pears are not.'].flatMap((text) => [
    ['user', text] as ['user', string],
    ['assistant', 'Noted.'] as ['assistant', string],
  ])
  await transfer.choose(
    'talk.json',
    JSON.stringify([chatGptConversation(madeUpName(), `Fruit ${madeUpName()}`, messages)]),
  )
  await expect(transfer.item('talk.json')).toContainText('Added 1 conversation with 2 messages.')
  const part = page.getByRole('region', { name: 'Summaries of imported messages' })
  await expect(part).toContainText(
    /2 imported messages were summarised without a model\. .* can write better summaries: about [\d,]+ tokens/,
  )
  await expectAccessible(page)
  // The import alone sends nothing.
  expect(server.requests.length).toBe(before)
  await part.getByRole('button', { name: 'Improve summaries' }).click()
  await expect(part).toContainText('The summaries are written.')
  expect(server.requests.length).toBe(before + 2)
  await server.close()
})

test('facts of imported turns are found on request, count once they are approved, and wait again after Undo', async ({
  page,
}) => {
  const name = madeUpName()
  const transfer = new Transfer(page)
  await transfer.open()
  const messages: ['user' | 'assistant', string][] = [
    ['user', `My cat is called ${name}.`],
    ['assistant', 'Noted.'],
  ]
  await transfer.choose(
    'cat.json',
    JSON.stringify([chatGptConversation(madeUpName(), `Cats ${name}`, messages)]),
  )
  await expect(transfer.item('cat.json')).toContainText('Added 1 conversation with 1 message.')
  await page.goto('/facts')
  const part = page.getByRole('region', { name: 'Facts from imported messages' })
  await expect(part).toContainText(
    'has not been checked for facts yet. Any fact found waits for your approval. The built-in engine reads it',
  )
  await expectAccessible(page)
  await part.getByRole('button', { name: 'Find facts' }).click()
  await expect(part).toContainText('Your imported messages have been read.')
  const approve = page.getByRole('button', { name: `Approve Cat: name ${name}` })
  const cat = page.getByRole('region', { name: 'Cat', exact: true })
  await approve.click()
  await expect(cat).toContainText(name)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(approve).toBeVisible()
  await expect(cat).toBeHidden()
  await approve.click()
  await expect(cat).toContainText(name)
})
