import { call, connected } from '@/lib/mcp/testing-mcp'
import { actions, openFacts, row } from '../support/facts'
import { madeUpName } from '../support/names'
import { expect, test } from '../support/test'

test('what is told here is known to a program, which proposes a correction; the person decides, and can forget it', async ({
  chat,
  page,
  baseURL,
}) => {
  const [town, city] = [madeUpName(), madeUpName()]
  await chat.begin(`I live in ${town}.`)
  await expect(async () => {
    await openFacts(page)
    await expect(row(page, town)).toBeVisible({ timeout: 2_000 })
  }).toPass()

  await page.goto('/settings/connections')
  await page.getByRole('button', { name: 'Connect a program' }).first().click()
  const form = page.getByRole('form', { name: 'Connect a program' })
  await form.getByLabel('Name').fill('Harbour Agent')
  await form.getByRole('button', { name: 'Make a token' }).click()
  const made = page.getByRole('region', { name: 'The token “Harbour Agent”' })
  const key = /mneme_[\w-]{43}/.exec((await made.textContent()) ?? '')?.[0]
  await made.getByRole('button', { name: 'Done' }).click()

  const { client } = await connected(`${baseURL}/api/mcp`, {
    era: 'modern',
    headers: { authorization: `Bearer ${key}` },
  })
  const known = await call(client, 'facts', { subject: 'user', predicate: 'lives in' })
  expect(known.data.facts).toMatchObject([{ value: town }])
  const stored = await call(client, 'remember', {
    content: `I live in ${city}.`,
    replaces: known.data.facts[0].id,
  })
  const found = await call(client, 'search', { query: city })
  expect(found.data.results[0].title).toContain('said by Harbour Agent, unconfirmed')

  await openFacts(page)
  await page.getByRole('button', { name: `Approve Lives in: ${city}` }).click()
  await expect(actions(page, `lives in: ${city}`)).toBeVisible()
  const now = await call(client, 'facts', { predicate: 'lives in' })
  expect(now.data.facts.at(-1)).toMatchObject({ value: city, before: town })

  await page.goto(`/memory?node=${encodeURIComponent(stored.data.id)}`)
  const details = page.getByLabel('Details', { exact: true })
  await expect(details.getByText('From the program Harbour Agent')).toBeVisible()
  await expect(details).toContainText(city)

  // The link opens the turn in its conversation.
  await page.goto(stored.data.url)
  await expect(chat.turn(1)).toContainText(`I live in ${city}.`)
  await chat
    .turn(1)
    .getByRole('button', { name: /^Actions|^More/ })
    .click()
  await page.getByRole('menuitem', { name: 'Forget this message…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Forget', exact: true }).click()
  await expect(page.getByText(/was forgotten/).first()).toBeVisible()
  const gone = await call(client, 'search', { query: city })
  expect(gone.data.results).toEqual([])
  expect((await call(client, 'recall', { query: `Do I live in ${city}?` })).text).not.toContain(
    `I live in ${city}`,
  )
  expect((await call(client, 'facts', { predicate: 'lives in' })).data.facts).toMatchObject([{ value: town }])
  await client.close()
})
