import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/axe'
import { canvasReady, drawn, LIST_ROWS, levelOf, listed, placeOf } from '../support/graph'
import { madeUpName } from '../support/names'
import { remember } from '../support/remembered'
import { expect, test } from '../support/test'

const sorted = (ids: string[]) => [...ids].sort()
const brightIds = (elements: { id: string; faded: boolean }[]) =>
  sorted(elements.filter((one) => !one.faded).map((one) => one.id))
/** What has no node of its own where turns stand in rows. */
const isPart = (id: string) => /^(context|summary):/.test(id)
const list = (page: Page) => page.getByRole('region', { name: 'Memory list' })
const graph = (page: Page) => page.getByRole('region', { name: 'Memory graph' })
const details = (page: Page) => page.getByRole('complementary', { name: 'Details' })

test('across all conversations, the list and the link details name the recalled conversation', {
  tag: '@everyday',
}, async ({ chat, page }) => {
  const [boat, word] = [madeUpName(), madeUpName()]
  await chat.open()
  await chat.askAndWait(`The boat ${boat} has a keel of ${word}.`, 1)
  await chat.startAnother()
  await chat.askAndWait(`What is the keel of ${boat} made of?`, 1)
  await expect(chat.answer(1)).toContainText(word)
  await page.goto('/memory?view=time')
  await canvasReady(page)
  const link = list(page).getByRole('row', { name: new RegExp(`recalled turn 1 of .*${boat}`) })
  await link.click()
  await expect(details(page)).toContainText(new RegExp(`To · .*${boat}`))
  await details(page).getByRole('button', { name: /^From/ }).click()
  const recalled = details(page).getByRole('button', { name: new RegExp(`Turn 1 of .*${boat}`) })
  await expect(recalled).toBeVisible()
  await expectAccessible(page, [LIST_ROWS])

  const question = details(page).getByText(`What is the keel of ${boat} made of?`, { exact: true })
  await expect(question).toBeVisible()
  await recalled.click()
  await expect(question).toBeHidden()
  await page.goBack()
  await expect(question).toBeVisible()
})

test('a search lists what it finds, fades the rest and leads to the turn; the legend removes a kind', async ({
  chat,
  page,
}) => {
  const [person, town] = [madeUpName(), madeUpName()]
  const conversation = await remember(chat, person, town)
  await page.goto(`/memory?conversation=${conversation}`)
  await canvasReady(page)
  const before = await drawn(page)
  await page.getByRole('textbox', { name: 'Search memory' }).fill(`grows quinces in ${town}`)
  const found = page.getByRole('region', { name: 'Found turns' })
  await expect(found.getByRole('button', { name: new RegExp(`^My neighbour ${person}`) })).toBeVisible()
  await expect
    .poll(async () => (await drawn(page)).nodes.filter((node) => node.faded).length)
    .toBeGreaterThan(0)
  await expect(page).toHaveURL(/q=grows/)
  await expect(async () => {
    const now = await drawn(page)
    expect(now.nodes).toHaveLength(before.nodes.length)
    // The turns are in the list of what was found.
    const others = brightIds(now.nodes).filter((id) => !id.startsWith('turn:'))
    expect(sorted((await listed(page, 'node')).filter((id) => !isPart(id)))).toEqual(others)
  }).toPass()
  await expectAccessible(page)
  await found.getByRole('button', { name: new RegExp(`^My neighbour ${person}`) }).click()
  await page.getByRole('button', { name: 'Clear the search' }).click()
  await expect.poll(async () => (await drawn(page)).nodes.filter((node) => node.faded).length).toBe(0)

  const recalls = page.getByRole('group', { name: 'Legend' }).getByRole('button', { name: /^recalled/ })
  await recalls.click()
  await expect(recalls).toHaveAttribute('aria-pressed', 'false')
  await expect
    .poll(async () => (await drawn(page)).edges.filter((edge) => edge.gone).map((edge) => edge.kind))
    .toEqual(before.edges.filter((edge) => edge.kind === 'recalled').map((edge) => edge.kind))

  // It resembles no name that the tests make up: the search forgives typing errors.
  await page.getByRole('textbox', { name: 'Search memory' }).fill('qqzzxx')
  await expect(page).toHaveURL(/q=qqzzxx/)
  await page.reload()
  await canvasReady(page)
  await expect(recalls).toHaveAttribute('aria-pressed', 'false')
  await page.getByRole('button', { name: /^Search all (topics|conversations)$/ }).click()
  await expect(page).not.toHaveURL(/conversation=/)
  await expect(page).toHaveURL(/hide=recalled/)
})

