import { expectAccessible } from '../support/axe'
import { madeUpName } from '../support/names'
import { openPlaybook, strategy } from '../support/playbook'
import { expect, test } from '../support/test'
import { Transfer } from '../support/transfer'

const sharedFile = (domain: string, title: string) =>
  JSON.stringify({
    ...{ format: 'mneme-strategies', version: 1 },
    strategies: [
      {
        ...{
          section: 'ver',
          kind: 'procedure',
          title,
          description: '',
          content: `Count the masts of ${title}.`,
        },
        ...{ tags: [], domain, outcome: 'success', confidence: 0.7 },
      },
    ],
  })

test('a file of strategies is imported, waits for approval, and its domain can be shared again', async ({
  page,
}) => {
  const [domain, title] = [madeUpName().toLowerCase(), madeUpName()]
  const transfer = new Transfer(page)
  await transfer.open()
  await transfer.choose('ships.json', sharedFile(domain, title))
  await expect(transfer.item('ships.json')).toContainText(
    '1 strategy waits for your approval in the Playbook. From a strategy file.',
  )
  await transfer.choose('again.json', sharedFile(domain, title))
  await expect(transfer.item('again.json')).toContainText('Nothing new. 1 strategy was already here.')

  await openPlaybook(page, `?domain=${domain}`)
  await page.getByRole('button', { name: 'Share…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Share strategies' })
  const domains = dialog.getByRole('combobox', { name: 'Domain to share' })
  await domains.click()
  await page.getByRole('option', { name: domain, exact: true }).click()
  await dialog.getByRole('button', { name: 'Download' }).click()
  await expect(dialog.getByRole('alert')).toContainText(`No strategy in use has the domain "${domain}".`)
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Share…' })).toBeFocused()

  await page
    .getByRole('button', { name: /^Approve/ })
    .first()
    .click()
  await expect(strategy(page, title)).toBeVisible()
  await page.getByRole('button', { name: 'Share…' }).click()
  await domains.click()
  await page.getByRole('option', { name: domain, exact: true }).click()
  const { name, text } = await transfer.download(dialog.getByRole('button', { name: 'Download' }))
  expect(name).toMatch(/^mneme-strategies-\d{4}-\d\d-\d\d\.json$/)
  expect(JSON.parse(text).strategies).toMatchObject([{ title, domain, confidence: 0.7 }])
  await expect(dialog).toBeHidden()
})

test('the inspector shows the result of a turn as JSON and downloads it', async ({ chat, page }) => {
  const name = madeUpName()
  await chat.open()
  await chat.askAndWait(`The lighthouse ${name} is green.`, 1)
  await chat.turn(1).getByRole('link', { name: 'Inspect turn 1' }).click()
  const part = page.getByRole('region', { name: 'Result' })
  await part.getByRole('button', { name: 'Show as JSON' }).click()
  await expect(part).toContainText('"success": true')
  const file = await new Transfer(page).download(part.getByRole('button', { name: 'Download' }))
  expect(file.name).toBe('turn-1-result.json')
  expect(JSON.parse(file.text)).toMatchObject({
    ...{ success: true, output: expect.stringContaining(name), memoryEnabled: true },
    ...{ memoriesUsed: expect.any(Array), conversationId: chat.conversationId() },
  })
  const seed = await page.request.get(`/api/export?format=seed&conversation=${chat.conversationId()}`)
  expect(await seed.json()).toMatchObject({ contexts: [{ turnNumber: 1 }], currentTurn: 1 })
  expect((await page.request.get('/api/export?format=other')).status()).toBe(400)
})
