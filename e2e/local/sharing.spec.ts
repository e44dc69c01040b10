import { expectAccessible } from '../support/axe'
import { madeUpName } from '../support/names'
import { addStrategy, openMore, openPlaybook, strategy } from '../support/playbook'
import { expect, test } from '../support/test'
import { Transfer } from '../support/transfer'

const sharedFile = (domain: string, title: string) =>
  JSON.stringify({
    ...{ format: 'mneme-strategies', version: 1 },
    strategies: [
      {
        ...{
          section: 'ver',
          kind: 'guardrail',
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
    '1 lesson waits for your approval on the Lessons page. From a lesson file.',
  )
  await transfer.choose('again.json', sharedFile(domain, title))
  await expect(transfer.item('again.json')).toContainText('Nothing new. 1 lesson was already here.')

  await openPlaybook(page)
  await openMore(page, 'Share…')
  const dialog = page.getByRole('dialog', { name: 'Share lessons' })
  const domains = dialog.getByRole('combobox', { name: 'Domain to share' })
  await domains.click()
  await page.getByRole('option', { name: domain, exact: true }).click()
  await expect(dialog.getByRole('alert')).toContainText(`No lesson in use has the domain "${domain}".`)
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'More for lessons' })).toBeFocused()

  await page.getByRole('button', { name: `Approve ${title}` }).click()
  await expect(strategy(page, title)).toBeVisible()
  await openMore(page, 'Share…')
  await domains.click()
  await page.getByRole('option', { name: domain, exact: true }).click()
  await expect(dialog.getByRole('listitem', { name: title })).toContainText(`Count the masts of ${title}.`)
  const { name, text } = await transfer.download(dialog.getByRole('button', { name: 'Download' }))
  expect(name).toMatch(/^mneme-strategies-\d{4}-\d\d-\d\d\.json$/)
  expect(JSON.parse(text).strategies).toMatchObject([{ title, domain, confidence: 0.7 }])
  await expect(dialog).toBeHidden()
})

test('the text of a shared file is shown before it is saved, and a lesson can be left out', async ({
  page,
}) => {
  const [domain, kept, out] = [madeUpName().toLowerCase(), madeUpName(), madeUpName()]
  await openPlaybook(page)
  const told = 'My boss Rui Costa, born 3 May 1990, is @rui_c on https://wiki.acme.com/team. Ask Kestrel.'
  await addStrategy(page, kept, told, domain)
  await addStrategy(page, out, 'Not for others.', domain)
  await openPlaybook(page)
  await openMore(page, 'Share…')
  const dialog = page.getByRole('dialog', { name: 'Share lessons' })
  await dialog.getByRole('combobox', { name: 'Domain to share' }).click()
  await page.getByRole('option', { name: domain, exact: true }).click()
  const entry = dialog.getByRole('listitem', { name: kept })
  await expect(entry).toContainText(
    'My boss [name], born [birth date], is [handle] on [internal address]. Ask Kestrel.',
  )
  await expect(entry).toContainText('Replaced: Rui Costa, 3 May 1990, @rui_c, https://wiki.acme.com/team')
  await expect(entry).toContainText('Maybe names: Kestrel')
  await expectAccessible(page)

  await dialog.getByRole('checkbox', { name: out }).uncheck()
  const { text } = await new Transfer(page).download(dialog.getByRole('button', { name: 'Download' }))
  expect(JSON.parse(text)).toMatchObject({ domain, strategies: [{ title: kept }] })
  expect(text).not.toMatch(/Rui|1990|rui_c|acme|Not for others/)
  await expect(strategy(page, kept)).toBeVisible()
})

test('the inspector offers the result of a turn as JSON', async ({ chat, page }) => {
  const name = madeUpName()
  await chat.begin(`The lighthouse ${name} is green.`)
  await chat.turn(1).getByRole('link', { name: 'Inspect message 1' }).click()
  const part = page.getByRole('region', { name: 'Result' })
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