test('a node selected on the canvas opens in Details, stays in the URL and links to the chat', async ({
  chat,
  page,
}) => {
  const [person, town] = [madeUpName(), madeUpName()]
  const conversation = await remember(chat, person, town)
  await page.goto(`/memory?conversation=${conversation}`)
  await canvasReady(page)
  await expect(details(page)).toContainText('Select a node or a link')
  const first = await list(page)
    .locator('[data-element=node]')
    .filter({ hasText: `My neighbour ${person}` })
    .first()
    .getAttribute('data-id')
  const place = await placeOf(page, first ?? '')
  await page.mouse.click(place.x, place.y)
  await expect(details(page).getByRole('heading', { name: 'Turn 1' })).toBeVisible()
  await expect(details(page)).toContainText(`My neighbour ${person} grows quinces in ${town}.`)
  await expect(page).toHaveURL(/node=turn/)
  await expectAccessible(page)
  await page.reload()
  await expect(details(page)).toContainText(`My neighbour ${person} grows quinces in ${town}.`)

  await details(page).getByRole('link', { name: 'Open in chat' }).click()
  await expect(page).toHaveURL(new RegExp(`/c/${conversation}`))
  await expect(chat.turn(1)).toContainText(person)
})

test('between two nodes a path is shown, and neighbours are shown whatever is searched', async ({
  chat,
  page,
}) => {
  const [person, town] = [madeUpName(), madeUpName()]
  const conversation = await remember(chat, person, town)
  await page.goto(`/memory?conversation=${conversation}`)
  await canvasReady(page)
  const row = (text: string) => list(page).locator('[data-element=node]').filter({ hasText: text }).first()
  await row(`My neighbour ${person}`).click()
  await details(page).getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Path from here' }).click()
  // Its line may be of the question or of the answer, by the topic that it is about.
  await list(page).locator('[data-element=node][data-id^="turn:"]').last().click()
  await expect(page.getByText(/1 link from .* to here/)).toBeVisible()
  await page.getByRole('button', { name: 'End', exact: true }).click()

  await page.getByRole('textbox', { name: 'Search memory' }).fill('What did I tell')
  await details(page).getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Neighbours' }).click()
  await expect.poll(() => levelOf(page)).toBe('local')
  const kinds = (await drawn(page)).nodes.map((node) => node.kind)
  expect(new Set(kinds)).toEqual(new Set(['turn', 'context', 'summary']))
})

test('in Time both axes scale apart, and everything can be shown again', async ({ chat, page }) => {
  const [person, town] = [madeUpName(), madeUpName()]
  const conversation = await remember(chat, person, town)
  await page.goto(`/memory?conversation=${conversation}&view=time`)
  await canvasReady(page)
  const turns = (await drawn(page)).nodes.filter((node) => node.kind === 'turn').map((node) => node.id)
  const spread = async () => {
    const all = await Promise.all(turns.map((id) => placeOf(page, id)))
    const along = (axis: 'x' | 'y') => {
      const at = all.map((place) => place[axis])
      return Math.round(Math.max(...at) - Math.min(...at))
    }
    return { x: along('x'), y: along('y') }
  }
  await graph(page).focus()
  await page.keyboard.press('0')
  const whole = await spread()
  await page.keyboard.press('+')
  const closer = await spread()
  expect(closer.x).toBeGreaterThan(whole.x)
  expect(closer.y).toBe(whole.y)
  await page.keyboard.press('h')
  const higher = await spread()
  expect(higher.x).toBe(closer.x)
  expect(higher.y).toBeGreaterThan(closer.y)
  await page.keyboard.press('0')
  expect(await spread()).toEqual(whole)
  const playhead = page.locator('[data-playhead]')
  await expect(playhead).toHaveCount(0)
  const slider = page.getByRole('slider', { name: /replay|playhead/i })
  await slider.focus()
  await page.keyboard.press('ArrowLeft')
  await expect(playhead).toBeVisible()
  await page.keyboard.press('End')
  await expect(playhead).toHaveCount(0)
  await expectAccessible(page)
})

