import { expectAccessible, expectFits, PHONE } from '../support/axe'
import { actions, openFacts, row, subject, tabTo } from '../support/facts'
import { madeUpName } from '../support/names'
import { purged } from '../support/purge'
import { expect, test } from '../support/test'

test('by keyboard: a fact is added, corrected, pinned, searched for, forgotten and brought back', async ({
  page,
}) => {
  const [town, village, island] = [madeUpName(), madeUpName(), madeUpName()]
  const { keyboard } = page
  await openFacts(page)
  const choose = async (fact: string, item: RegExp) => {
    await actions(page, fact).focus()
    await keyboard.press('Enter')
    await expect(page.getByRole('menu')).toBeVisible()
    await expectAccessible(page)
    const focused = page.getByRole('menuitem', { name: item })
    for (let presses = 0; presses < 4 && !(await focused.evaluate((one) => one === document.activeElement)); )
      await keyboard.press('ArrowDown').then(() => (presses += 1))
    await keyboard.press('Enter')
  }

  await tabTo(page, /^Add\s*a fact$/)
  await keyboard.press('Enter')
  const form = page.getByRole('form', { name: 'Add a fact' })
  await expect(form.getByRole('textbox', { name: 'What' })).toBeFocused()
  await expectAccessible(page)
  await keyboard.type('summer house in')
  await tabTo(page, /^$/)
  await keyboard.type(town)
  await form.getByLabel('Since (optional)').fill('2026-03-01')
  await keyboard.press('Enter')
  await expect(form).toBeHidden()
  await expect(subject(page, 'You')).toContainText(town)
  await expect(row(page, town)).toContainText(/since .*Mar.* 2026 · added by you/)

  await choose(`summer house in: ${town}`, /^Correct$/)
  const edit = page.getByRole('form', { name: `Correct summer house in: ${town}` })
  await expect(edit.getByRole('textbox', { name: 'Value' })).toBeFocused()
  await expectAccessible(page)
  await keyboard.press('Escape')
  await expect(edit).toBeHidden()
  await expect(actions(page, `summer house in: ${town}`)).toBeFocused()
  const correct = async () => {
    await choose(`summer house in: ${town}`, /^Correct$/)
    await expect(edit.getByRole('textbox', { name: 'Value' })).toBeFocused()
    await keyboard.press('Control+a')
    await keyboard.type(village)
    await keyboard.press('Enter')
    await expect(actions(page, `summer house in: ${village}`)).toBeFocused()
  }
  await correct()
  await expect(page.getByRole('main')).not.toContainText(town)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(row(page, town)).toBeVisible()
  await choose(`summer house in: ${town}`, /^It changed/)
  const changed = page.getByRole('form', { name: `New value of summer house in: ${town}` })
  await expect(changed.getByRole('textbox', { name: 'Value' })).toBeFocused()
  await keyboard.press('Escape')
  await correct()

  await choose(`summer house in: ${village}`, /^Pin$/)
  await expect(row(page, village)).toContainText('pinned')

  await keyboard.press('/')
  await expect(page.getByRole('textbox', { name: 'Search facts' })).toBeFocused()
  await keyboard.type(island)
  await expect(page.getByText(`No facts match “${island}”`)).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`/facts\\?q=${island}$`))
  await expectAccessible(page)
  await keyboard.press('Escape')
  await keyboard.type(village.slice(0, -1).toLowerCase())
  await expect(page.getByText('1 fact found')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Known facts' }).getByRole('heading')).toHaveText(['You'])
  await page.reload()
  await expect(page.getByText('1 fact found')).toBeVisible()

  await choose(`summer house in: ${village}`, /^Forget$/)
  await expect(row(page, village)).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'Known facts' })).toBeFocused()
  await expect(page.getByText(`Forgot “Summer house in: ${village}”`)).toBeVisible()
  await keyboard.press('Alt+t')
  await tabTo(page, /^Undo$/)
  await keyboard.press('Enter')
  await expect(row(page, village)).toContainText('pinned')

  await choose(`summer house in: ${village}`, /^It changed/)
  await expect(page.getByRole('textbox', { name: 'Value' })).toBeFocused()
  await keyboard.type(island)
  await keyboard.press('Enter')
  await expect(row(page, `(before: ${village})`)).toContainText('no longer')
})

