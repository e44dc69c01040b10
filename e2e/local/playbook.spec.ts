import { expectAccessible, expectFits, PHONE } from '../support/axe'
import { madeUpName } from '../support/names'
import { addStrategy, choose, historyPanel, openMore, openPlaybook, strategy } from '../support/playbook'
import { expect, test } from '../support/test'

test('a lesson is added, edited, pinned, retired and restored, and each change can be undone', async ({
  page,
}) => {
  const [first, second] = [madeUpName(), madeUpName()]
  await openPlaybook(page)
  await addStrategy(page, `Backups of ${first}`, 'Restore it **once** before you trust it.')
  const row = strategy(page, `Backups of ${first}`)
  await expect(row.locator('strong')).toHaveText('once')
  await expect(row).toContainText('added by you')
  await expectAccessible(page)

  await choose(page, `Backups of ${first}`, 'Edit')
  const form = page.getByRole('form', { name: `Edit Backups of ${first}` })
  await expect(form.getByRole('textbox', { name: 'When' })).toBeFocused()
  await form.getByRole('textbox', { name: 'When' }).fill('When a copy is made.')
  await form.getByText('Advanced').click()
  await expectAccessible(page)
  await form.getByRole('textbox', { name: 'Title' }).fill(`Copies of ${second}`)
  await form.getByRole('button', { name: 'Save' }).click()
  const edited = strategy(page, `Copies of ${second}`)
  await expect(edited.getByRole('heading')).toHaveText('When a copy is made')

  await choose(page, `Copies of ${second}`, 'Pin')
  await expect(edited).toContainText('pinned')
  await choose(page, `Copies of ${second}`, 'Retire')
  await expect(edited).toContainText('Retired')
  await page
    .getByRole('listitem')
    .filter({ hasText: `Retired “Copies of ${second}”` })
    .getByRole('button', { name: 'Undo' })
    .click()
  await expect(edited).not.toContainText('Retired')
  await expect(edited).toContainText('pinned')

  await choose(page, `Copies of ${second}`, 'History')
  const panel = historyPanel(page)
  await expect(panel.getByRole('heading')).toHaveText(`History of “Copies of ${second}”`)
  await expect(panel).toContainText('Used in every conversation.')
  await expect(panel.getByRole('listitem')).toHaveCount(6)
  await expect(panel).toContainText('You retired it')
  await expect(panel).toContainText(`Backups of ${first}`)
  await expectAccessible(page)
  await panel
    .getByRole('button', { name: /^Undo: You changed/ })
    .first()
    .click()
  await expect(strategy(page, `Backups of ${first}`)).toBeVisible()
  await panel.getByRole('button', { name: 'Close the history' }).click()
  await expect(page.getByRole('button', { name: `Actions for Backups of ${first}` })).toBeFocused()

  await openMore(page, 'History')
  // Other tests change the same playbook meanwhile.
  const told = (words: RegExp) => panel.getByRole('listitem').filter({ hasText: words })
  await expect(told(new RegExp(`You changed .*Backups of ${first}`)).first()).toBeVisible()
  await expectAccessible(page)
  await choose(page, `Backups of ${first}`, 'Remove')
  await expect(row).toHaveCount(0)
  const removed = told(new RegExp(`You removed .*Backups of ${first}`))
  await removed.getByRole('button', { name: /^Undo: You removed/ }).click()
  await expect(row).toBeVisible()
  await page.reload()
  await expect(row).toContainText('pinned')
})