test('a recall chip links to the graph, which shows which turn recalled which', { tag: '@everyday' }, async ({
  chat,
  page,
}) => {
  const [person, town] = [madeUpName(), madeUpName()]
  await chat.open()
  await chat.askAndWait(`My neighbour ${person} grows quinces in ${town}.`, 1)
  await chat.askAndWait('Hello', 2)
  await chat.askAndWait(`What did I tell you about ${person}?`, 3)
  await chat.expandThinking(3)
  await chat
    .chips(3)
    .first()
    .click({ modifiers: ['Alt'] })
  await expect(page).toHaveURL(/\/memory\?conversation=.*node=/)
  await expect(details(page)).toContainText(`My neighbour ${person} grows quinces in ${town}.`)
  await list(page)
    .getByRole('row', { name: /recalled turn 1\b/ })
    .click()
  await expect(details(page).getByRole('heading', { name: 'Link: recalled' })).toBeVisible()
  await expect(details(page)).toContainText(`What did I tell you about ${person}?`)
})

test('in Time facts stand below the turns that state them, with what they replaced and a way to the Facts page', async ({
  chat,
  page,
}) => {
  const [miso, mochi, town] = [madeUpName(), madeUpName(), madeUpName()]
  await chat.open()
  await chat.askAndWait(`My parrot is called ${miso}. I live in ${town}.`, 1)
  await chat.askAndWait(`My parrot is called ${mochi} now.`, 2)
  const conversation = chat.conversationId()
  await page.goto(`/memory?conversation=${conversation}&view=time`)
  await canvasReady(page)
  const row = (name: string) => list(page).getByRole('row', { name })
  await expect(row(`supersedes parrot: name ${miso}`)).toBeVisible()
  await expect(row(`states You: lives in ${town}`)).toBeVisible()
  const picture = await drawn(page)
  expect(sorted(await listed(page, 'node'))).toEqual(sorted(picture.nodes.map((node) => node.id)))
  expect(sorted(await listed(page, 'edge'))).toEqual(sorted(picture.edges.map((edge) => edge.id)))
  const legend = page.getByRole('group', { name: 'Legend' })
  await expect(legend.getByRole('button', { name: 'Facts 3' })).toBeVisible()
  await expect(legend.getByRole('button', { name: 'Entities 2' })).toBeVisible()

  const fact = await list(page)
    .locator('[data-element=node]')
    .filter({ hasText: `parrot: name ${miso}` })
    .getAttribute('data-id')
  const place = await placeOf(page, fact ?? '')
  await page.mouse.click(place.x, place.y)
  await expect(details(page).getByRole('heading', { name: `Parrot: name ${miso}` })).toBeVisible()
  await expect(details(page)).toContainText(/\d{4} to .*\d{4}, then replaced/)
  await expect(details(page)).toContainText(`My parrot is called ${miso}.`)
  await details(page).getByRole('button', { name: 'More actions' }).click()
  await expect(page.getByRole('menuitem', { name: 'Pin' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: 'Forget turn…' })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expectAccessible(page)
  await details(page)
    .getByRole('button', { name: `parrot: name ${mochi}` })
    .click()
  await expect(details(page)).toContainText(/Since .*\d{4}/)
  await page.reload()
  await expect(details(page).getByRole('heading', { name: `Parrot: name ${mochi}` })).toBeVisible()
  await details(page).getByRole('link', { name: 'Open in Facts' }).click()
  await expect(page).toHaveURL(/\/facts\?q=parrot$/)
  await expect(page.getByRole('region', { name: 'Parrot', exact: true })).toContainText(mochi)
})
