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
  await expect(transfer.item('talk.json')).toContainText('Added 1 conversation with 2 turns.')
  const part = page.getByRole('region', { name: 'Summaries of imported turns' })
  await expect(part).toContainText(
    /2 imported turns were summarised without a model\. .* can write better summaries: about [\d,]+ tokens/,
  )
  await expectAccessible(page)
  // The import alone sends nothing.
  expect(server.requests.length).toBe(before)
  await part.getByRole('button', { name: 'Improve summaries' }).click()
  await expect(part).toBeHidden()
  expect(server.requests.length).toBe(before + 2)
  await server.close()
})