test('by keyboard: / searches, the address leads to one lesson, and a secret is refused', async ({
  page,
}) => {
  const [name, other] = [madeUpName(), madeUpName()]
  const { keyboard } = page
  await openPlaybook(page)
  await addStrategy(page, `Deploys of ${name}`, 'Look at the logs first.')
  await addStrategy(page, `Deploys of ${other}`, 'Tell the team.')
  await keyboard.press('/')
  await expect(page.getByRole('textbox', { name: 'Search lessons' })).toBeFocused()
  await keyboard.type(`DEPLOYS ${name.slice(0, -1)}`)
  await expect(page.getByText('1 lesson found')).toBeVisible()
  await expect(strategy(page, `Deploys of ${other}`)).toHaveCount(0)
  await choose(page, `Deploys of ${name}`, 'History')
  const slug = /str-\d+/.exec((await historyPanel(page).textContent()) ?? '')?.[0] ?? ''
  await page.getByRole('textbox', { name: 'Search lessons' }).focus()
  await keyboard.press('Escape')
  await expect(strategy(page, `Deploys of ${other}`)).toBeVisible()

  await openPlaybook(page, `?strategy=${slug}`)
  await expect(strategy(page, `Deploys of ${name}`)).toBeFocused()
  await openPlaybook(page, '?strategy=str-99999')
  await expect(page.getByText(/This lesson no longer exists/)).toBeVisible()

  await page.getByRole('button', { name: 'Add a lesson', exact: true }).click()
  const form = page.getByRole('form', { name: 'Add a lesson' })
  await form.getByRole('textbox', { name: 'Do', exact: true }).fill('The password is hunter2!x.')
  await keyboard.press('Control+Enter')
  await expect(form.getByRole('alert')).toContainText('Secrets are never stored')
  await keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Add a lesson', exact: true })).toBeFocused()
})

test('an imported lesson waits for approval, names its turn, and goes with it', async ({ chat, page }) => {
  const name = madeUpName()
  await chat.begin(`The server ${name} is slow on Mondays.`)
  const conversation = chat.conversationId()
  await page.evaluate(
    async ({ conversation, name }) => {
      const file = await (await fetch(`/api/export?conversation=${conversation}`)).json()
      const [turn] = file.conversations[0].turns
      file.strategies = [
        {
          ...{
            id: `strategy_${name}`,
            slug: 'mis-00001',
            section: 'mis',
            kind: 'guardrail',
            title: `Mondays of ${name}`,
          },
          ...{
            description: '',
            content: `Never deploy to ${name} on a Monday.`,
            tags: [],
            domain: '',
            query: '',
          },
          ...{ conversationId: null, outcome: 'failure', prior: 0.6, helpful: 2, harmful: 0, neutral: 0 },
          ...{ status: 'active', pinned: false, untrusted: false, mergedIntoId: null, links: [] },
          ...{ createdAt: new Date(0).toISOString(), sources: [turn.id] },
        },
      ]
      const response = await fetch('/api/import', { method: 'POST', body: JSON.stringify(file) })
      if (!response.ok) throw new Error(await response.text())
      await response.text()
    },
    { conversation, name },
  )
  await openPlaybook(page)
  const queue = page.getByRole('region', { name: 'Waiting for your approval' })
  await expect(queue).toContainText(`Mondays of ${name}`)
  await expectAccessible(page)
  await queue.getByRole('button', { name: new RegExp(`^Approve .*${name}`) }).click()
  const row = strategy(page, `Mondays of ${name}`)
  await expect(row).toContainText('helped 2 of 2')
  await row.getByRole('link', { name: /^Message 1 of / }).click()
  // The import may have made a copy of the conversation: background jobs change it after the export.
  await expect(page).toHaveURL(/\/c\/[^?]+\?at=/)

  await page.getByRole('button', { name: 'More for message 1' }).click()
  await page.getByRole('menuitem', { name: 'Forget this message…' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('1 lesson learned from it goes too.')
  await dialog.getByRole('button', { name: 'Forget', exact: true }).click()
  await expect(dialog).toBeHidden()
  await openPlaybook(page)
  await expect(row).toHaveCount(0)
})

for (const colorScheme of ['light', 'dark'] as const)
  test.describe(`on a phone in ${colorScheme} mode`, () => {
    test.use({ ...PHONE, colorScheme })
    test('the page fits', async ({ page }) => {
      const name = madeUpName()
      await openPlaybook(page)
      await addStrategy(page, `Tables of ${name}`, `Use \`${'very'.repeat(30)}\` long names.`)
      await expectFits(page)
      await openMore(page, 'History')
      await expect(page.getByRole('dialog', { name: 'History' })).toContainText(name)
      await expectFits(page)
    })
  })
