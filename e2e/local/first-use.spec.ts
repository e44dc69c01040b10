import { expectAccessible } from '../support/axe'
import { canvasReady, drawn, openMap } from '../support/graph'
import { madeUpName } from '../support/names'
import { expect, test } from '../support/test'

test('without a key, the third of three questions recalls the first, uses it and shows it', {
  tag: '@everyday',
}, async ({ chat, page }) => {
  const [person, town] = [madeUpName(), madeUpName()]
  await chat.open()
  await expectAccessible(page)
  await expect(page.getByText('Built-in (no language model)').first()).toBeVisible()

  await chat.askAndWait(`My neighbour ${person} grows quinces in ${town}.`, 1)
  await chat.askAndWait('How many files are in the workspace?', 2)
  await chat.askAndWait(`What did I tell you about ${person}?`, 3)

  const conversation = chat.conversationId()
  await expect(chat.answer(3)).toContainText(`grows quinces in ${town}`)
  await expect(chat.thinking(3)).toContainText(/\d memor(?:y|ies)/)
  await chat.expandThinking(3)
  // Other tests share this memory, so words such as “tell” may bring theirs too.
  await expect(chat.chips(3).filter({ hasText: /^Message 1 (strong|fair|weak|source)$/ })).toHaveCount(1)
  await expectAccessible(page)

  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Memory' }).click()
  await canvasReady(page)
  await openMap(page, `?conversation=${conversation}`)
  const recalled = (await drawn(page)).edges.filter((edge) => edge.kind === 'recalled')
  expect(recalled).toHaveLength(1)
  await expect(
    page.getByRole('region', { name: 'Memory list' }).getByRole('row', { name: /recalled message 1\b/ }),
  ).toBeVisible()

  await page.goto(`/usage?conversation=${conversation}`)
  await expect(page.getByText('Nothing to count yet')).toBeVisible()
  await expect(page.getByText('The built-in engine answered')).toBeVisible()
})
