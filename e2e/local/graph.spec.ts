import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/axe'
import type { Chat } from '../support/chat'
import { canvasReady, drawn, LIST_ROWS, listed, placeOf } from '../support/graph'
import { madeUpName } from '../support/names'
import { expect, test } from '../support/test'

const sorted = (ids: string[]) => [...ids].sort()
const visibleIds = (elements: { id: string; faded: boolean }[]) =>
  sorted(elements.filter((one) => !one.faded).map((one) => one.id))
const list = (page: Page) => page.getByRole('region', { name: 'Memory list' })
const details = (page: Page) => page.getByRole('complementary', { name: 'Details' })

/** A conversation with every kind of graph element except roll-ups: turns, a branch, a file and a recall. */
async function remember(chat: Chat, person: string, town: string) {
  await chat.open()
  await chat.askAndWait(`My neighbour ${person} grows quinces in ${town}.`, 1)
  await chat.askAndWait(`write "quinces, sugar" to ${town.toLowerCase()}.md`, 2)
  await chat.askAndWait(`What did I tell you about ${person}?`, 3)
  await chat.regenerate(2).click()
  await expect(chat.turn(2)).toContainText('Version 2 / 2')
  await chat.settled(2)
  return chat.conversationId()
}

test('the list shows exactly what the graph draws: nodes, links, recall scores and branches', async ({
  chat,
  page,
}) => {
  const [person, town] = [madeUpName(), madeUpName()]
  const conversation = await remember(chat, person, town)
  await page.goto(`/memory?conversation=${conversation}`)
  await canvasReady(page)
  await expect(list(page).getByRole('row', { name: `states neighbour: name = ${person}` })).toBeVisible()
  const graph = await drawn(page)
  expect(sorted(await listed(page, 'node'))).toEqual(sorted(graph.nodes.map((node) => node.id)))
  expect(sorted(await listed(page, 'edge'))).toEqual(sorted(graph.edges.map((edge) => edge.id)))
  // The neighbour's name is a fact.
  expect(new Set(graph.nodes.map((node) => node.kind))).toEqual(
    new Set(['turn', 'context', 'summary', 'file', 'fact', 'entity']),
  )
  expect([...new Set(graph.edges.map((edge) => edge.kind))]).toEqual(
    expect.arrayContaining(['next', 'snapshot', 'summarises', 'recalled', 'touched', 'branch']),
  )
  await expect(list(page).getByRole('row', { name: /recalled turn 1 \d\.\d\d/ })).toBeVisible()
  await expectAccessible(page)
})

test('across all conversations, the list and the link details name the recalled conversation', async ({
  chat,
  page,
}) => {
  const [boat, word] = [madeUpName(), madeUpName()]
  await chat.open()
  await chat.askAndWait(`The boat ${boat} has a keel of ${word}.`, 1)
  await chat.startAnother()
  await chat.askAndWait(`What is the keel of ${boat} made of?`, 1)
  await expect(chat.answer(1)).toContainText(word)
  await page.goto('/memory')
  await canvasReady(page)
  const link = list(page).getByRole('row', { name: new RegExp(`recalled turn 1 of .*${boat}`) })
  await link.click()
  await expect(details(page)).toContainText(new RegExp(`To · .*${boat}`))
  await details(page).getByRole('button', { name: /^From/ }).click()
  await expect(details(page).getByRole('button', { name: new RegExp(`Turn 1 of .*${boat}`) })).toBeVisible()
  await expectAccessible(page, [LIST_ROWS])
})

test('a filter fades non-matching elements in both the graph and the list, and is stored in the URL', async ({
  chat,
  page,
}) => {
  const [person, town] = [madeUpName(), madeUpName()]
  const conversation = await remember(chat, person, town)
  await page.goto(`/memory?conversation=${conversation}`)
  await canvasReady(page)
  const before = await drawn(page)
  await page.getByRole('textbox', { name: 'Filter memory' }).fill('turn 1')
  await expect
    .poll(async () => (await drawn(page)).nodes.filter((node) => !node.faded).length)
    .toBeLessThan(before.nodes.length)
  await expect(page).toHaveURL(/q=turn/)
  await expect(async () => {
    const now = await drawn(page)
    expect(now.nodes).toHaveLength(before.nodes.length)
    expect(sorted(await listed(page, 'node'))).toEqual(visibleIds(now.nodes))
    expect(sorted(await listed(page, 'edge'))).toEqual(visibleIds(now.edges))
  }).toPass()
  await page.getByRole('button', { name: 'Clear the filter' }).click()
  await expect.poll(async () => (await listed(page, 'node')).length).toBe(before.nodes.length)

  const contexts = page.getByRole('group', { name: 'Legend' }).getByRole('button', { name: /^Contexts/ })
  await contexts.click()
  await expect(contexts).toHaveAttribute('aria-pressed', 'false')
  await expect
    .poll(async () => (await drawn(page)).nodes.filter((node) => node.faded).map((node) => node.kind))
    .toEqual(before.nodes.filter((node) => node.kind === 'context').map(() => 'context'))
  await page.reload()
  await canvasReady(page)
  await expect(contexts).toHaveAttribute('aria-pressed', 'false')
})

