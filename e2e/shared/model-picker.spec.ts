import { expectAccessible } from '../support/axe'
import { asksFor, playing } from '../support/dialogue'
import { serveOpenAi } from '../support/openai-server'
import { connect, openModelForm } from '../support/provider'
import { expect, test } from '../support/test'

test('another model is chosen in the composer, by typing; it answers, and the conversation remembers it', async ({
  chat,
  page,
}) => {
  const server = await serveOpenAi({
    model: playing({ answer: () => ({ text: 'Fine.' }) }),
    models: ['test-model', 'vendor/large', 'vendor/small', 'text-embedding-x'],
  })
  await connect(page, server)
  await chat.open()
  const picker = (name: string) => page.getByRole('button', { name: `Model: ${name}`, exact: true })
  const search = page.getByRole('combobox', { name: 'Model' })
  await picker('test-model').click()
  await expect(page.getByRole('option')).toHaveText([
    'test-modelDefault',
    /^Built-in \(no language model\)/,
    'vendor/large',
    'vendor/small',
  ])
  await expectAccessible(page)
  await search.fill('vendor')
  await expect(page.getByRole('option')).toHaveText(['vendor/large', 'vendor/small', /Use “vendor”/])
  await search.press('ArrowDown')
  await search.press('Enter')
  await expect(picker('vendor/small')).toBeVisible()
  const answering = (question: string) =>
    server.requests.filter(asksFor('act', question)).map(({ body }) => body.model)
  await chat.askAndWait('How are you today?', 1)
  expect(answering('How are you today?')).toEqual(['vendor/small'])

  await page.reload()
  await expect(picker('vendor/small')).toBeVisible()
  await picker('vendor/small').click()
  await search.fill('not/listed')
  await page.getByRole('option', { name: /Use “not\/listed”/ }).click()
  await expect(picker('not/listed')).toBeVisible()
  await chat.askAndWait('And now?', 2)
  expect(answering('And now?')).toEqual(['not/listed'])
  await picker('not/listed').click()
  await page.getByRole('option', { name: 'test-model Default' }).click()
  await expect(picker('test-model')).toBeVisible()
  await chat.open()
  await expect(picker('test-model')).toBeVisible()
  await server.close()
})

test('Built-in is chosen in the composer: nothing more of the conversation is sent, and the default takes it back', async ({
  chat,
  page,
}) => {
  const server = await serveOpenAi({ model: playing({ answer: () => ({ text: 'From the model.' }) }) })
  await connect(page, server)
  await chat.open()
  const picker = (name: string) => page.getByRole('button', { name: `Model: ${name}`, exact: true })
  const choose = async (from: string, name: RegExp) => {
    await picker(from).click()
    await page.getByRole('option', { name }).click()
  }
  const own = 'Built-in (no language model)'
  await choose('test-model', /^Built-in/)
  await expect(picker(own)).toHaveText('Built-in')
  const sent = server.requests.length
  await chat.askAndWait('My boat is called Petrel.', 1)
  await page.reload()
  await expect(picker(own)).toBeVisible()
  await chat.askAndWait('What is my boat called?', 2)
  await expect(chat.answer(2)).toContainText('Petrel')
  expect(server.requests).toHaveLength(sent)
  await page.goto(`/usage?conversation=${chat.conversationId()}`)
  await expect(page.getByText('Nothing to count yet')).toBeVisible()
  await page.goBack()
  await choose(own, /^test-model/)
  await chat.askAndWait('And now?', 3)
  await expect(chat.answer(3)).toHaveText('From the model.')
  await server.close()
})

test('a service without a list of models is still usable: the form says so, and takes any name', async ({
  page,
}) => {
  const server = await serveOpenAi({ model: playing({ answer: () => ({ text: 'Fine.' }) }) })
  await page.goto('/settings')
  await openModelForm(page)
  await page.getByRole('textbox', { name: 'Base URL' }).fill(server.url.replace('/v1', '/v7'))
  const model = page.getByRole('combobox', { name: 'Model', exact: true })
  await model.press('ArrowDown')
  await expect(page.getByText('has no model list. Type the model’s name.')).toBeVisible()
  await model.fill('my-model')
  await expect(model).toHaveValue('my-model')
  await server.close()
})
