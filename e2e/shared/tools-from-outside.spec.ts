import { toolServer } from '@/lib/agent/tools/servers/testing-server'
import { expectAccessible } from '../support/axe'
import { playing } from '../support/dialogue'
import { hydrated } from '../support/hydrated'
import { serveOpenAi } from '../support/openai-server'
import { connect } from '../support/provider'
import { expect, test } from '../support/test'

test('a person adds a server of tools, chooses one, and is asked before Mneme uses it', async ({
  chat,
  page,
}) => {
  const tools = await toolServer()
  const model = playing({
    answer: (_, step) =>
      step === 0
        ? { text: '', calls: [{ name: 'mcp_Weather_forecast', args: { city: 'Cork' } }] }
        : { text: 'Take an umbrella.' },
  })
  const server = await serveOpenAi({ model })
  await connect(page, server)

  await page.goto('/settings/connections')
  const add = page.getByRole('button', { name: 'Add a server' })
  await hydrated(add)
  await add.click()
  const form = page.getByRole('form', { name: 'Add a server' })
  await form.getByLabel('Name').fill('Weather')
  await form.getByLabel('Address').fill(`${tools.url}/mcp`)
  await expectAccessible(page)
  await form.getByRole('button', { name: 'Add', exact: true }).click()
  const use = page.getByRole('combobox', { name: 'Use of forecast' })
  await expect(use).toHaveText('Off')
  await use.click()
  await page.getByRole('option', { name: 'Ask each time' }).click()
  await expect(use).toHaveText('Ask each time')
  await expectAccessible(page)

  await chat.open()
  await chat.ask('Look up the weather in Cork for tomorrow, and say what I should wear.')
  const question = chat.turn(1).getByRole('region', { name: 'A tool asks' })
  await expect(question).toContainText('Use forecast of Weather? This is sent to it:')
  await expect(question).toContainText('"city": "Cork"')
  await expect(chat.thinking(1)).toContainText('waiting for you to allow a tool')
  await expectAccessible(page)
  expect(tools.calls).toEqual([])

  await page.reload()
  await question.getByRole('button', { name: 'Don’t allow' }).click()
  await chat.settled(1)
  await expect(question).toBeHidden()
  expect(tools.calls).toEqual([])

  await chat.ask('Look up the weather in Cork for Friday, and say what I should pack.')
  const again = chat.turn(2).getByRole('region', { name: 'A tool asks' })
  await again.getByRole('button', { name: 'Always allow' }).click()
  await chat.settled(2)
  await expect(chat.answer(2)).toContainText('Take an umbrella.')
  await chat.expandThinking(2)
  await expect(chat.thinking(2)).toContainText('mcp_Weather_forecast')

  await chat.askAndWait('Look up the weather in Cork for Sunday, and say which shoes to take.', 3)
  expect(tools.calls).toHaveLength(2)
  await page.goto('/settings/connections')
  await expect(use).toHaveText('Always allow')
  await page.getByRole('button', { name: 'Remove Weather' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(page.getByText('Weather', { exact: true })).toBeHidden()
  await server.close()
  await tools.close()
})