test('a node selected on the canvas opens in Details, stays in the URL and links to the chat', async ({
  chat,
  page,
}) => {
  const [person, town] = [madeUpName(), madeUpName()]
  const conversation = await remember(chat, person, town)
  await page.goto(`/memory?conversation=${conversation}`)
  await canvasReady(page)
  await expect(details(page)).toContainText('Choose a node or a link')
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

test('a recall chip links to the graph, which shows which turn recalled which', async ({ chat, page }) => {
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
    .getByRole('row', { name: /recalled turn 1 \d\.\d\d/ })
    .click()
  await expect(details(page).getByRole('heading', { name: 'Link: recalled' })).toBeVisible()
  await expect(details(page)).toContainText(`What did I tell you about ${person}?`)
})

test('facts stand below the turns that state them, with what they replaced and a way to the Facts page', async ({
  chat,
  page,
}) => {
  const [miso, mochi, town] = [madeUpName(), madeUpName(), madeUpName()]
  await chat.open()
  await chat.askAndWait(`My parrot is called ${miso}. I live in ${town}.`, 1)
  await chat.askAndWait(`My parrot is called ${mochi} now.`, 2)
  const conversation = chat.conversationId()
  await page.goto(`/memory?conversation=${conversation}`)
  await canvasReady(page)
  const row = (name: string) => list(page).getByRole('row', { name })
  await expect(row(`supersedes parrot: name = ${miso}`)).toBeVisible()
  await expect(row(`states You: lives in = ${town}`)).toBeVisible()
  const graph = await drawn(page)
  expect(sorted(await listed(page, 'node'))).toEqual(sorted(graph.nodes.map((node) => node.id)))
  expect(sorted(await listed(page, 'edge'))).toEqual(sorted(graph.edges.map((edge) => edge.id)))
  const legend = page.getByRole('group', { name: 'Legend' })
  await expect(legend.getByRole('button', { name: 'Facts 3' })).toBeVisible()
  await expect(legend.getByRole('button', { name: 'Entities 2' })).toBeVisible()

  const fact = await list(page)
    .locator('[data-element=node]')
    .filter({ hasText: `parrot: name = ${miso}` })
    .getAttribute('data-id')
  const place = await placeOf(page, fact ?? '')
  await page.mouse.click(place.x, place.y)
  await expect(details(page).getByRole('heading', { name: `Parrot: name = ${miso}` })).toBeVisible()
  await expect(details(page)).toContainText(/\d{4} to .*\d{4}, then replaced/)
  await expect(details(page)).toContainText(`My parrot is called ${miso}.`)
  await expect(details(page).getByRole('button', { name: 'Forget turn…' })).toHaveCount(0)
  await expectAccessible(page)
  await details(page)
    .getByRole('button', { name: `parrot: name = ${mochi}` })
    .click()
  await expect(details(page)).toContainText(/Since .*\d{4}/)
  await page.reload()
  await expect(details(page).getByRole('heading', { name: `Parrot: name = ${mochi}` })).toBeVisible()
  await details(page).getByRole('link', { name: 'On the Facts page' }).click()
  await expect(page).toHaveURL(/\/facts\?q=parrot$/)
  await expect(page.getByRole('region', { name: 'Parrot', exact: true })).toContainText(mochi)
})

test('the graph can be navigated by keyboard', async ({ chat, page }) => {
  await chat.open()
  await chat.askAndWait(`I once lived in ${madeUpName()}.`, 1)
  await chat.askAndWait(`Now I live in ${madeUpName()}.`, 2)
  await page.goto(`/memory?conversation=${chat.conversationId()}`)
  await canvasReady(page)
  const heading = details(page).getByRole('heading', { level: 2 })
  await page.getByRole('region', { name: 'Memory graph' }).focus()
  await page.keyboard.press('ArrowLeft')
  await expect(heading).toHaveText('Turn 2') // navigation starts at the last turn
  await page.keyboard.press('ArrowLeft')
  await expect(heading).toHaveText('Turn 1')
  await page.keyboard.press('ArrowRight')
  await expect(heading).toHaveText('Turn 2')
  await page.keyboard.press('Enter')
  await expect(details(page)).toBeFocused()
})
