import { NotingEngine } from '@/e2e/support/noting-engine'
import { expectAccessible } from '../support/axe'
import { madeUpName } from '../support/names'
import { serveOpenAi } from '../support/openai-server'
import { connect } from '../support/provider'
import { numberIn } from '../support/table'
import { expect, test } from '../support/test'
import { openDetails, tableOf } from '../support/usage'

test('a monthly budget is set against this month, warns when it is used up, and blocks nothing', async ({
  chat,
  page,
}) => {
  const name = madeUpName()
  const server = await serveOpenAi({ model: new NotingEngine({ delayMs: 0 }) })
  await connect(page, { url: server.url })
  await chat.askAndWait(`I sail to ${name}.`, 1)
  await page.goto('/settings#budget')
  const tokens = page.getByRole('textbox', { name: 'Tokens per month' })
  await tokens.fill('900000')
  await tokens.press('Enter')
  await expect(page.getByRole('button', { name: 'Reset Tokens per month' })).toBeVisible()

  await page.goto('/usage')
  const budget = page.getByRole('list', { name: 'Budgets' })
  await expect(budget.getByText(/^[\d,]+ tokens of 900M tokens this month \(0%\)\./)).toBeVisible()
  await expect(page.getByText('over budget')).toBeHidden()
  await expect(async () => {
    await page.reload()
    await openDetails(page)
    const spent = await budget.getByRole('status').textContent()
    const all = (await tableOf(page, 'Cost and tokens')).at(-1)
    expect(numberIn(spent?.split(' ')[0])).toBe(
      numberIn(all?.['Prompt, reported']) + numberIn(all?.Answer) + numberIn(all?.['Prompt, estimated only']),
    )
  }).toPass()
  await expectAccessible(page)

  await page.goto('/settings#budget')
  await tokens.fill('1')
  await tokens.press('Enter')
  await expect(page.getByRole('link', { name: 'Usage' }).getByText('over budget')).toBeVisible()
  await page.goto('/usage')
  await expect(budget.getByText(/^Over budget: [\d,]+ tokens this month/)).toBeVisible()
  await expectAccessible(page)
  await chat.begin(`Where do I sail?`)
  await expect(chat.turn(1)).toContainText(name)
  await server.close()
})