test('forgetting a fact keeps the turn that states it, and links to it; Settings lists it without a conversation', async ({
  chat,
  page,
}) => {
  const town = madeUpName()
  await chat.begin(`My summer house is in ${town}. I work at ${town} Bakery.`)
  const conversation = chat.conversationId()
  await openFacts(page, town)
  const fact = row(page, town)
    .getByRole('button', { name: /^Actions for / })
    .first()
  await fact.click()
  await page.getByRole('menuitem', { name: 'Forget…' }).click()
  const dialog = page.getByRole('dialog')
  const also = dialog.getByRole('checkbox', { name: /^Also forget the message that says so/ })
  await expect(also).not.toBeChecked()
  await expect(dialog).toContainText('It says other things too.')
  await expect(dialog).toContainText('The message that is kept still says it')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Forget', exact: true }).click()
  const toast = page.getByRole('listitem').filter({ hasText: 'Forgot “' })
  await expect(toast).toContainText('The message that says so is kept')
  await toast.getByRole('link', { name: /^Message 1 of / }).click()
  await expect(page).toHaveURL(new RegExp(`/c/${conversation}\\?at=`))
  await expect(chat.turn(1)).toContainText(town)
  await purged(town)
  await page.goto('/settings#forgotten')
  const forgotten = page.getByRole('region', { name: 'Forgotten' })
  await expect(
    forgotten
      .getByRole('listitem')
      .filter({ hasText: /^A fact/ })
      .first(),
  ).toBeVisible()
  await expect(forgotten.getByText(/Forgotten: 1 fact/).first()).toBeVisible()
  await expect(forgotten.getByRole('link', { name: /^Show message 1 of / }).first()).toBeVisible()
  await expectAccessible(page)
})

for (const colorScheme of ['light', 'dark'] as const)
  test.describe(`on a phone in ${colorScheme} mode`, () => {
    test.use({ ...PHONE, colorScheme })
    test('the page fits', async ({ page }) => {
      const name = madeUpName()
      await openFacts(page)
      await page.getByRole('button', { name: 'Add a fact', exact: true }).click()
      const form = page.getByRole('form', { name: 'Add a fact' })
      await form.getByRole('combobox', { name: 'About' }).fill(`Aunt ${name}`)
      await form.getByRole('textbox', { name: 'What' }).fill('plays')
      await form.getByRole('textbox', { name: 'Value' }).fill(`the ${'very'.repeat(30)} long organ`)
      await expectFits(page)
      await form.getByRole('button', { name: 'Add', exact: true }).click()
      await expect(subject(page, `Aunt ${name}`)).toContainText('long organ')
      await expectFits(page)
    })
  })

test('a fact forgotten with its messages is no longer answered, and a conversation left empty is deleted', async ({
  chat,
  page,
}) => {
  // No other test of this person has a kayak: naming another would leave this name in two rows.
  const kayak = madeUpName()
  await chat.begin(`My kayak is called ${kayak}.`)
  const conversation = chat.conversationId()
  await openFacts(page, kayak)
  const forget = async () => {
    await actions(page, `name: ${kayak}`).click()
    await page.getByRole('menuitem', { name: 'Forget…' }).click()
    const dialog = page.getByRole('dialog')
    await expect(
      dialog.getByRole('checkbox', {
        name: /^Forget the message that says so, with its answer: message 1 of/,
      }),
    ).toBeChecked()
    await dialog.getByRole('button', { name: 'Forget', exact: true }).click()
    await expect(row(page, kayak)).toHaveCount(0)
  }
  await forget()
  await expect(page.locator(`a[href="/c/${conversation}"]`)).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(row(page, kayak)).toHaveCount(1)
  await expect(page.locator(`a[href="/c/${conversation}"]`)).not.toHaveCount(0)
  await forget()
  await chat.begin('What is my kayak called?')
  await expect(chat.turn(1)).not.toContainText(kayak)
})
