import { expectAccessible } from '../support/axe'
import { hydrated } from '../support/hydrated'
import { expect, test } from '../support/test'

const SAMPLE = 'Explore a sample'

test('a new user sees what Mneme is, opens the sample, and finds in it what Mneme can do', {
  tag: '@everyday',
}, async ({ chat, page }) => {
  await chat.open()
  await expect(page.getByRole('heading', { name: /Mneme thinks before it answers/ })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'import your history' }).click()
  await expect(page.getByRole('heading', { name: 'Import and export' })).toBeVisible()
  await page.goto('/memory')
  await expect(page.getByText('Nothing remembered yet')).toBeVisible()
  await expectAccessible(page)
  await page.goto('/usage')
  await expectAccessible(page)

  await chat.begin('Hello.')
  await chat.startAnother()
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('option', { name: SAMPLE })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: SAMPLE }).click()
  await expect(page).toHaveURL(/\/c\//)
  await expect(page.getByRole('heading', { name: 'A repair café in the old fire station' })).toBeVisible()
  await expect(page.getByText('All four go on the west wall, and yes, they can run at once.')).toBeVisible()
  await expectAccessible(page)
  const id = chat.conversationId()

  await chat.askAndWait('How many things were mended at the opening?', 41)
  await expect(page.getByRole('article', { name: 'Answer' }).last()).toContainText(
    '28 things came, and 23 of them were mended.',
  )

  await chat.startAnother()
  await expect(page.getByRole('button', { name: SAMPLE })).toBeHidden()
  await page.goto('/memory')
  await expect(page.getByRole('region', { name: 'Memory list' })).toContainText('Money and grants')
  await page.goto(`/memory?conversation=${id}`)
  await expect(
    page
      .getByRole('region', { name: 'Memory list' })
      .getByRole('row', { name: /recalled message 4/ })
      .first(),
  ).toBeVisible()
  await page.goto(`/usage?conversation=${id}`)
  await expect(page.getByRole('figure', { name: 'With and without memory' })).toBeVisible()
  await page.goto('/facts')
  await expect(page.getByText('Guildhall').first()).toBeVisible()
  await page.goto('/playbook')
  await expect(page.getByRole('listitem', { name: 'Sockets before tables' })).toBeVisible()
})

test('the tour goes from the chat to the map and to usage by keyboard, and stays closed', async ({
  chat,
  page,
}) => {
  const hint = (name: string) => page.getByRole('region', { name })
  await chat.open()
  await expect(hint('Ask about anything, however long ago')).toBeHidden()
  await page.getByRole('button', { name: SAMPLE }).click()
  await expect(hint('Ask about anything, however long ago')).toBeVisible()
  await expectAccessible(page)
  const storing = (hint: string) =>
    page.waitForResponse((response) => response.request().postData()?.includes(`"${hint}"`) ?? false)
  const stored = storing('watch')
  await hydrated(page.getByRole('button', { name: 'Next', exact: true }))
  await page.getByRole('button', { name: 'Next', exact: true }).press('Enter')
  await stored
  await expect(hint('Watch it remember')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Next: the map' })).toBeFocused()
  // It is stored on the server: another visit goes on where this one was.
  await page.reload()
  await expect(hint('Watch it remember')).toBeVisible()
  await hydrated(page.getByRole('button', { name: 'Next: the map' }))
  await page.getByRole('button', { name: 'Next: the map' }).press('Enter')
  await expect(page).toHaveURL(/\/memory/)
  await expect(page.getByRole('button', { name: 'Next: usage' })).toBeFocused()
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/usage/)
  await expect(hint('See what it costs and saves')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Next: try it' }).press('Enter')
  await expect(page).toHaveURL(/\/c\//)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'How many things were mended at the opening?' }).click()
  await chat.settled(41)
  await expect(chat.answer(41)).toContainText('28 things came, and 23 of them were mended.')
  await page.getByRole('button', { name: 'Who is the treasurer of the repair café?' }).click()
  await chat.settled(42)
  await expect(chat.answer(42)).toContainText('Priya is our treasurer')
  const ended = storing('done')
  await page.getByRole('button', { name: 'Got it' }).press('Enter')
  await expect(hint('Now ask it yourself')).toBeHidden()
  await ended
  await page.reload()
  await expect(chat.answer(42)).toBeVisible()
  await expect(hint('Now ask it yourself')).toBeHidden()

  // The box for messages has the focus on arrival, so a key would be typed.
  await page.getByRole('button', { name: 'Keyboard help' }).click()
  await page.getByRole('button', { name: 'Take the tour' }).click()
  await expect(hint('Ask about anything, however long ago')).toBeVisible()
  // In a new conversation there is no answer to point at yet.
  await chat.open()
  await expect(hint('Ask about anything, however long ago')).toContainText('Send one: ')
  // It uses nothing of the sample.
  await expect(page.getByText('Mneme remembers what you said')).toBeHidden()
  await page.getByRole('link', { name: 'Lessons', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Lessons' })).toBeVisible()
  await chat.startAnother()
  // Going elsewhere is not Next.
  await expect(hint('Ask about anything, however long ago')).toBeVisible()
  await page.getByRole('link', { name: 'Lessons', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Lessons' })).toBeVisible()
  // The box for messages has the focus on arrival, so a key would be typed.
  await page.getByRole('button', { name: 'Keyboard help' }).click()
  await page.getByRole('button', { name: 'Take the tour' }).click()
  await page.getByRole('button', { name: 'Next', exact: true }).click()
  await expect(hint('Watch it remember')).toContainText('Send a message.')
  await chat.askAndWait('Hello.', 1)
  await expect(hint('Watch it remember')).toContainText('what the latest answer used')
  await page.getByRole('tab', { name: 'Costs' }).click()
  await expect(hint('Watch it remember')).toBeHidden()
  await page.getByRole('tab', { name: 'Memory now' }).click()
  await page.getByRole('button', { name: 'Close the tour' }).click()
  await expect(hint('Watch it remember')).toBeHidden()
})
